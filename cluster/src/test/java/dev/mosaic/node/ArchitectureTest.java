package dev.mosaic.node;

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

/** The arrows between the packages of the cluster, and what is public. Read from the class files. */
class ArchitectureTest {
    private static final JavaClasses MAIN = Architecture.main();

    @Test
    void shouldKeepJacksonInTheHttpServer() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.mosaic.http")
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
    void shouldLeaveTheMinioSdkToTheWarehouse() {
        noClasses()
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
        assertThat(Architecture.publicClasses(MAIN))
                .isEqualTo(Map.ofEntries(
                        Map.entry("dev.mosaic.gateway", Set.of("Gateway", "HealthServer")),
                        Map.entry(
                                "dev.mosaic.head",
                                Set.of("ClusterApi", "ClusterPages", "HeadProcess", "HeadSettings", "MonitorShell")),
                        Map.entry("dev.mosaic.local", Set.of("RunningCluster", "RunningClusters")),
                        Map.entry(
                                "dev.mosaic.http",
                                Set.of(
                                        "Downloads",
                                        "HttpApi",
                                        "Json",
                                        "Request",
                                        "RequestThreads",
                                        "Response",
                                        "Route",
                                        "Router",
                                        "Routes",
                                        "Scope",
                                        "ServerTimes",
                                        "Tokens")),
                        Map.entry("dev.mosaic.node", Set.of("LocalCluster", "NodeProcess", "NodeSettings", "Offer")),
                        Map.entry("dev.mosaic.report", Set.of("Dashboard", "PageSource", "RunReport")),
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
