package dev.mosaic.kubernetes;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.mosaic.testing.Architecture;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the way into Kubernetes may use, and what is public. Read from the class files. */
class ArchitectureTest {
    private static final JavaClasses MAIN = Architecture.main();

    @Test
    void shouldKnowOfMosaicHowToGetInAndNothingElse() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "",
                        "java..",
                        "org.jspecify..",
                        "io.fabric8.kubernetes..",
                        "picocli",
                        "dev.mosaic",
                        "dev.mosaic.cli",
                        "dev.mosaic.crd",
                        "dev.mosaic.kubernetes",
                        "dev.mosaic.mesh",
                        "dev.mosaic.message",
                        "dev.mosaic.process")
                .because("a cluster is asked as any guest asks it")
                .check(MAIN);
    }

    @Test
    void shouldKeepPicocliInTheVerbs() {
        noClasses()
                .that()
                .haveSimpleNameNotEndingWith("Command")
                .should()
                .dependOnClassesThat(resideInAPackage("picocli.."))
                .because("a dependency has one owner")
                .check(MAIN);
    }

    @Test
    void shouldLeadProgramsInWithoutTheCommandLine() {
        noClasses()
                .that()
                .haveSimpleNameNotEndingWith("Command")
                .should()
                .dependOnClassesThat(resideInAPackage("dev.mosaic.cli.."))
                .because("mosaic-cli is optional")
                .check(MAIN);
    }

    /** Those that are for others. What makes a class public has to be said here. */
    @Test
    void shouldKeepInternalsInTheirPackages() {
        assertThat(Architecture.publicClasses(MAIN))
                .isEqualTo(Map.of(
                        "dev.mosaic.kubernetes",
                        Set.of(
                                "ConfigCommand",
                                "JobsCommand",
                                "Kubernetes",
                                "KubernetesOpener",
                                "PodLogsCommand",
                                "SubmitCommand")));
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
