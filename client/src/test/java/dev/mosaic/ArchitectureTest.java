package dev.mosaic;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.mosaic.testing.Architecture;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the API knows beside itself, and what of it is public. Read from the class files. */
class ArchitectureTest {
    private static final JavaClasses MAIN = Architecture.main();

    /** Its packages know each other: users see types whose methods lead to the unit of the process, which is made of those types. */
    @Test
    void shouldKnowTheJdkAndMutinyAlone() {
        classes()
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "",
                        "java..",
                        "org.jspecify..",
                        "io.smallrye.mutiny..",
                        "dev.mosaic",
                        "dev.mosaic.annotation",
                        "dev.mosaic.function",
                        "dev.mosaic.invoke",
                        "dev.mosaic.unit",
                        "dev.mosaic.window"))
                .because("programs compile against it")
                .check(MAIN);
    }

    /** Those of the root, of functions and for generated code are the API; of the others it has to be said here. */
    @Test
    void shouldKeepInternalsInTheirPackages() {
        assertThat(Architecture.publicClasses(MAIN))
                .containsAllEntriesOf(Map.of(
                        "dev.mosaic.annotation",
                        Set.of("Remote"),
                        "dev.mosaic.unit",
                        Set.of(
                                "Bars",
                                "Connector",
                                "Copier",
                                "Creation",
                                "CurrentUnit",
                                "GeneratedProxy",
                                "Introspection",
                                "Launcher",
                                "Outgoing",
                                "SeparateRuntime",
                                "Standing",
                                "TesseraHandle",
                                "Unit"),
                        "dev.mosaic.window",
                        Set.of("Capacity", "Causes", "ChunkSize", "PlainValue", "Window")));
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
