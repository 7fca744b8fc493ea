package dev.mosaic.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** What a process takes of its machine. */
class ProcessLoadTest {
    @Test
    void shouldSumWhatAllInterfacesButTheLoopbackHaveCarried() {
        String interfaces = """
                Inter-|   Receive                                                |  Transmit
                 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
                    lo: 9000000   10    0    0    0     0          0         0  9000000   10    0    0    0     0       0          0
                  eth0:    1500   11    1    2    3     4          5         6     2500   12    0    0    0     0       0          0
                veth1a:123456789012   11    1    2    3     4          5         6     7   12    0    0    0     0       0          0
                """;

        assertThat(ProcessLoad.Traffic.of(interfaces)).isEqualTo(new ProcessLoad.Traffic(123456790512L, 2507));
        assertThat(ProcessLoad.Traffic.of("")).isEqualTo(new ProcessLoad.Traffic(0, 0));
    }

    @Test
    void shouldSayWhatThisProcessTakes() {
        Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/status")), "this system has no /proc");
        ProcessLoad load = ProcessLoad.now();

        assertThat(load.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(load.residentBytes()).isPositive();
        assertThat(load.cpuNanos()).isPositive();
        assertThat(load.receivedBytes()).isNotNegative();
    }
}
