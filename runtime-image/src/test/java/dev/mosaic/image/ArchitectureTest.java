package dev.mosaic.image;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.mosaic.testing.Architecture;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the module of images may use, and what is public. Read from the class files. */
class ArchitectureTest {
    private static final JavaClasses MAIN = Architecture.main();

    @Test
    void shouldKnowNothingOfTheRuntime() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("", "java..", "com.google.cloud.tools.jib..", "org.jspecify..", "dev.mosaic.image")
                .because("it packs jars, whatever they are")
                .check(MAIN);
    }

    @Test
    void shouldKeepJibWhereImagesAreMadeAndSent() {
        noClasses()
                .that()
                .doNotHaveSimpleName("Tar")
                .and()
                .doNotHaveSimpleName("RuntimeImage")
                .and()
                .doNotHaveSimpleName("OperatorImage")
                .and()
                .doNotHaveSimpleName("Registries")
                .should()
                .dependOnClassesThat(resideInAPackage("com.google.."))
                .because("a dependency has one owner")
                .check(MAIN);
    }

    /** Those that are for others. What makes a class public has to be said here. */
    @Test
    void shouldKeepInternalsInTheirPackages() {
        assertThat(Architecture.publicClasses(MAIN)).isEqualTo(Map.of("dev.mosaic.image", Set.of("ImageMain")));
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
