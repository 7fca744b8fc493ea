package dev.mosaic.run;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.mosaic.testing.Architecture;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What may use which library, and what is public. Read from the class files. */
class ArchitectureTest {
    private static final JavaClasses MAIN = Architecture.main();

    @Test
    void shouldKeepEachLibraryInOneClass() {
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.MavenLibraries(\\$.*)?")
                .should()
                .dependOnClassesThat(resideInAPackage("org.eclipse.aether..").or(resideInAPackage("eu.maveniverse..")))
                .because("a dependency has one owner")
                .check(MAIN);
        noClasses()
                .that()
                .haveNameNotMatching(".*Command(\\$.*)?")
                .should()
                .dependOnClassesThat(resideInAPackage("picocli.."))
                .because("a dependency has one owner")
                .check(MAIN);
    }

    @Test
    void shouldKeepInternalsInTheirPackages() {
        assertThat(Architecture.publicClasses(MAIN))
                .isEqualTo(Map.of("dev.mosaic.run", Set.of("InstallCommand", "RunCommand")));
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
