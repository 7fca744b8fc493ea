package dev.mosaic.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.mosaic.testing.Architecture;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the command line may know, and what is public. Read from the class files. */
class ArchitectureTest {
    private static final JavaClasses MAIN = Architecture.main();

    @Test
    void shouldLeaveTheMinioSdkToTheWarehouse() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage("io.minio..", "okhttp3..", "okio.."))
                .because("a dependency has one owner")
                .check(MAIN);
    }

    @Test
    void shouldLeaveJsonToTheHttpServer() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage("com.fasterxml.jackson.."))
                .because("a dependency has one owner")
                .check(MAIN);
    }

    @Test
    void shouldKeepForyInTheCodecOfTheClient() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("org.apache.fory.."))
                .because("a dependency has one owner")
                .check(MAIN);
    }

    @Test
    void shouldLeaveBouncyCastleToTheModuleOfKeys() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("org.bouncycastle.."))
                .because("a dependency has one owner")
                .check(MAIN);
    }

    @Test
    void shouldKeepTheLibraryOfFlameGraphsInOneClass() {
        noClasses()
                .that()
                .doNotHaveSimpleName("FlamePage")
                .should()
                .dependOnClassesThat(resideInAnyPackage("one.convert..", "one.jfr.."))
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
                .isEqualTo(Map.ofEntries(
                        Map.entry(
                                "dev.mosaic.cli",
                                Set.of("CliMain", "ClusterOption", "Rehearsed", "Uploading", "Verb", "Version")),
                        Map.entry("dev.mosaic.cli.doctor", Set.of("Doctor", "Finding")),
                        Map.entry("dev.mosaic.cli.shell", Set.of("Shell", "ShellProvider"))));
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
