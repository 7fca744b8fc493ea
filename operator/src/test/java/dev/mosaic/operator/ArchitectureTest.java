package dev.mosaic.operator;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import dev.mosaic.testing.Architecture;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The way from what is seen to what is done, what of it is pure, and what is public. Read from the class files. */
class ArchitectureTest {
    private static final JavaClasses MAIN = Architecture.main();

    private static final String[] PURE = {
        "dev.mosaic.operator.autoscale",
        "dev.mosaic.operator.reason",
        "dev.mosaic.operator.snapshot",
        "dev.mosaic.operator.validate",
        "dev.mosaic.operator.desired",
        "dev.mosaic.operator.plan",
        "dev.mosaic.operator.status"
    };

    /** Models, trees, moments and hashes: values, and what turns one into another. */
    private static final DescribedPredicate<JavaClass> MODELS = resideInAnyPackage(
            "dev.mosaic.crd",
            "dev.mosaic.headapi",
            "io.fabric8.kubernetes.api.model..",
            "io.fabric8.kubernetes.api.builder",
            "io.fabric8.kubernetes.client",
            "com.fasterxml.jackson..",
            "java.io",
            "java.math",
            "java.net",
            "java.security",
            "java.time..");

    @Test
    void shouldDecidePurely() {
        Architecture.pure(resideInAnyPackage(PURE), resideInAnyPackage(PURE).or(MODELS))
                .check(MAIN);
        noClasses()
                .that()
                .resideInAnyPackage(PURE)
                .should()
                .callMethodWhere(DescribedPredicate.describe(
                        "the time is asked",
                        call -> call.getName().equals("now")
                                && call.getTargetOwner().getPackageName().startsWith("java.")))
                .because("the time is an argument")
                .check(MAIN);
        noClasses()
                .that()
                .resideInAnyPackage(PURE)
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "a client, a socket or a file",
                        each -> each.getName().equals("io.fabric8.kubernetes.client.KubernetesClient")
                                || each.getName().equals("java.net.Socket")
                                || each.getName().equals("java.io.File")
                                || each.getName().equals("java.security.SecureRandom")))
                .because("whoever decides neither looks nor acts")
                .check(MAIN);
    }

    @Test
    void shouldScaleWithoutKnowingKubernetes() {
        classes()
                .that()
                .resideInAPackage("dev.mosaic.operator.autoscale")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "dev.mosaic.operator.autoscale", "java.lang..", "java.util..", "java.time", "org.jspecify.."))
                .because("it is simulated")
                .check(MAIN);
    }

    @Test
    void shouldOnlyWriteInApply() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.mosaic.operator.apply")
                .should()
                .callMethodWhere(DescribedPredicate.describe(
                        "Kubernetes is written to",
                        call -> call.getTargetOwner().getPackageName().startsWith("io.fabric8.kubernetes.client")
                                && Set.of("create", "patch", "update", "delete", "serverSideApply", "edit", "replace")
                                        .contains(call.getName())))
                .because("observe never acts; statuses are handed to the Java Operator SDK")
                .check(MAIN);
    }

    @Test
    void shouldNeverUseTheRuntime() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("dev.mosaic..")
                        .and(DescribedPredicate.not(resideInAnyPackage(
                                "dev.mosaic.operator..", "dev.mosaic.crd", "dev.mosaic.headapi", "dev.mosaic.keys"))))
                .because("operator and runtime have versions of their own")
                .check(MAIN);
    }

    @Test
    void shouldKeepQuarkusAtTheRoot() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.mosaic.operator")
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "io.quarkus..", "jakarta..", "io.micrometer..", "org.eclipse.microprofile.."))
                .because("a dependency has one owner")
                .check(MAIN);
    }

    @Test
    void shouldHaveNoCyclesBetweenPackages() {
        slices().matching("dev.mosaic.operator.(*)..").should().beFreeOfCycles().check(MAIN);
    }

    /** Those that are for other packages. What makes a class public has to be said here. */
    @Test
    void shouldKeepInternalsInTheirPackages() {
        assertThat(Architecture.publicClasses(MAIN))
                .isEqualTo(Map.ofEntries(
                        Map.entry(
                                "dev.mosaic.operator",
                                Set.of(
                                        "ClusterReconciler",
                                        "GroupReconciler",
                                        "InCluster",
                                        "OperatorClass",
                                        "JobReconciler",
                                        "SpecOrGift",
                                        "SpecOrResume",
                                        "TesseraReconciler")),
                        Map.entry(
                                "dev.mosaic.operator.apply",
                                Set.of(
                                        "Events",
                                        "Healing",
                                        "KeyKeeper",
                                        "Leadership",
                                        "NameTakenException",
                                        "ReplicaWriter",
                                        "Writer")),
                        Map.entry(
                                "dev.mosaic.operator.autoscale",
                                Set.of(
                                        "Autoscale",
                                        "Bounds",
                                        "Decision",
                                        "Demand",
                                        "Group",
                                        "Limits",
                                        "Memory",
                                        "Needs",
                                        "Replica",
                                        "Scene")),
                        Map.entry(
                                "dev.mosaic.operator.desired",
                                Set.of(
                                        "Declared",
                                        "Desired",
                                        "Drift",
                                        "KeySecrets",
                                        "Labels",
                                        "Names",
                                        "PodUser",
                                        "Programs",
                                        "Role",
                                        "RuntimeImage",
                                        "TesseraDeclaration",
                                        "Volume",
                                        "Workers")),
                        Map.entry("dev.mosaic.operator.head", Set.of("HeadAnswer", "HeadApi", "HeadJson", "Watching")),
                        Map.entry(
                                "dev.mosaic.operator.observe",
                                Set.of("HeadTesserae", "IdleClusters", "Observer", "Sources")),
                        Map.entry(
                                "dev.mosaic.operator.plan",
                                Set.of(
                                        "Action",
                                        "ClusterPlan",
                                        "HeadPlan",
                                        "JobCourse",
                                        "JobHistory",
                                        "JobPlan",
                                        "LostLabels",
                                        "Parting",
                                        "Plan",
                                        "Suspension",
                                        "WorkerPlan")),
                        Map.entry("dev.mosaic.operator.reason", Set.of("Reason")),
                        Map.entry("dev.mosaic.operator.scale", Set.of("Autoscaler")),
                        Map.entry(
                                "dev.mosaic.operator.snapshot",
                                Set.of(
                                        "ClusterSnapshot",
                                        "Ending",
                                        "Gang",
                                        "GroupSnapshot",
                                        "Idleness",
                                        "JobSnapshot",
                                        "Pods",
                                        "Rest",
                                        "ScaleView",
                                        "TesseraSnapshot",
                                        "Trouble")),
                        Map.entry(
                                "dev.mosaic.operator.status",
                                Set.of(
                                        "ClusterStatuses",
                                        "GroupStatuses",
                                        "JobStatuses",
                                        "Progress",
                                        "Refusal",
                                        "TesseraStatuses",
                                        "Transitions")),
                        Map.entry("dev.mosaic.operator.validate", Set.of("Problem", "Validation"))));
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
