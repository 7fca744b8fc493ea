package dev.mosaic.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;
import dev.mosaic.message.TaskBacklog;
import dev.mosaic.testing.Elements;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A monitor at which units come and go for years: what it keeps of them is bounded. */
class MonitorTurnoverTest {
    private static final long MINUTE = 60 * Stage.SECOND;

    /** 100,000 units, five in each round; each half has all ways to come and go as often. */
    private static final int ROUNDS = 20_004;

    private final Stage stage = new Stage();

    @Tag("long")
    @Tag("variants")
    @Test
    void shouldKeepNoMoreAfter100000JoinsAndDeathsThanAfter50000() {
        for (int round = 0; round < ROUNDS / 2; round++) {
            comeAndGo(round);
        }
        Map<String, Long> half = Elements.of(stage.machine, stage);
        for (int round = ROUNDS / 2; round < ROUNDS; round++) {
            comeAndGo(round);
        }

        assertThat(stage.machine.members()).isEmpty();
        assertThat(Elements.of(stage.machine, stage)).isEqualTo(half);
    }

    /** A program with a node, two workers and a store; it names, reserves, and waits for what nobody has. */
    private void comeAndGo(int round) {
        long program = 10_000_000L + 10L * round;
        long worker = program + 1;
        long blank = program + 2;
        long store = program + 3;
        long node = Stage.node(round);
        say(program + 4, new ClusterMessage.Enrol(Member.Kind.NODE));
        stage.head(program);
        stage.node(round, 2, Resources.ofCpus(4), "gpu-0");
        stage.hello(stage.worker(worker, round, program));
        stage.hello(stage.worker(blank, round, program, "gpu-0"));
        stage.hello(new Member("store:" + round, store, Member.Kind.WAREHOUSE, "", "node:" + round, 0));
        say(program, new ClusterMessage.Place(new Id(program, 1), "Solver", 7, "named " + round, 0));
        stage.place(program, 2, Stage.cpus(1));
        stage.place(program, 3, Stage.gpus(1));
        stage.place(program, 4, Claim.of(Stage.label("fpga", 1)));
        say(program, new ClusterMessage.Find(1, "named " + round));
        say(program, new ClusterMessage.Lease(3));
        say(program, new ClusterMessage.Book(new Id(program, 9), List.of(Resources.ofCpus(1)), false, List.of()));
        say(program, new ClusterMessage.Who(program + 5));
        say(program, new ClusterMessage.Look(worker));
        say(worker, new ClusterMessage.Heartbeat(1, 2, 1, new TaskBacklog(3, 0)));
        if (round % 2 == 0) {
            say(node, new ClusterMessage.Drain(node, MINUTE));
        }
        stage.pass(Stage.SECOND);

        switch (round % 3) {
            case 0 -> { // each is seen to end
                say(node, new ClusterMessage.Exited(worker, "it was killed by signal 9"));
                leave(blank, store, node, program);
            }
            case 1 -> leave(node, program); // what was on the node dies with it
            default -> silence(); // nobody says anything
        }
        silence();
        for (long instance : new long[] {program, worker, blank, store, node}) {
            stage.machine.disconnected(instance);
        }
        stage.sent.clear();
        stage.lost.clear();
    }

    private void leave(long... instances) {
        for (long instance : instances) {
            say(instance, new ClusterMessage.Exited(instance, "it was closed"));
        }
    }

    private void silence() {
        for (int i = 0; i < 3; i++) {
            stage.now += 11 * MINUTE;
            stage.machine.tick(stage.now);
        }
    }

    private void say(long from, ClusterMessage message) {
        stage.machine.received(stage.now, from, message);
    }
}
