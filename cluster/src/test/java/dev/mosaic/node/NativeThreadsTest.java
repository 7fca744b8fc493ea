package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Resources;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said to OpenMP, MKL and OpenBLAS. */
class NativeThreadsTest {
    @Test
    void shouldShareTheProcessorsAmongCallsThatRunAtOnce() {
        assertThat(NativeThreads.share(Resources.ofCpus(16), 4, 1)).isEqualTo(4);
        assertThat(NativeThreads.share(Resources.ofCpus(16), 4, 3)).isEqualTo(1);
        assertThat(NativeThreads.share(Resources.ofCpus(2), 8, 1)).isEqualTo(1);
        assertThat(NativeThreads.share(Resources.ofCpus(7.5), 2, 1)).isEqualTo(3);
        assertThat(NativeThreads.share(Resources.ofCpus(0), 0, 1)).isEqualTo(1);
    }

    @Test
    void shouldLeaveThemToWhoSaysOne() {
        Map<String, String> unsaid = new HashMap<>(Map.of("PATH", "/bin"));
        NativeThreads.say(unsaid, 4);
        assertThat(unsaid)
                .isEqualTo(Map.of(
                        "PATH", "/bin", "OMP_NUM_THREADS", "4", "MKL_NUM_THREADS", "4", "OPENBLAS_NUM_THREADS", "4"));
        Map<String, String> said = new HashMap<>(Map.of("OMP_NUM_THREADS", "8"));
        NativeThreads.say(said, 4);
        assertThat(said).isEqualTo(Map.of("OMP_NUM_THREADS", "8"));
    }
}
