package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.Snapshots;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import program.Sleeper;
import program.Tally;

/** {@code mosaic node --drain}: a node that is ended in order lets what lives on it move. */
class NodeDrainTest {
    private static final Duration LONG = Eventually.PATIENCE;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @Test
    void shouldMoveWhatLivesOnANodeThatIsEnded_S2_9() throws Exception {
        try (Machines machines =
                Machines.onLoopback().head().node("first", 1, "--drain", "60").node("second", 1, "--drain", "60")) {
            machines.awaitJoined("first");
            machines.awaitJoined("second");
            try (Mosaic mosaic = Mosaic.connect(machines.address())) {
                Remote<Tally> tally =
                        mosaic.with(o -> o.snapshots(Snapshots.DRAIN)).remote(Tally::new, 0);
                for (int i = 1; i <= 5; i++) {
                    assertThat(tally.call(Tally::add).result(LONG)).isEqualTo(i);
                }
                String before = tally.worker();
                String node = before.replaceFirst("worker:(\\d+):.*", "NODE:$1 ");
                RunningProgram ended =
                        machines.process(machines.process("first").output().contains(node) ? "first" : "second");
                ended.stop();
                var _ = ended.awaitEnd(60);
                assertThat(tally.call(Tally::add).result(LONG)).isEqualTo(6);
                assertThat(tally.worker()).isNotEqualTo(before);
            }
        }
        log.expect(log.count(""), "");
    }

    /** Its holder has it at the warehouse, until there is another worker. */
    @Test
    void shouldNotWaitWithWhatIsIdleForAnotherWorker_S2_9() throws Exception {
        try (Machines machines = Machines.onLoopback().head().node("first", 1, "--drain", "50")) {
            machines.awaitJoined("first");
            try (Mosaic mosaic = Mosaic.connect(machines.address())) {
                Remote<Tally> tally =
                        mosaic.with(o -> o.snapshots(Snapshots.DRAIN)).remote(Tally::new, 0);
                assertThat(tally.call(Tally::add).result(LONG)).isEqualTo(1);
                long begin = System.nanoTime();
                machines.process("first").stop();
                var _ = machines.process("first").awaitEnd(60);
                assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(25));
                machines.node("second", 1);
                assertThat(tally.call(Tally::add).result(LONG)).isEqualTo(2);
            }
        }
        log.expect(log.count(""), "");
    }

    @Tag("long")
    @Tag("variants")
    @Test
    void shouldNotDrainForLongWhereThereIsNoMonitorAnyMore_S2_9() throws Exception {
        try (Machines machines = Machines.onLoopback().head().node("node", 1, "--drain", "600")) {
            machines.awaitJoined("node");
            try (Mosaic mosaic = Mosaic.connect(machines.address())) {
                Remote<Sleeper> sleeper = mosaic.remote(Sleeper::new);
                var _ = sleeper.call(Sleeper::sleep, 1L).result(LONG);
                var _ = sleeper.call(Sleeper::sleep, 300_000L);
                machines.kill("head");
                machines.process("node").stop();
                var _ = machines.process("node").awaitEnd(40);
                assertThat(machines.process("node").output()).contains("and no monitor was there any more");
            }
        }
        log.expect(log.count(""), "");
    }

    @Test
    void shouldHandOverTheEntriesThatANodeThatIsEndedHas_S4_2() throws Exception {
        try (Machines machines = Machines.onLoopback().head().node("first", 1, "--drain", "60")) {
            machines.awaitJoined("first");
            try (Mosaic mosaic = Mosaic.connect(machines.address())) {
                List<Ref<double[]>> refs = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    int each = i;
                    refs.add(mosaic.submit(() -> Mosaic.current().put(filled(each)))
                            .result(LONG));
                }
                RunningProgram ended = machines.process("first");
                ended.stop();
                var _ = ended.awaitEnd(60);
                for (int i = 0; i < refs.size(); i++) {
                    assertThat(refs.get(i).value()).as("entry %d", i).isEqualTo(filled(i));
                }
            }
        }
        log.expect(log.count(""), "");
    }

    private static double[] filled(int with) {
        double[] values = new double[200_000];
        Arrays.fill(values, with);
        return values;
    }
}
