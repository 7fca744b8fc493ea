package dev.mosaic.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where limits are found: cgroups of version 2 and 1, in containers and outside, and the machine. */
class MemoryGaugeTest {
    private static final long MIB = 1L << 20;

    @TempDir
    Path root;

    @BeforeEach
    void boot() throws IOException {
        file("proc/meminfo", "MemTotal:        8388608 kB\nMemFree:         100 kB\nMemAvailable:    6291456 kB\n");
        file("proc/self/cgroup", "0::/\n");
        file("proc/self/mountinfo", "23 1 0:5 / /proc rw - proc proc rw\n");
    }

    private void file(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void group2(String path, String limit, long used, long inactive) throws IOException {
        file(path + "/memory.max", limit + "\n");
        file(path + "/memory.current", used + "\n");
        file(path + "/memory.stat", "anon 5\ninactive_anon 7\ninactive_file " + inactive + "\n");
    }

    private MemoryUse read() {
        return MemoryGauge.of(root).read().orElseThrow();
    }

    @Test
    void shouldTakeTheMachineWhereThereIsNoLimit_S4_4() {
        assertThat(read()).isEqualTo(new MemoryUse(2048 * MIB, 8192 * MIB));
    }

    @Test
    void shouldReadALimitOfVersion2_S4_4() throws IOException {
        file("proc/self/mountinfo", "41 31 0:38 / /sys/fs/cgroup rw,relatime shared:4 - cgroup2 cgroup2 rw\n");
        group2("sys/fs/cgroup", Long.toString(512 * MIB), 400 * MIB, 100 * MIB);
        assertThat(read()).isEqualTo(new MemoryUse(300 * MIB, 512 * MIB));
        group2("sys/fs/cgroup", "max", 400 * MIB, 100 * MIB);
        assertThat(read().limitBytes()).as("none").isEqualTo(8192 * MIB);
    }

    @Test
    void shouldTakeTheFullestOfTheGroupsAbove_S4_4() throws IOException {
        file("proc/self/mountinfo", "41 31 0:38 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        file("proc/self/cgroup", "0::/pod/container\n");
        group2("sys/fs/cgroup/pod/container", Long.toString(1024 * MIB), 100 * MIB, 0);
        group2("sys/fs/cgroup/pod", Long.toString(2048 * MIB), 1900 * MIB, 0);
        assertThat(read()).isEqualTo(new MemoryUse(1900 * MIB, 2048 * MIB));
    }

    @Test
    void shouldReadALimitOfVersion1InAContainerThatSeesTheMachinesNames_S4_4() throws IOException {
        file("proc/self/mountinfo", """
                35 31 0:32 /docker/ab /sys/fs/cgroup/memory ro master:9 - cgroup cgroup rw,memory
                41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
                """);
        file("proc/self/cgroup", "4:memory:/docker/ab/sub\n2:cpu,cpuacct:/docker/ab\n0::/\n");
        file("sys/fs/cgroup/memory/memory.limit_in_bytes", 256 * MIB + "\n");
        file("sys/fs/cgroup/memory/memory.usage_in_bytes", 200 * MIB + "\n");
        file("sys/fs/cgroup/memory/memory.stat", "inactive_file 1\ntotal_inactive_file " + 50 * MIB + "\n");
        file("sys/fs/cgroup/memory/sub/memory.limit_in_bytes", "9223372036854771712\n");
        file("sys/fs/cgroup/memory/sub/memory.usage_in_bytes", 10 * MIB + "\n");
        assertThat(read()).isEqualTo(new MemoryUse(150 * MIB, 256 * MIB));
    }

    @Test
    void shouldSayNothingWhereTheSystemDoesNot_S7_4() throws IOException {
        Files.delete(root.resolve("proc/meminfo"));
        assertThat(MemoryGauge.of(root).read()).isEmpty();
        file("proc/meminfo", "MemTotal:  garbage\n");
        assertThat(MemoryGauge.of(root).read()).isEmpty();
    }

    @Test
    void shouldSeeThisMachineAndThisProcess_S7_4() {
        assertThat(MemoryGauge.ofThisProcess().read())
                .hasValueSatisfying(use -> assertThat(use.fraction()).isBetween(0.0, 1.0));
        assertThat(MemoryGauge.ownBytes(ProcessHandle.current().pid())).isGreaterThan(20 * MIB);
        assertThat(MemoryGauge.ownBytes(0)).isZero();
    }
}
