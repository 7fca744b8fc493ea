package dev.mosaic.warehouse;

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

/** The arrows between the packages of the warehouse, and what is public. Read from the class files. */
class ArchitectureTest {
    private static final JavaClasses MAIN = Architecture.main();

    @Test
    void shouldKeepTheMinioSdkInItsTier() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.mosaic.warehouse.s3")
                .should()
                .dependOnClassesThat(resideInAnyPackage("io.minio..", "okhttp3..", "okio.."))
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
    void shouldHaveNoCyclesBetweenPackages() {
        slices().matching("dev.mosaic.(**)").should().beFreeOfCycles().check(MAIN);
    }

    /** Those that are for others. What makes a class public has to be said here. */
    @Test
    void shouldKeepInternalsInTheirPackages() {
        assertThat(Architecture.publicClasses(MAIN))
                .isEqualTo(Map.ofEntries(
                        Map.entry("dev.mosaic.warehouse", Set.of("WarehouseProcess", "WarehouseSettings")),
                        Map.entry("dev.mosaic.warehouse.s3", Set.of("S3Bucket"))));
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
