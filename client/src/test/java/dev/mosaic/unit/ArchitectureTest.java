package dev.mosaic.unit;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.mosaic.memory.Place;
import dev.mosaic.testing.Architecture;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arrows between the packages of the client, what is pure, and what is public. Read from the class files. */
class ArchitectureTest {
    private static final JavaClasses MAIN = Architecture.main();
    private static final String MOSAIC = "dev.mosaic.";

    /** These know each other: users see types whose methods lead to the unit of the process, which is made of those types. */
    private static final Set<String> FACE = Set.of(
            "dev.mosaic", "dev.mosaic.annotation", "dev.mosaic.function", "dev.mosaic.invoke", "dev.mosaic.unit");

    /** Names memory and does not touch it. */
    private static final DescribedPredicate<JavaClass> PLACE = equivalentTo(Place.class);

    @ParameterizedTest
    @CsvSource({
        "message, ",
        "unit.links, message",
        "unit.calls, message unit.links",
        "unit.mailbox, message unit.links",
        "unit.objects, message unit.links",
        "unit.kernel, message unit.links unit.calls unit.mailbox unit.objects"
    })
    void shouldKeepMachinesPure(String code, String mayUse) {
        String[] packages = (code + (mayUse == null ? "" : " " + mayUse)).split(" ");
        for (int i = 0; i < packages.length; i++) {
            packages[i] = MOSAIC + packages[i];
        }
        Architecture.pure(
                        resideInAPackage(MOSAIC + code),
                        resideInAnyPackage(packages).or(PLACE))
                .check(MAIN);
    }

    @Test
    void shouldKeepSharedMemoryBelowAllElse() {
        noClasses()
                .that()
                .resideInAPackage("dev.mosaic.memory")
                .should()
                .dependOnClassesThat(resideInAPackage("dev.mosaic..").and(not(resideInAPackage("dev.mosaic.memory"))))
                .because("whoever lays bytes there knows what they mean")
                .check(MAIN);
    }

    @Test
    void shouldKnowTheMeshInTheShellOnly() {
        classes()
                .that()
                .resideOutsideOfPackage("dev.mosaic.unit.shell")
                .should()
                .onlyDependOnClassesThat(not(resideInAPackage("dev.mosaic.mesh..")))
                .because("the kernel hears of links, not of meshes")
                .check(MAIN);
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage("dev.mosaic.mesh.*.."))
                .because("which mesh it is, is for who opens the unit to say")
                .check(MAIN);
    }

    @Test
    void shouldEnterTheShellFromOutsideOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.mosaic.unit.shell")
                .should()
                .dependOnClassesThat(resideInAPackage("dev.mosaic.unit.shell"))
                .because("the processes open units; the rest of the client does not know how they run")
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
    void shouldHaveNoCyclesBetweenPackages() {
        slices().assignedFrom(new Packages()).should().beFreeOfCycles().check(MAIN);
    }

    /** Each package is a slice, but for {@link #FACE}, which is one. */
    private static final class Packages implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
            String name = javaClass.getPackageName();
            return name.startsWith("dev.mosaic")
                    ? SliceIdentifier.of(FACE.contains(name) ? "face" : name)
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages, the public face as one";
        }
    }

    /** Those that are for others. What makes a class public has to be said here. */
    @Test
    void shouldKeepInternalsInTheirPackages() {
        assertThat(Architecture.publicClasses(MAIN))
                .containsAllEntriesOf(Map.of(
                        "dev.mosaic.annotation", Set.of("Remote"),
                        "dev.mosaic.invoke.codec", Set.of("Capture", "Decoder", "Encoder", "RefForm", "ValueCodec"),
                        "dev.mosaic.memory", Set.of("Copies", "Mappings", "Place", "SharedMemory", "StaleException"),
                        "dev.mosaic.unit",
                                Set.of(
                                        "Creation",
                                        "CurrentUnit",
                                        "Launcher",
                                        "Outgoing",
                                        "Standing",
                                        "TesseraHandle",
                                        "Unit"),
                        "dev.mosaic.unit.links",
                                Set.of("Endings", "Epochs", "LinkOutput", "Links", "Strangers", "Unreached"),
                        "dev.mosaic.unit.calls",
                                Set.of(
                                        "Birth",
                                        "CallMachine",
                                        "CallOutput",
                                        "CallSettings",
                                        "Dependency",
                                        "LongMap",
                                        "Order",
                                        "TaskView",
                                        "TesseraView"),
                        "dev.mosaic.unit.mailbox",
                                Set.of(
                                        "CallerSide",
                                        "Labels",
                                        "MailboxMachine",
                                        "MailboxOutput",
                                        "MailboxSettings",
                                        "Run"),
                        "dev.mosaic.unit.kernel", Set.of("KernelOutput", "KernelSettings", "UnitKernel"),
                        "dev.mosaic.unit.objects",
                                Set.of(
                                        "BucketProblem",
                                        "LifeRecord",
                                        "ObjectMachine",
                                        "ObjectOutput",
                                        "ObjectSettings",
                                        "Parts",
                                        "StoreMachine",
                                        "StoreOutput"),
                        "dev.mosaic.unit.shell", Set.of("MeshOpener", "ShellEvents", "ShellOptions", "UnitShell")));
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
