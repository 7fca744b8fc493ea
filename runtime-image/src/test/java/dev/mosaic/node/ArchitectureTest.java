package dev.mosaic.node;

import static com.tngtech.archunit.base.DescribedPredicate.not;
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

/** The arrows between the packages of the processes, and what is public. Read from the class files. */
class ArchitectureTest {
    private static final JavaClasses MAIN = Architecture.main();

    @Test
    void shouldKeepPicocliInTheCommandLine() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.mosaic.cli")
                .should()
                .dependOnClassesThat(resideInAPackage("picocli.."))
                .because("a dependency has one owner")
                .check(MAIN);
    }

    @Test
    void shouldKeepJacksonInTheHttpServer() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.mosaic.http", "dev.mosaic.serve..")
                .should()
                .dependOnClassesThat(resideInAPackage("com.fasterxml.jackson.."))
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
    void shouldLeaveKubernetesToItsModules() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("io.fabric8.."))
                .because("pods of the runtime have no rights in Kubernetes, and its image no client for it")
                .check(MAIN);
    }

    @Test
    void shouldKeepTheMinioSdkInItsTier() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.mosaic.warehouse.tier.s3")
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
    void shouldMeasureWhatUsersCanUse() {
        noClasses()
                .that()
                .resideInAPackage("dev.mosaic.cli.bench")
                .should()
                .dependOnClassesThat(resideInAPackage("dev.mosaic..")
                        .and(not(resideInAnyPackage(
                                "dev.mosaic",
                                "dev.mosaic.annotation",
                                "dev.mosaic.function",
                                "dev.mosaic.invoke",
                                "dev.mosaic.unit",
                                "dev.mosaic.cli.bench"))))
                .because("a benchmark is a program; generated proxies know invoke and unit")
                .check(MAIN);
    }

    @Test
    void shouldChooseTheCarrierWhereProcessesStart() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.mosaic.node", "dev.mosaic.worker")
                .should()
                .dependOnClassesThat(resideInAPackage("dev.mosaic.mesh.*.."))
                .because("a unit is given its mesh")
                .check(MAIN);
    }

    @Test
    void shouldHaveNoCyclesBetweenPackages() {
        slices().matching("dev.mosaic.(**)").should().beFreeOfCycles().check(MAIN);
    }

    /** Those that are for others. What makes a class public has to be said here. */
    @Test
    void shouldKeepInternalsInTheirPackages() {
        Map<String, Set<String>> found = Architecture.publicClasses(MAIN);
        found.remove("dev.mosaic.cli.bench"); // the tesserae and tasks of benchmarks
        assertThat(found)
                .isEqualTo(Map.ofEntries(
                        Map.entry("dev.mosaic.cli", Set.of("CliMain", "ClusterOption", "Uploading", "Verb")),
                        Map.entry("dev.mosaic.cli.shell", Set.of("Shell", "ShellProvider")),
                        Map.entry("dev.mosaic.gateway", Set.of("Gateway", "HealthServer")),
                        Map.entry("dev.mosaic.head", Set.of("HeadProcess", "HeadSettings")),
                        Map.entry(
                                "dev.mosaic.http",
                                Set.of(
                                        "Downloads",
                                        "HttpApi",
                                        "Json",
                                        "Request",
                                        "Response",
                                        "Route",
                                        "Scope",
                                        "ServerTimes",
                                        "Tokens")),
                        Map.entry("dev.mosaic.monitor", Set.of("MonitorShell")),
                        Map.entry("dev.mosaic.node", Set.of("LocalCluster", "NodeProcess", "NodeSettings", "Offer")),
                        Map.entry("dev.mosaic.serve", Set.of("TesseraService")),
                        Map.entry("dev.mosaic.serve.call", Set.of("Description", "Problem", "Reply")),
                        Map.entry("dev.mosaic.serve.worker", Set.of("Describe", "ServedTesserae")),
                        Map.entry("dev.mosaic.warehouse", Set.of("WarehouseProcess", "WarehouseSettings")),
                        Map.entry("dev.mosaic.warehouse.tier.s3", Set.of("S3Bucket")),
                        Map.entry("dev.mosaic.worker", Set.of("WorkerBrief", "WorkerMain"))));
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
