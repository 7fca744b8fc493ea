package dev.mosaic.unit.kernel;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.mosaic.testing.Architecture;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All of the kernel is pure. The arrows between its packages, and what is public. Read from the class files. */
class ArchitectureTest {
    private static final JavaClasses MAIN = Architecture.main();
    private static final String MOSAIC = "dev.mosaic.";

    @Test
    void shouldBePure() {
        Architecture.pure(resideInAPackage("dev.mosaic.."), resideInAPackage("dev.mosaic.."))
                .check(MAIN);
    }

    @ParameterizedTest
    @CsvSource({
        "message, ",
        "placement, ",
        "monitor, message placement",
        "unit.links, message",
        "unit.calls, message unit.links",
        "unit.mailbox, message unit.links",
        "unit.objects, message unit.links",
        "unit.kernel, message unit.links unit.calls unit.mailbox unit.objects"
    })
    void shouldKeepTheArrowsBetweenPackages(String code, String mayUse) {
        String[] packages = (code + (mayUse == null ? "" : " " + mayUse)).split(" ");
        for (int i = 0; i < packages.length; i++) {
            packages[i] = MOSAIC + packages[i];
        }
        Architecture.pure(resideInAPackage(MOSAIC + code), resideInAnyPackage(packages))
                .check(MAIN);
    }

    @Test
    void shouldHaveNoCyclesBetweenPackages() {
        slices().matching("dev.mosaic.(**)").should().beFreeOfCycles().check(MAIN);
    }

    /** Those that are for others. What makes a class public has to be said here; all messages are. */
    @Test
    void shouldKeepInternalsInTheirPackages() {
        Map<String, Set<String>> found = Architecture.publicClasses(MAIN);
        found.remove("dev.mosaic.message");
        assertThat(found)
                .isEqualTo(Map.of(
                        "dev.mosaic.monitor",
                        Set.of(
                                "ClusterState",
                                "DrainAnswer",
                                "MonitorMachine",
                                "MonitorOutput",
                                "MonitorSettings",
                                "PatientClock"),
                        "dev.mosaic.placement",
                        Set.of("Candidate", "LeastBusy", "Pack", "Placement", "RoundRobin", "Spread", "Strategies"),
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
                                "CallView",
                                "CallerSide",
                                "Labels",
                                "MailboxMachine",
                                "MailboxOutput",
                                "MailboxSettings",
                                "MailboxView",
                                "Run"),
                        "dev.mosaic.unit.kernel",
                        Set.of("KernelOutput", "KernelSettings", "UnitKernel"),
                        "dev.mosaic.unit.objects",
                        Set.of(
                                "BucketProblem",
                                "LifeRecord",
                                "ObjectCensus",
                                "ObjectMachine",
                                "ObjectOutput",
                                "ObjectSettings",
                                "ObjectView",
                                "Parts",
                                "StoreMachine",
                                "StoreOutput")));
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
