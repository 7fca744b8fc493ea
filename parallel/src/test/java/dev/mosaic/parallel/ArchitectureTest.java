package dev.mosaic.parallel;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.mosaic.testing.Architecture;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the module is made of, and what is public. Read from the class files. */
class ArchitectureTest {
    private static final JavaClasses MAIN = Architecture.main();

    /** If it needs more, the API is wrong. */
    @Test
    void shouldUseThePublicApiAlone() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "dev.mosaic.unit..", "dev.mosaic.invoke..", "dev.mosaic.headapi..", "io.smallrye.."))
                .check(MAIN);
    }

    /** What makes a class public has to be said here. */
    @Test
    void shouldKeepInternalsInTheirPackages() {
        assertThat(Architecture.publicClasses(MAIN))
                .isEqualTo(Map.of(
                        "dev.mosaic.parallel",
                        Set.of(
                                "Bag",
                                "Delayed",
                                "Graph",
                                "NodeTime",
                                "Parallel",
                                "Pool",
                                "PoolOptions",
                                "RandomStreams")));
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
