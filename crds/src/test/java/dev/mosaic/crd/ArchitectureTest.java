package dev.mosaic.crd;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.mosaic.testing.Architecture;
import org.junit.jupiter.api.Test;

/** What the model may know. Read from the class files. */
class ArchitectureTest {
    private static final JavaClasses MAIN = Architecture.main();

    @Test
    void shouldKnowTheModelOfKubernetesAndNoClient() {
        classes()
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "dev.mosaic.crd",
                        "java..",
                        "org.jspecify..",
                        "com.fasterxml.jackson.annotation",
                        "com.fasterxml.jackson.core",
                        "com.fasterxml.jackson.databind..", // objects are read whatever is in them
                        "io.fabric8.generator.annotation",
                        "io.fabric8.crd.generator.annotation",
                        "io.fabric8.kubernetes.model.annotation",
                        "io.fabric8.kubernetes.api.model..",
                        "io.fabric8.kubernetes.client", // CustomResource
                        "io.fabric8.kubernetes.client.utils")) // Serialization
                .because("who talks to Kubernetes is the operator, and programs that connect")
                .check(MAIN);
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
