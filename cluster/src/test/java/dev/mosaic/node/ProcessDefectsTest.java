package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.FailedItem;
import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.StoreFullException;
import dev.mosaic.WorkerLostException;
import dev.mosaic.memory.MemoryGauge;
import dev.mosaic.memory.MemoryUse;
import dev.mosaic.testing.ChildJvms;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import program.Inhabitant;
import program.Ledger;
import program.Reader;

/** Workers are processes, which can die; the warehouse has 64 MiB and no disk. */
class ProcessDefectsTest extends OriginalDefectsSuite {
    @TempDir
    static Path folder;

    @Override
    Mosaic open() {
        return Mosaic.start(options -> options.workers(2)
                .jvmArguments(ChildJvms.JIT)
                .warehouseMemory(64 << 20)
                .warehouseDisk(0));
    }

    private static void kill(long pid) {
        assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
    }

    /** A loop over items drops those of a lost worker, without a word. */
    @Test
    void defect03_theItemOfALostWorkerRunsAgain() {
        Remote<Ledger> done = in(worker(0), Ledger::new);
        done.call(Ledger::count).await(LONG);
        String home = done.worker();
        String mark = folder.resolve("killed").toString();
        List<FailedItem<Integer>> dropped = mosaic().forEach(List.of(1, 2, 3, 4, 5, 6), (worker, item) -> {
            Path once = Path.of(mark);
            if (!worker.uid().equals(home) && !Files.exists(once)) {
                Files.createFile(once);
                Runtime.getRuntime().halt(3);
            }
            done.call(Ledger::note, item).await(LONG);
        });
        assertThat(folder.resolve("killed")).exists();
        assertThat(dropped).isEmpty();
        assertThat(Arrays.stream(done.call(Ledger::all).result(LONG)).sorted()).containsExactly(1, 2, 3, 4, 5, 6);
        log.expect(1, "exit code 3");
    }

    /** A dead worker is never noticed, a dead node after three minutes. How soon: {@code benchmarks/results}. */
    @Test
    void defect05_aDeadWorkerIsNoticed() {
        Remote<Inhabitant> victim = in(worker(1), Inhabitant::new);
        long pid = victim.call(Inhabitant::pid).result(LONG);
        kill(pid);
        assertThatThrownBy(() -> victim.call(Inhabitant::pid).result(LONG)).isInstanceOf(WorkerLostException.class);
        log.expect(1, "SIGKILL");
    }

    /** In a pod with cgroup v2 the limit of the machine is taken for one's own. More forms: {@link MemoryGaugeTest}. */
    @Test
    void defect06_theLimitOfACgroupOfVersion2IsSeen(@TempDir Path root) throws IOException {
        Path self = Files.createDirectories(root.resolve("proc/self"));
        Files.writeString(root.resolve("proc/meminfo"), "MemTotal: 67108864 kB\nMemAvailable: 60000000 kB\n");
        Files.writeString(self.resolve("cgroup"), "0::/\n");
        Files.writeString(
                self.resolve("mountinfo"), "41 31 0:38 / /sys/fs/cgroup ro,nosuid - cgroup2 cgroup2 rw,nsdelegate\n");
        Path group = Files.createDirectories(root.resolve("sys/fs/cgroup"));
        Files.writeString(group.resolve("memory.max"), "2147483648\n");
        Files.writeString(group.resolve("memory.current"), "1073741824\n");
        Files.writeString(group.resolve("memory.stat"), "inactive_file 4096\n");
        assertThat(MemoryGauge.of(root).read()).contains(new MemoryUse((1L << 30) - 4096, 2L << 30));
    }

    /** What a dead process held is never released. */
    @Tag("long")
    @Tag("variants")
    @Test
    void defect14_whatADeadWorkerHeldIsReleased() {
        int large = 5 << 20; // 40 MiB, of 64
        Remote<Reader> keeper = in(worker(1), Reader::new);
        keep(keeper, large);
        assertThatThrownBy(() -> mosaic().put(new double[large]))
                .as("while it lives there is no room for another")
                .isInstanceOf(StoreFullException.class);
        kill(keeper.call(Reader::pid).result(LONG));
        Eventually.holds("there is room again, half a minute after it died", Duration.ofSeconds(55), () -> fits(large));
        log.expect(1, "SIGKILL");
    }

    private void keep(Remote<Reader> keeper, int count) {
        Ref<double[]> ref = mosaic().put(new double[count]);
        keeper.call(Reader::keeps, ref).await(LONG);
    }

    private boolean fits(int count) {
        System.gc();
        try {
            mosaic().put(new double[count]).drop();
            return true;
        } catch (StoreFullException still) {
            return false;
        }
    }
}
