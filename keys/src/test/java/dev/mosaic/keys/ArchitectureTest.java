package dev.mosaic.keys;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import dev.mosaic.testing.Architecture;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the module of keys may use, what is pure, and what is public. Read from the class files. */
class ArchitectureTest {
    private static final JavaClasses MAIN = Architecture.main();

    /** With arrays of its enum. */
    private static final DescribedPredicate<JavaClass> KEY_CARE = DescribedPredicate.describe(
            "KeyCare", javaClass -> javaClass.getName().contains(KeyCare.class.getName()));

    @Test
    void shouldKeepKeyCarePure() {
        Architecture.pure(KEY_CARE, KEY_CARE.or(belongToAnyOf(Instant.class, Duration.class)))
                .check(MAIN);
        noClasses()
                .that(KEY_CARE)
                .should()
                .callMethod(Instant.class, "now")
                .because("the time is an argument")
                .check(MAIN);
    }

    @Test
    void shouldUseTheJdkAndBouncyCastleOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "",
                        "java..",
                        "javax..",
                        "org.bouncycastle..",
                        "org.jspecify..",
                        "dev.mosaic.keys",
                        "dev.mosaic.headapi")
                .because("the operator uses it, and never the runtime")
                .check(MAIN);
    }

    /** Those that are for others. What makes a class public has to be said here. */
    @Test
    void shouldKeepInternalsInTheirPackages() {
        assertThat(Architecture.publicClasses(MAIN))
                .isEqualTo(Map.of(
                        "dev.mosaic.keys", Set.of("ClusterKeys", "KeyCare", "KeyFiles", "KeyFilesException", "Token")));
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
