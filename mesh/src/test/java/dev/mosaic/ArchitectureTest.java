package dev.mosaic;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.mosaic.testing.Architecture;
import org.junit.jupiter.api.Test;

/**
 * The arrows between packages and a few habits, read from the class files.
 *
 * <p>The rules hold for main classes; {@link #shouldNotSleep} also for tests.
 */
class ArchitectureTest {
    private static final JavaClasses MAIN = Architecture.main();
    private static final String PURE = "dev.mosaic.mesh.zmtp";

    @Test
    void shouldKeepZmtpPure() {
        Architecture.pure(resideInAPackage(PURE + ".."), resideInAPackage(PURE + ".."))
                .check(MAIN);
    }

    @Test
    void shouldKeepThePortFreeOfWhatCarriesIt() {
        noClasses()
                .that()
                .resideInAPackage("dev.mosaic.mesh")
                .should()
                .dependOnClassesThat(resideInAnyPackage("dev.mosaic.mesh.socket..", PURE + ".."))
                .because("whoever sends knows only the port")
                .check(MAIN);
    }

    @Test
    void shouldHaveNoCyclesBetweenPackages() {
        slices().matching("dev.mosaic.mesh.(*)..").should().beFreeOfCycles().check(MAIN);
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
