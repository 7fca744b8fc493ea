package dev.mosaic.crd;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** One object that cannot be read keeps no other from being read, and says why. */
class ReadingTest {
    private static final KubernetesSerialization KUBERNETES = new KubernetesSerialization();

    private static <R extends HasMetadata> R read(Class<R> kind, String body) {
        return KUBERNETES.unmarshal(
                "apiVersion: mosaic.dev/v1alpha1\nkind: " + kind.getSimpleName()
                        + "\nmetadata: {name: odd, namespace: lab}\n" + body,
                kind);
    }

    /** What the API server lets through, or a newer version of it, or one whose definitions are older. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MosaicCluster | {imagePullPolicy: Sometimes} | spec.imagePullPolicy: \"Sometimes\" is not one of Always, IfNotPresent, Never",
                "MosaicCluster | {warehouse: {memory: 4GB}} | spec.warehouse.memory: \"4GB\" is not a quantity",
                "MosaicCluster | {warehouse: {memory: 2Ei}} | spec.warehouse.memory: \"2Ei\" is not a quantity from 0 to 1Ei",
                "MosaicCluster | {warehouse: {memory: -1}} | spec.warehouse.memory: \"-1\" is not a quantity from 0",
                "MosaicCluster | {workerGroups: [{name: a}, {name: b, priority: high}]} | spec.workerGroups[1].priority: \"high\" is not a whole number",
                "MosaicCluster | {workerGroups: {name: a}} | spec.workerGroups: it is not a list",
                "MosaicCluster | {head: 7} | spec.head: ",
                "MosaicCluster | {head: {resources: {limits: {memory: 4GB}}}} | spec.head.resources.limits.memory: \"4GB\"",
                "MosaicWorkerGroup | {clusterName: demo, groupName: cpu, replicas: many} | spec.replicas: \"many\" is not a whole number",
                "MosaicJob | {main: {className: A}, cleanup: {onSuccess: Burn}} | spec.cleanup.onSuccess: \"Burn\" is not one of Delete, Keep",
                "MosaicJob | {main: {className: A}, clusterTemplate: {suspend: perhaps}} | spec.clusterTemplate.suspend: \"perhaps\" is not true or false",
                "MosaicCluster | {workerGroups: [{name: a}, {name: b, drainTimeout: 1 hour}]} | spec.workerGroups[1].drainTimeout: \"1 hour\" is not a duration",
                "MosaicCluster | {progressDeadline: -5s} | spec.progressDeadline: \"-5s\" is not a duration",
                "MosaicJob | {main: {className: A}, startDeadline: ''} | spec.startDeadline: \"\" is not a duration",
                "Tessera | {clusterRef: {name: demo}, className: A, snapshots: {mode: Daily}} | spec.snapshots.mode: \"Daily\" is not one of EveryCall, Drain, Interval",
                "Tessera | {clusterRef: {name: demo}, className: A, resources: {memory: 4GB}} | spec.resources.memory: \"4GB\" is not a quantity",
            })
    void shouldReadEachObjectAndSayWhichFieldCannotBe(String kind, String spec, String words) {
        Class<? extends HasMetadata> type = Samples.kind(kind);
        HasMetadata read = read(type, "spec: " + spec);

        assertThat(Unreadable.SPEC.in(read))
                .hasValueSatisfying(said -> assertThat(said).startsWith(words.strip()));
        assertThat(read.getMetadata().getName()).isEqualTo("odd");
        assertThat(Unreadable.SPEC.in(KUBERNETES.clone(read)))
                .as("copies know it too")
                .isEqualTo(Unreadable.SPEC.in(read));
        assertThat(read.hashCode()).as("caches hash it").isEqualTo(read.hashCode());
    }

    /** The head of that cluster has to end it when it is deleted. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{clusterRef: {name: demo}, className: A, resources: {memory: 4GB}} | demo",
                "{clusterRef: {name: [demo]}, className: A} | ''",
                "{clusterRef: demo, className: A} | ''",
                "7 | ''",
            })
    void shouldKeepTheClusterOfATesseraThatCannotBeRead(String spec, String cluster) {
        Tessera read = read(Tessera.class, "spec: " + spec);

        assertThat(Unreadable.SPEC.in(read)).isPresent();
        assertThat(read.getSpec().clusterRef().name()).isEqualTo(cluster);
        assertThat(read.getSpec().replicas()).isZero();
    }

    /** The PodSpec of an overlay is checked by nobody before. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{terminationGracePeriodSeconds: 30s} | spec.terminationGracePeriodSeconds: \"30s\" is not a whole number",
                "{containers: [{name: mosaic, resources: {limits: {memory: 4GB}}}]} | spec.containers[0].resources.limits.memory: \"4GB\" is not a quantity",
                "{containers: {name: mosaic}} | spec.containers: it is not a list",
                "{volumes: [{name: a, emptyDir: {sizeLimit: big}}]} | spec.volumes[0].emptyDir.sizeLimit: \"big\" is not a quantity",
                "{hostNetwork: perhaps} | spec.hostNetwork: \"perhaps\" is not true or false",
                "{nodeSelector: [a]} | spec.nodeSelector: it is not an object",
            })
    void shouldKeepOverlaysAsTheyAreWrittenAndSayWhatIsWrong(String podSpec, String words) {
        MosaicCluster read = read(MosaicCluster.class, "spec: {head: {template: {spec: " + podSpec + "}}}");

        assertThat(Unreadable.SPEC.in(read)).isEmpty();
        PodOverlay overlay = read.getSpec().head().template();
        assertThat(overlay.problem())
                .hasValueSatisfying(said -> assertThat(said).startsWith(words.strip()));
        assertThat(read.getSpec().hashCode())
                .as("caches hash it")
                .isEqualTo(read.getSpec().hashCode());
        assertThat(KUBERNETES.clone(read).getSpec()).isEqualTo(read.getSpec());
    }

    @Test
    void shouldReadAGoodOverlay() {
        MosaicCluster read = read(
                MosaicCluster.class,
                "spec: {head: {template: {spec: {containers: [{name: mosaic, resources: {limits: {memory: 4G}}}]}}}}");
        PodOverlay overlay = read.getSpec().head().template();
        assertThat(overlay.problem()).isEmpty();
        assertThat(overlay.podSpec().orElseThrow().getContainers()).hasSize(1);
        assertThat(PodOverlay.NONE.podSpec()).isEmpty();
    }

    /** Whoever rolls the operator back goes on. */
    @Test
    void shouldReadWordsOfAnotherVersionInAStatus() {
        MosaicCluster cluster = read(
                MosaicCluster.class,
                "spec: {}\nstatus: {phase: Hibernating, conditions: [{type: Ready, status: Perhaps, reason: A, message: b}]}");
        assertThat(Unreadable.STATUS.in(cluster)).isEmpty();
        assertThat(cluster.getStatus().phase()).isNull();

        MosaicJob job = read(
                MosaicJob.class,
                "spec: {main: {className: A}}\nstatus: {attempts: [{number: 1, pod: a, endTime: '2026-01-01T00:00:00Z', reason: Evaporated}], attemptCount: 1}");
        assertThat(job.getStatus().attempts().getFirst().reason())
                .as("an end that is not known is an end")
                .isEqualTo(AttemptEnd.DELETED);
    }

    @Test
    void shouldSayThatAStatusCannotBeRead() {
        MosaicJob job = read(MosaicJob.class, "spec: {main: {className: A}}\nstatus: {attemptCount: some}");
        assertThat(job.getStatus()).isNull();
        assertThat(Unreadable.STATUS.in(job)).contains("status.attemptCount: \"some\" is not a whole number");
    }

    static Stream<Class<? extends Enum<?>>> words() {
        return Stream.of(ActivationMode.class, DiskType.class, IdleAction.class, ServiceType.class, RetryPolicy.class);
    }

    @ParameterizedTest
    @MethodSource("words")
    void shouldNameAllWordsThatThereAre(Class<? extends Enum<?>> type) {
        Reading<? extends Enum<?>> reading =
                Reading.of("spec.x", com.fasterxml.jackson.databind.node.TextNode.valueOf("Odd"), type);
        assertThat(reading.problem().orElseThrow())
                .startsWith("spec.x: \"Odd\" is not one of ")
                .hasSizeGreaterThan(30)
                .satisfies(said -> assertThat(said.split(",")).hasSameSizeAs(Arrays.asList(type.getEnumConstants())));
    }
}
