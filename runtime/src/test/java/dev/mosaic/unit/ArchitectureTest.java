package dev.mosaic.unit;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.mosaic.message.Place;
import dev.mosaic.testing.Architecture;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The arrows between the packages of the runtime, and what is public. Read from the class files. */
class ArchitectureTest {
    private static final JavaClasses MAIN = Architecture.main();

    @Test
    void shouldKeepSharedMemoryBelowAllElse() {
        noClasses()
                .that()
                .resideInAPackage("dev.mosaic.memory")
                .should()
                .dependOnClassesThat(resideInAPackage("dev.mosaic..")
                        .and(not(resideInAPackage("dev.mosaic.memory").or(equivalentTo(Place.class)))))
                .because("whoever lays bytes there knows what they mean")
                .check(MAIN);
    }

    @Test
    void shouldKnowTheMeshWhereMessagesAreSentOnly() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.mosaic.memory", "dev.mosaic.code", "dev.mosaic.invoke.codec")
                .should()
                .dependOnClassesThat(resideInAnyPackage("dev.mosaic.mesh..", "dev.mosaic.unit.shell"))
                .because("values, memory and classes do not know how they travel")
                .check(MAIN);
    }

    @Test
    void shouldChooseTheMeshWhereProcessesStart() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.mosaic.process")
                .should()
                .dependOnClassesThat(resideInAPackage("dev.mosaic.mesh.*.."))
                .because("a unit is given its mesh")
                .check(MAIN);
    }

    /** Its constants are in the classes that name them. */
    @Test
    void shouldNeedNothingOfTheHeadsInterfaceButNames() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("dev.mosaic.headapi"))
                .because("a program that connects has the runtime without it")
                .check(MAIN);
    }

    @Test
    void shouldKeepForyInTheCodec() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.mosaic.invoke.codec")
                .should()
                .dependOnClassesThat(resideInAPackage("org.apache.fory.."))
                .because("a dependency has one owner")
                .check(MAIN);
    }

    @Test
    void shouldKeepTheLibraryOfBarsWithThem() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.mosaic.progress")
                .should()
                .dependOnClassesThat(resideInAPackage("me.tongfei.."))
                .because("a dependency has one owner")
                .check(MAIN);
    }

    @Test
    void shouldHaveNoCyclesBetweenPackages() {
        slices().matching("dev.mosaic.(**)").should().beFreeOfCycles().check(MAIN);
    }

    /** Those that are for others. What makes a class public has to be said here. */
    @Test
    void shouldKeepInternalsInTheirPackages() {
        assertThat(Architecture.publicClasses(MAIN))
                .containsAllEntriesOf(Map.ofEntries(
                        Map.entry(
                                "dev.mosaic.connect",
                                Set.of(
                                        "Closer",
                                        "ClusterConnector",
                                        "Console",
                                        "Exclusion",
                                        "PrivateFolder",
                                        "ProgramClassPath",
                                        "ProgramUnit",
                                        "ValueCopier",
                                        "WorkerOutput")),
                        Map.entry(
                                "dev.mosaic.invoke.codec",
                                Set.of("Capture", "Decoder", "Encoder", "RefForm", "ValueCodec", "ValueCopies")),
                        Map.entry(
                                "dev.mosaic.inspect",
                                Set.of(
                                        "CallEvent",
                                        "CallEvents",
                                        "CallInput",
                                        "CallLines",
                                        "CallStream",
                                        "DeviceClock",
                                        "EndedCalls",
                                        "FailedTasks",
                                        "ItemText",
                                        "JsonText",
                                        "LaterText",
                                        "LineAnswer",
                                        "LineEntry",
                                        "LineFilter",
                                        "LoadAnswer",
                                        "MethodEntry",
                                        "MethodSums",
                                        "ObjectAnswer",
                                        "ObjectEntry",
                                        "ObjectFilter",
                                        "PageFilter",
                                        "ProcessLoad",
                                        "Profile",
                                        "ProfileOrder",
                                        "RunTimes",
                                        "Stacks",
                                        "StoreSums",
                                        "TaskAnswer",
                                        "TaskEntry",
                                        "TesseraAnswer",
                                        "TesseraEntry",
                                        "WallMicros")),
                        Map.entry(
                                "dev.mosaic.memory",
                                Set.of(
                                        "Copies",
                                        "Mappings",
                                        "MemoryGauge",
                                        "MemoryShare",
                                        "MemoryUse",
                                        "SharedMemory",
                                        "StaleException")),
                        Map.entry(
                                "dev.mosaic.process",
                                Set.of(
                                        "Accepting",
                                        "Access",
                                        "Entrance",
                                        "Guest",
                                        "ListenAddress",
                                        "LocalFolder",
                                        "Passage",
                                        "PlacementChoice",
                                        "Reach")),
                        Map.entry("dev.mosaic.progress", Set.of("StandardError", "TerminalBars")),
                        Map.entry("dev.mosaic.service", Set.of("CurrentHealth", "Health", "Service", "ServiceUnit")),
                        Map.entry(
                                "dev.mosaic.unit.shell",
                                Set.of("CallPrinting", "MeshOpener", "ShellEvents", "ShellOptions", "UnitShell")),
                        Map.entry("dev.mosaic.store", Set.of("StoreOptions", "StoreShell")),
                        Map.entry(
                                "dev.mosaic.store.tier",
                                Set.of(
                                        "Bucket",
                                        "BucketException",
                                        "Checksum",
                                        "EntryForm",
                                        "EntrySource",
                                        "LifeForm",
                                        "Span"))));
    }

    @Test
    void shouldNameThingsByWhatTheyAreAndSayWhatFailed() {
        Architecture.habits().check(MAIN);
    }

    @Test
    void shouldNotSleep() {
        Architecture.sleepless().check(Architecture.mainAndTests());
    }
}
