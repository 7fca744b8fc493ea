package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.OptionException;
import dev.mosaic.message.Resources;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a node finds out about its devices. */
class OfferTest {
    @Test
    void shouldFindDevicesByTheEnvironmentAndTheDriver_S5_2() {
        assertThat(Offer.devices(Map.of(), 2, 0)).containsExactly("0", "1");
        assertThat(Offer.devices(Map.of(), 0, 0)).isEmpty();
        assertThat(Offer.devices(Map.of("MOSAIC_GPUS", "3", "CUDA_VISIBLE_DEVICES", "7"), 0, 0))
                .containsExactly("0", "1", "2");
        assertThat(Offer.devices(Map.of("MOSAIC_GPUS", "4,6"), 0, 0)).containsExactly("4", "6");
        assertThat(Offer.devices(Map.of("CUDA_VISIBLE_DEVICES", "2, 5"), 8, 0)).containsExactly("2", "5");
        assertThat(Offer.devices(Map.of("NVIDIA_VISIBLE_DEVICES", "all"), 2, 0)).containsExactly("0", "1");
        assertThat(Offer.devices(Map.of("NVIDIA_VISIBLE_DEVICES", "void"), 2, 0))
                .isEmpty();
        assertThat(Offer.devices(Map.of("NVIDIA_VISIBLE_DEVICES", "void"), 4, 1))
                .as("the container's runtime gave it one by its file")
                .containsExactly("0");
        assertThat(Offer.devices(Map.of("NVIDIA_VISIBLE_DEVICES", "none"), 2, 2))
                .isEmpty();
        assertThat(Offer.devices(Map.of("NVIDIA_VISIBLE_DEVICES", "GPU-fake-0"), 0, 0))
                .containsExactly("GPU-fake-0");
        assertThat(Offer.devices(Map.of("NVIDIA_VISIBLE_DEVICES", "5,6"), 2, 0))
                .as("a container numbers what it got from 0 on")
                .containsExactly("0", "1");
        assertThat(Offer.devices(Map.of("NVIDIA_VISIBLE_DEVICES", "GPU-a,GPU-b"), 2, 0))
                .containsExactly("GPU-a", "GPU-b");
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
        assertThat(String.join(" ", Offer.devices(Map.of("CUDA_VISIBLE_DEVICES", words), 8, 8)))
                .isEqualTo(devices);
    }

    @Test
    void shouldOfferWhatIsSaid_S5_2() {
        Offer offer = Offer.of(OptionalDouble.of(2.5), "0,3", OptionalLong.of(1 << 30), Map.of("fpga", 4.0));
        assertThat(offer.gpus()).isEqualTo(List.of("0", "3"));
        assertThat(offer.resources().toString()).isEqualTo("2.5 cpus, 1 GiB, 4 fpga");
        assertThat(Offer.of(OptionalDouble.empty(), "0", OptionalLong.empty(), Map.of())
                        .resources()
                        .cpus())
                .isEqualTo(Runtime.getRuntime().availableProcessors() * Resources.ONE);
    }

    @Test
    void shouldRefuseAmountsThatAreNone() {
        assertThatThrownBy(() -> dev.mosaic.Bundle.EMPTY.gpus(1.5)).isInstanceOf(OptionException.class);
        assertThatThrownBy(() -> dev.mosaic.Bundle.EMPTY.cpus(-1)).isInstanceOf(OptionException.class);
        assertThatThrownBy(() -> dev.mosaic.Bundle.EMPTY.cpus(Double.NaN)).isInstanceOf(OptionException.class);
    }
}
