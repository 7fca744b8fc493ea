package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Device;
import dev.mosaic.InvalidOptionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which devices a node finds, by files as drivers show them and by variables as makers' plugins and people set them. */
class DeviceFinderTest {
    private static final String AMD = "0x1002";
    private static final String INTEL = "0x8086";

    @TempDir
    private Path root;

    private List<String> found(Map<String, String> environment) {
        return new DeviceFinder(environment, root).offered("");
    }

    private List<String> said(String text) {
        return new DeviceFinder(Map.of(), root).offered(text);
    }

    private void nvidia(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            Files.createDirectories(root.resolve("proc/driver/nvidia/gpus/0000:0" + i + ":00.0"));
        }
    }

    /** A render node, as the kernel shows it; this process may open it where {@code isOurs}. */
    private void renderNode(int number, String vendor, String address, boolean isOurs) throws IOException {
        Path device = Files.createDirectories(root.resolve("sys/devices").resolve(address));
        Files.writeString(device.resolve("vendor"), vendor + "\n");
        Path node = Files.createDirectories(root.resolve("sys/class/drm/renderD" + number));
        Files.createSymbolicLink(node.resolve("device"), device);
        if (isOurs) {
            Files.createDirectories(root.resolve("dev/dri"));
            Files.createFile(root.resolve("dev/dri/renderD" + number));
        }
    }

    @Test
    void shouldFindNoneWhereThereIsNone_S5_2() {
        assertThat(found(Map.of())).isEmpty();
    }

    @Test
    void shouldFindThoseOfNvidia_S5_2() throws IOException {
        nvidia(2);
        assertThat(found(Map.of())).containsExactly("0", "1");
        assertThat(found(Map.of("NVIDIA_VISIBLE_DEVICES", "all"))).containsExactly("0", "1");
        assertThat(found(Map.of("NVIDIA_VISIBLE_DEVICES", "none"))).isEmpty();
        assertThat(found(Map.of("NVIDIA_VISIBLE_DEVICES", "void"))).isEmpty();
        Files.createDirectories(root.resolve("dev"));
        Files.createFile(root.resolve("dev/nvidia3"));
        Files.createFile(root.resolve("dev/nvidiactl"));
        assertThat(found(Map.of("NVIDIA_VISIBLE_DEVICES", "void")))
                .as("the container's runtime gave it one by its file")
                .containsExactly("0");
        assertThat(found(Map.of("NVIDIA_VISIBLE_DEVICES", "5,6")))
                .as("a container numbers what it got from 0 on")
                .containsExactly("0", "1");
        assertThat(found(Map.of("NVIDIA_VISIBLE_DEVICES", "GPU-a,MIG-b"))).containsExactly("GPU-a", "MIG-b");
    }

    @Test
    void shouldTakeTimeSlicesForDevices_S5_2() {
        List<String> slices = found(Map.of("NVIDIA_VISIBLE_DEVICES", "GPU-a,GPU-a,GPU-b"));
        assertThat(slices).containsExactly("GPU-a", "GPU-a::1", "GPU-b");
        assertThat(DeviceFinder.environment(slices, List.of("GPU-a::1")))
                .containsExactly(Map.entry("CUDA_VISIBLE_DEVICES", "GPU-a"));
        assertThat(DeviceFinder.environment(slices, slices))
                .containsExactly(Map.entry("CUDA_VISIBLE_DEVICES", "GPU-a,GPU-b"));
    }

    @Test
    void shouldFindThoseOfAmd_S5_2() throws IOException {
        renderNode(128, AMD, "0000:03:00.0", true);
        renderNode(129, AMD, "0000:43:00.0", true);
        renderNode(130, AMD, "0000:83:00.0", false);
        assertThat(found(Map.of())).as("nothing computes without /dev/kfd").isEmpty();
        Files.createFile(root.resolve("dev/kfd"));
        assertThat(found(Map.of())).containsExactly("amd:0", "amd:1");
        assertThat(found(Map.of("ROCR_VISIBLE_DEVICES", "1"))).containsExactly("amd:1");
        assertThat(found(Map.of("ROCR_VISIBLE_DEVICES", ""))).isEmpty();
        assertThat(DeviceFinder.environment(List.of("amd:0", "amd:1"), List.of("amd:1")))
                .containsExactly(Map.entry("ROCR_VISIBLE_DEVICES", "1"));
        assertThat(DeviceFinder.environment(List.of("amd:0", "amd:1"), List.of()))
                .containsExactly(Map.entry("ROCR_VISIBLE_DEVICES", ""));
    }

    @Test
    void shouldFindThoseOfIntelThatAreNoPartOfTheProcessor_S5_2() throws IOException {
        renderNode(128, INTEL, "0000:00:02.0", true);
        assertThat(found(Map.of())).isEmpty();
        renderNode(129, INTEL, "0000:4d:00.0", true);
        assertThat(found(Map.of())).containsExactly("intel:0");
        assertThat(found(Map.of("ZE_AFFINITY_MASK", "0.1,1"))).containsExactly("intel:0.1", "intel:1");
        assertThat(DeviceFinder.environment(List.of("intel:0"), List.of("intel:0")))
                .containsExactly(Map.entry("ZE_AFFINITY_MASK", "0"));
        assertThat(DeviceFinder.environment(List.of("intel:0"), List.of()))
                .as("an empty mask hides nothing")
                .containsExactly(Map.entry("ZE_AFFINITY_MASK", "65535"));
    }

    @Test
    void shouldOfferOneKind_S5_2() throws IOException {
        renderNode(128, AMD, "0000:03:00.0", true);
        Files.createFile(root.resolve("dev/kfd"));
        nvidia(1);
        assertThat(found(Map.of())).containsExactly("0");
        assertThat(said("amd")).containsExactly("amd:0");
        assertThat(said("AMD=1")).containsExactly("amd:0");
    }

    @Test
    void shouldOfferWhatIsSaid_S5_2() throws IOException {
        assertThat(said("3")).as("to try something, without a device").containsExactly("0", "1", "2");
        assertThat(said("4, 6")).containsExactly("4", "6");
        assertThat(said("amd=2")).containsExactly("amd:0", "amd:1");
        assertThat(said("amd=4,GPU-7f")).containsExactly("amd:4", "amd:GPU-7f");
        assertThat(said("amd")).isEmpty();
        nvidia(2);
        assertThat(said("1")).containsExactly("0");
        assertThatThrownBy(() -> said("3"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("gpus=3 is more than there are: 2");
        assertThatThrownBy(() -> said("tpu=3"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("there is no kind tpu");
    }

    /** The operator writes MOSAIC_GPUS: as many as the pod has asked its plugin for. */
    @Test
    void shouldHaveAsManyAsTheOperatorCounts_S5_2() {
        assertThat(found(Map.of("MOSAIC_GPUS", "nvidia=1", "NVIDIA_VISIBLE_DEVICES", "GPU-fake-0")))
                .containsExactly("GPU-fake-0");
        assertThat(found(Map.of("MOSAIC_GPUS", "nvidia=2", "NVIDIA_VISIBLE_DEVICES", "GPU-a")))
                .as("two slices of one device, of which the plugin tells once")
                .containsExactly("GPU-a", "GPU-a::1");
        assertThat(found(Map.of("MOSAIC_GPUS", "amd=2"))).containsExactly("amd:0", "amd:1");
        assertThat(found(Map.of("MOSAIC_GPUS", "1")))
                .as("of a plugin that nobody knows")
                .containsExactly("0");
        assertThat(new DeviceFinder(Map.of("MOSAIC_GPUS", "amd=2"), root).offered("0,3"))
                .as("an option is said later")
                .containsExactly("0", "3");
    }

    @Test
    void shouldSayNothingOfDevicesWhereNoneAreOffered() {
        assertThat(DeviceFinder.environment(List.of(), List.of())).isEmpty();
    }

    @Test
    void shouldReadItsOwnWords() {
        List.of("0", "GPU-a::1", "MIG-GPU-8/1/0")
                .forEach(id -> assertThat(Device.parse(id))
                        .isEqualTo(new Device(Device.Kind.NVIDIA, id))
                        .hasToString(id));
        assertThat(Device.parse("amd:1"))
                .isEqualTo(new Device(Device.Kind.AMD, "1"))
                .hasToString("amd:1");
    }

    /** The words, and the devices that CUDA sees. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                 | ''",
                "NoDevFiles         | ''",
                "-1                 | ''",
                "none               | ''",
                "void               | ''",
                "all                | ''",
                "'2, 5'             | '2 5'",
                "0,-1,1             | 0",
                "3,NoDevFiles       | 3",
                "0,,1               | 0",
                "0,1,0              | ''",
                "0,1,-1,1           | '0 1'",
                "GPU-8932f937,GPU-a | 'GPU-8932f937 GPU-a'",
                "MIG-GPU-8/1/0      | MIG-GPU-8/1/0",
                "GPU-a,GPU-a        | ''",
                "GPU-a,gpu-b        | GPU-a"
            })
    void shouldReadVisibleDevicesAsCudaDoes_S5_2(String words, String devices) {
        assertThat(String.join(" ", found(Map.of("CUDA_VISIBLE_DEVICES", words))))
                .isEqualTo(devices);
    }
}
