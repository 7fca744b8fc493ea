package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.Snapshots;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import program.Sleeper;
import program.Tally;

/** {@code mosaic node --drain}: a node that is ended in order lets what lives on it move. */
class NodeDrainTest {
    private static final Duration LONG = Eventually.PATIENCE;

    @RegisterExtension
    static final SharedMachines SHARED =
            new SharedMachines(() -> Machines.onLoopback().head());

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private Machines machines;

    @BeforeEach
    void open() throws IOException {
        machines = SHARED.get();
    }

    @AfterEach
    void close() {
        log.expect(log.count(""), "");
    }

    /** The names of so many nodes that live; a test leaves one at most. */
    private List<String> nodes(int count) throws IOException {
        List<String> alive = new ArrayList<>();
        for (String name : List.of("first", "second")) {
            if (machines.has(name) && machines.process(name).isAlive()) {
                alive.add(name);
            }
        }
        for (String name : List.of("first", "second")) {
            if (alive.size() < count && !alive.contains(name)) {
                machines.node(name, 1, "--drain", "600").awaitJoined(name);
                alive.add(name);
            }
        }
        return alive;
    }

    @Test
    void shouldMoveWhatLivesOnANodeThatIsEnded_S2_9() throws Exception {
        List<String> both = nodes(2);
        try (Mosaic mosaic = Mosaic.connect(machines.address())) {
            Remote<Tally> tally =
                    mosaic.withOptions(o -> o.snapshots(Snapshots.DRAIN)).remote(Tally::new, 0);
            for (int i = 1; i <= 5; i++) {
                assertThat(tally.call(Tally::add).result(LONG)).isEqualTo(i);
            }
            String before = tally.worker();
            String node = before.replaceFirst("worker:(\\d+):.*", "NODE:$1 ");
            boolean isFirst = machines.process(both.getFirst()).output().contains(node);
            RunningProgram ended = machines.process(isFirst ? both.getFirst() : both.getLast());
            ended.stop();
            var _ = ended.awaitEnd(60);
            assertThat(tally.call(Tally::add).result(LONG)).isEqualTo(6);
            assertThat(tally.worker()).isNotEqualTo(before);
        }
    }

    /** Its holder has it at the warehouse, until there is another worker. */
    @Test
    void shouldNotWaitWithWhatIsIdleForAnotherWorker_S2_9() throws Exception {
        RunningProgram ended = machines.process(nodes(1).getFirst());
        try (Mosaic mosaic = Mosaic.connect(machines.address())) {
            Remote<Tally> tally =
                    mosaic.withOptions(o -> o.snapshots(Snapshots.DRAIN)).remote(Tally::new, 0);
            assertThat(tally.call(Tally::add).result(LONG)).isEqualTo(1);
            long begin = System.nanoTime();
            ended.stop();
            var _ = ended.awaitEnd(60);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(25));
            var _ = nodes(1);
            assertThat(tally.call(Tally::add).result(LONG)).isEqualTo(2);
        }
    }

    @Tag("long")
    @Tag("variants")
    @Test
    void shouldNotDrainForLongWhereThereIsNoMonitorAnyMore_S2_9() throws Exception {
        SHARED.harm();
        RunningProgram node = machines.process(nodes(1).getFirst());
        try (Mosaic mosaic = Mosaic.connect(machines.address())) {
            Remote<Sleeper> sleeper = mosaic.remote(Sleeper::new);
            var _ = sleeper.call(Sleeper::sleep, 1L).result(LONG);
            var _ = sleeper.call(Sleeper::sleep, 300_000L);
            machines.kill("head");
            node.stop();
            var _ = node.awaitEnd(40);
            assertThat(node.output()).contains("and no monitor was there any more");
        }
    }

    @Test
    void shouldHandOverTheEntriesThatANodeThatIsEndedHas_S4_2() throws Exception {
        RunningProgram ended = machines.process(nodes(1).getFirst());
        try (Mosaic mosaic = Mosaic.connect(machines.address())) {
            List<Ref<double[]>> refs = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                int each = i;
                refs.add(mosaic.submit(() -> Mosaic.current().put(filled(each))).result(LONG));
            }
            ended.stop();
            var _ = ended.awaitEnd(60);
            for (int i = 0; i < refs.size(); i++) {
                assertThat(refs.get(i).value()).as("entry %d", i).isEqualTo(filled(i));
            }
        }
    }

    private static double[] filled(int with) {
        double[] values = new double[200_000];
        Arrays.fill(values, with);
        return values;
    }
}
