package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.WorkerLostException;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import program.Hog;
import program.Inhabitant;
import program.Ledger;

/** A node in a real cgroup, with a worker that takes more memory than there is. */
class MemoryGuardTest {
    private static final Duration LONG = Eventually.PATIENCE;
    private static final long MIB = 1L << 20;
    private static final long LIMIT = 900 * MIB;
    private static final long ALL = 1L << 40;

    @TempDir
    Path folder;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private Transcript transcript;
    private MemoryGroup group;
    private Machines machines;
    private Mosaic mosaic;

    @BeforeEach
    void open() throws IOException {
        Obstacle.mustBeNone(MemoryGroup.obstacle());
        transcript = new Transcript();
        group = MemoryGroup.open("mosaic-" + ProcessHandle.current().pid(), LIMIT);
        machines = Machines.onLoopback().within(group.prefix(), "small").head().node("small", 2, "--memory=128MiB");
        machines.awaitJoined("small");
        mosaic = Mosaic.connect(machines.address());
    }

    @AfterEach
    void close() throws IOException {
        if (transcript != null) { // else it was skipped
            transcript.close();
            if (mosaic != null) {
                mosaic.close();
            }
            machines.close();
            group.close();
        }
    }

    /** One in each of the two workers; the first is alone with its worker. */
    private List<Remote<Inhabitant>> inhabitants() {
        List<Remote<Inhabitant>> all = new ArrayList<>();
        Eventually.holds("there are tesserae in two workers", LONG, () -> {
            all.add(mosaic.remote(Inhabitant::new));
            return all.stream()
                            .map(each -> each.call(Inhabitant::worker).result(LONG))
                            .distinct()
                            .count()
                    == 2;
        });
        return all;
    }

    private Remote<Ledger> ledgerElsewhere(String worker) {
        for (int i = 0; i < 100; i++) {
            Remote<Ledger> candidate = mosaic.remote(Ledger::new);
            candidate.call(Ledger::count).await(LONG);
            if (!candidate.worker().equals(worker)) {
                return candidate;
            }
        }
        throw new AssertionError("all were placed in " + worker);
    }

    private void nodeSays(String text) {
        Eventually.holds(
                "the node says: " + text,
                () -> machines.process("small").output().contains(text));
    }

    @Test
    void shouldEndTheLargestWorkerAndNameIt_S7_4() throws IOException {
        inhabitants();
        Remote<Hog> hog = mosaic.remote(Hog::new);
        hog.call(Hog::take, 4 * MIB).await(LONG);
        Remote<Ledger> other = ledgerElsewhere(hog.worker());
        long node = machines.process("small").pid();

        Task<Long> tooMuch = hog.call(Hog::take, ALL);
        int noted = 0;
        while (!tooMuch.state().isFinal() || noted < 100) {
            noted = other.call(Ledger::note, noted).result(LONG);
        }

        assertThatThrownBy(() -> tooMuch.result(LONG))
                .isInstanceOf(WorkerLostException.class)
                .hasMessageContaining("it was ended because the memory of node:0 was at")
                .hasMessageContaining("of 900 MiB, which is beyond 92 %")
                .hasMessageContaining("more than any other worker there");
        Eventually.holds(
                "the head says so",
                () -> machines.process("head")
                        .output()
                        .contains(hog.worker() + " is lost: it was ended because the memory of node:0"));
        nodeSays(hog.worker() + " ends: it was ended because");
        assertThat(group.endedBySystem()).as("processes that the system ended").isZero();
        assertThat(ProcessHandle.of(node)).isPresent();
        assertThat(other.call(Ledger::count).result(LONG))
                .as("the other's calls went on, none was lost")
                .isEqualTo(noted);
        Eventually.holds("a fresh worker comes", LONG, () -> mosaic.workers().size() == 2);
        Remote<Hog> next = mosaic.remote(Hog::new);
        assertThat(next.call(Hog::take, 8 * MIB).result(LONG)).isEqualTo(8 * MIB);
    }

    @Test
    void shouldRunTheCallAgainWhereItsPolicySaysSo_S7_4() throws IOException {
        String mark = folder.resolve("mark").toString();
        Task<String> task =
                mosaic.withCallOptions(options -> options.maxRetries(1)).submit(() -> Hog.onceTooMuch(mark));
        assertThat(task.result(LONG)).isEqualTo("enough");
        nodeSays("ends: it was ended because");
        assertThat(group.endedBySystem()).isZero();
    }
}
