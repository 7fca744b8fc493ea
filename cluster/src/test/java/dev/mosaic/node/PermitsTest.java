package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.testing.ChildJvms;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import program.Crowd;
import program.Ledger;
import program.Sleeper;

/** What runs at once in two workers with one permit each, which are processes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PermitsTest {
    private static final Duration LONG = Eventually.PATIENCE;
    private static final long ENDLESS_MILLIS = 600_000;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private Transcript transcript;
    private Mosaic mosaic;

    @BeforeAll
    void start() {
        transcript = new Transcript();
        mosaic = Mosaic.start(o -> o.workers(2).jvmArguments(ChildJvms.JIT));
    }

    @AfterAll
    void close() {
        mosaic.close();
        transcript.close();
    }

    private Remote<Sleeper> busy(String worker) {
        Remote<Sleeper> busy =
                mosaic.withOptions(options -> options.worker(worker)).remote(Sleeper::new);
        Task<long[]> endless = busy.call(Sleeper::sleep, ENDLESS_MILLIS);
        Eventually.holds("it runs", () -> endless.state() == Task.State.RUNNING);
        return busy;
    }

    @Test
    @DisplayName("S2.4: no tessera waits for ever behind another's long call")
    void shouldLetTesseraeAnswerThoughOthersAreBusy() {
        try (Mosaic two = mosaic) {
            List<String> workers = two.workers();
            Remote<Ledger> neighbour = two.withOptions(options -> options.worker(workers.getFirst()))
                    .remote(Ledger::new);
            neighbour.call(Ledger::note, 1).await(LONG);
            List<Remote<Sleeper>> endless = new ArrayList<>();
            endless.add(busy(workers.getFirst()));
            assertThat(neighbour.call(Ledger::note, 2).result(LONG)).isEqualTo(2);
            endless.add(busy(workers.getLast()));
            for (int i = 0; i < 5; i++) {
                assertThat(two.remote(Ledger::new).call(Ledger::note, 1).result(LONG))
                        .as("of a new one, while both workers are busy")
                        .isEqualTo(1);
            }
            assertThat(neighbour.call(Ledger::note, 3).result(LONG)).isEqualTo(3);
            assertThat(endless).hasSize(2);
        } finally {
            mosaic = Mosaic.start(o -> o.workers(2).jvmArguments(ChildJvms.JIT)); // without those that never end
        }
    }

    @Test
    @DisplayName("S2.4: as many calls run at once as the class says")
    void shouldRunCallsOfARelaxedClassAtOnce() {
        Remote<Crowd> crowd = mosaic.remote(Crowd::new, 50);
        List<Task<Boolean>> tasks = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            tasks.add(crowd.call(Crowd::meet));
        }
        assertThat(mosaic.gather(tasks)).as("each met all others").hasSize(50).containsOnly(true);
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 40, 80, 200})
    @DisplayName("S3.5: tasks that wait for tasks, deep")
    void shouldWaitDeep(int depth) {
        assertThat(mosaic.submit(() -> deep(depth)).result(LONG)).isEqualTo(depth);
    }

    static int deep(int left) {
        return left == 0 ? 0 : 1 + Mosaic.current().submit(() -> deep(left - 1)).result();
    }
}
