package dev.mosaic.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What records say beyond what is written. */
class ModelTest {
    private static Resources resources(String requests, String limits) {
        return new Resources(quantities(requests), quantities(limits));
    }

    private static Map<String, Quantity> quantities(String memory) {
        return memory == null ? Map.of() : Map.of("memory", new Quantity(memory));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"-, -, 1Gi, 1Gi", "3Gi, -, 3Gi, 3Gi", "-, 2Gi, 2Gi, 2Gi", "1Gi, 2Gi, 1Gi, 2Gi"})
    void shouldLimitMemoryToWhatIsRequestedUnlessSaid(String asked, String most, String request, String limit) {
        Resources whole = resources(asked, most).orElse("500m", "1Gi");
        assertThat(whole.requests()).isEqualTo(Map.of("cpu", new Quantity("500m"), "memory", new Quantity(request)));
        assertThat(whole.limits()).isEqualTo(Map.of("memory", new Quantity(limit)));
    }

    @Test
    void shouldRequestNoMoreCpuThanItsLimit() {
        Resources said = new Resources(Map.of(), Map.of("cpu", new Quantity("100m")));
        assertThat(said.orElse("500m", "1Gi").toKubernetes().getRequests()).containsEntry("cpu", new Quantity("100m"));
    }

    @Test
    void shouldBeginWithOnePodOrWithTheFewestOfAnAutoscaledGroup() {
        assertThat(group("{name: cpu}").replicas()).isEqualTo(1);
        assertThat(group("{name: cpu, maxReplicas: 6}").replicas()).isZero();
        assertThat(group("{name: cpu, minReplicas: 2, maxReplicas: 6}").replicas())
                .isEqualTo(2);
        assertThat(group("{name: cpu, replicas: 3, maxReplicas: 6}").replicas()).isEqualTo(3);
    }

    @Test
    void shouldTakeTheClustersIdleTimeoutUnlessTheGroupSaysOne() {
        assertThat(group("{name: cpu}").idle(AutoscalingSpec.DEFAULT)).isEqualTo(Duration.ofMinutes(1));
        assertThat(group("{name: cpu, maxReplicas: 1, idleTimeout: 5m}").idle(AutoscalingSpec.DEFAULT))
                .isEqualTo(Duration.ofMinutes(5));
        assertThat(group("{name: cpu}").provision()).isEqualTo(Duration.ofMinutes(10));
    }

    private static WorkerGroupSpec group(String yaml) {
        return new KubernetesSerialization()
                .unmarshal(
                        "apiVersion: mosaic.dev/v1alpha1\nkind: MosaicCluster\nspec: {workerGroups: [" + yaml + "]}",
                        MosaicCluster.class)
                .getSpec()
                .workerGroups()
                .getFirst();
    }

    /** The rule names each field, so one that is added to programs could be forgotten there. */
    @Test
    void shouldLetNothingOfASuspendedProgramChangeButTheNodesThatItMayRunOn() {
        List<String> all = Arrays.stream(ProgramSpec.class.getRecordComponents())
                .map(each -> each.getName())
                .toList();
        Set<String> free = Set.of("nodeSelector", "tolerations");
        assertThat(all).containsAll(free);
        assertThat(all)
                .filteredOn(
                        each -> MosaicJobSpec.SAME_PROGRAM.contains("self.main." + each + " == oldSelf.main." + each))
                .containsExactlyElementsOf(
                        all.stream().filter(each -> !free.contains(each)).toList());
    }

    @Test
    void shouldGiveTheWarehouseRoomForTheHeap() {
        assertThat(WarehouseSpec.DEFAULT.wholeResources().limits()).containsEntry("memory", new Quantity("2Gi"));
    }

    @Test
    void shouldHaveNoBytesOnNoDisk() {
        assertThat(new DiskSpec(DiskType.NONE, new Quantity("10Gi"), null, null).sizeBytes())
                .isZero();
        assertThat(DiskSpec.DEFAULT.sizeBytes()).isEqualTo(10L << 30);
    }

    @Test
    void shouldAskForGpusOfNvidiaUnlessSaidOrClaimed() {
        assertThat(new AcceleratorSpec(2, null, null).plugin()).contains("nvidia.com/gpu");
        assertThat(new AcceleratorSpec(1, "amd.com/gpu", null).plugin()).contains("amd.com/gpu");
        assertThat(new AcceleratorSpec(1, null, "one-gpu").plugin()).isEmpty();
    }

    /** Quantities, and the floating-point numbers that an earlier version stored. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{cpus: 500m, gpus: 1, labels: {fpga: 1500m}}",
                "{cpus: 0.5, gpus: 1.0, labels: {fpga: 1.5}}",
            })
    void shouldReadWhatATesseraTakes(String resources) {
        TesseraResources read = new KubernetesSerialization()
                .unmarshal(
                        "apiVersion: mosaic.dev/v1alpha1\nkind: Tessera\nspec: {clusterRef: {name: a}, className: A, code: {artifacts: []}, resources: "
                                + resources + "}",
                        Tessera.class)
                .getSpec()
                .resources();
        assertThat(read.cpuAmount()).isEqualTo(0.5);
        assertThat(read.gpuAmount()).isEqualTo(1);
        assertThat(read.labelAmounts()).isEqualTo(Map.of("fpga", 1.5));
        assertThat(read.memoryBytes()).isZero();
    }

    @Test
    void shouldTakeTheUsersSecretForPodsOnlyWhereItIsWhole() {
        assertThat(new SecuritySpec("own", null, null).mountedSecretName()).isEqualTo("own");
        assertThat(new SecuritySpec("own", "token", null).mountedSecretName()).isNull();
        assertThat(new SecuritySpec(null, "token", null).mountedSecretName()).isNull();
        assertThat(SecuritySpec.DEFAULT.mountedSecretName()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"90s, PT90S", "5m, PT5M", "1h30m, PT90M", "0s, PT0S"})
    void shouldReadDurations(String text, Duration duration) {
        assertThat(Durations.of(text)).isEqualTo(duration);
        assertThat(text).matches(Patterns.DURATION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a minute", "60", "500ms", "-5s", "1d"})
    void shouldReadNothingElse(String text) {
        assertThat(text).doesNotMatch(Patterns.DURATION);
        if (!text.startsWith("-")) { // Java knows negative ones; the API server lets none through.
            assertThatThrownBy(() -> Durations.of(text)).isInstanceOf(DateTimeParseException.class);
        }
    }
}
