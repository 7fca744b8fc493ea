package dev.mosaic.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.message.MessageWriter;
import dev.mosaic.placement.LeastBusy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who is dead, for how long that is remembered, and which monitor is heeded. */
class VerdictsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Member HEAD = new Member("head:0", 1, Member.Kind.PROGRAM, "", "", 0);
    private static final Member NODE = new Member("node:0", 2, Member.Kind.NODE, "", "", 0);
    private static final Member WORKER = worker(11);

    private record Sent(long unit, ClusterMessage message) {}

    private final List<Sent> sent = new ArrayList<>();
    private final List<Long> lost = new ArrayList<>();
    private final MonitorOutput out = new MonitorOutput() {
        @Override
        public void send(long unit, ClusterMessage message) {
            sent.add(new Sent(unit, message));
        }

        @Override
        public void joined(Member member) {}

        @Override
        public void lost(Member member, String reason, boolean orderly) {
            lost.add(member.instance());
        }
    };
    private long now = SECOND;
    private final MonitorMachine machine = new MonitorMachine(now, 100, MonitorSettings.DEFAULT, new LeastBusy(), out);

    private static Member worker(long instance) {
        return new Member("worker:0:" + instance, instance, Member.Kind.WORKER, "", "node:0", 1);
    }

    private void hello(Member member) {
        hello(member, List.of(), 0, false);
    }

    private void hello(Member member, List<Member> others, long epoch, boolean isKnown) {
        machine.connected(now, member.instance());
        machine.received(
                now,
                member.instance(),
                new ClusterMessage.Hello(member, 0, List.of(), List.of(), others, List.of(), epoch, isKnown));
    }

    private <M extends ClusterMessage> List<M> said(Member to, Class<M> kind) {
        return sent.stream()
                .filter(each -> each.unit == to.instance() && kind.isInstance(each.message))
                .map(each -> kind.cast(each.message))
                .toList();
    }

    private ClusterMessage.Members lastMembers(Member to) {
        return said(to, ClusterMessage.Members.class).getLast();
    }

    private void die(long instance) {
        hello(worker(instance));
        machine.received(now, NODE.instance(), new ClusterMessage.Exited(instance, "it was killed by signal 9"));
        sent.clear();
    }

    private static boolean tells(ClusterMessage.Members said, long dead) {
        return said.lost().stream().anyMatch(loss -> loss.instance() == dead);
    }

    @Tag("long")
    @Tag("variants")
    @Test
    void shouldLetANewcomerJoinAfter66000Deaths() {
        hello(NODE);
        for (long instance = 1_000; instance < 67_000; instance++) {
            die(instance);
        }
        hello(HEAD);
        assertThat(lastMembers(HEAD).joined()).containsExactly(NODE, HEAD);
        assertThat(lastMembers(HEAD).lost()).hasSize(1_000);
        assertThat(tells(lastMembers(HEAD), 66_999)).as("the last verdict").isTrue();
        assertThat(new MessageWriter().write(lastMembers(HEAD)).remaining()).isLessThan(60_000);
    }

    @Test
    void shouldTellOfTheDeadThatAUnitHoldsForLivingHoweverManyDiedSince() {
        hello(HEAD);
        hello(NODE);
        hello(worker(500));
        machine.disconnected(HEAD.instance());
        machine.received(now, NODE.instance(), new ClusterMessage.Exited(500, "it was killed by signal 9"));
        for (long instance = 1_000; instance < 6_000; instance++) {
            die(instance);
        }
        hello(HEAD, List.of(NODE, worker(500)), 0, true);
        assertThat(tells(lastMembers(HEAD), 500)).isTrue();
        assertThat(tells(lastMembers(HEAD), 1_000)).as("HEAD does not know it").isFalse();
    }

    /** What it is told before, it would take for the answer to that, and say what ended meanwhile; which may overtake a large one. */
    @Test
    void shouldTellNothingOnANewLinkBeforeTheUnitHasIntroducedItself_S7_2() {
        hello(NODE);
        hello(WORKER);
        machine.disconnected(WORKER.instance());
        machine.connected(now, WORKER.instance());
        sent.clear();
        hello(HEAD);
        assertThat(said(NODE, ClusterMessage.Members.class)).hasSize(1);
        assertThat(said(WORKER, ClusterMessage.Members.class)).isEmpty();
        hello(WORKER, List.of(NODE), 0, true);
        assertThat(lastMembers(WORKER).joined()).containsExactly(NODE, WORKER, HEAD);
    }

    @Test
    void shouldKeepAUnitDeadWhoseVerdictIsForgotten() {
        hello(HEAD);
        hello(NODE);
        die(500);
        for (long instance = 1_000; instance < 12_000; instance++) {
            die(instance);
        }
        hello(worker(500), List.of(), 0, true);
        assertThat(tells(lastMembers(worker(500)), 500)).isTrue();
        assertThat(machine.members()).extracting(Member::instance).containsExactly(1L, 2L);
    }

    @Test
    void shouldBeHeededByAUnitThatIsDeadAndKnowsAHigherEpoch_S7_2() {
        hello(NODE);
        hello(WORKER);
        machine.received(now, NODE.instance(), new ClusterMessage.Exited(WORKER.instance(), "it was silent"));
        hello(WORKER, List.of(NODE), 86_400_100, false);
        assertThat(tells(lastMembers(WORKER), WORKER.instance())).isTrue();
        assertThat(lastMembers(WORKER).epoch()).as("else it never ends").isGreaterThan(86_400_100);
    }

    @Test
    void shouldGoAboveTheEpochThatAUnitKnowsWhateverTheClockSays() {
        hello(HEAD);
        assertThat(lastMembers(HEAD).epoch()).isEqualTo(100);
        hello(NODE, List.of(), 86_400_100, false);
        assertThat(lastMembers(NODE).epoch()).isEqualTo(86_400_101);
        hello(WORKER);
        assertThat(lastMembers(HEAD).epoch()).as("all hear of it").isEqualTo(86_400_101);
        hello(NODE, List.of(), 86_400_100, true);
        assertThat(lastMembers(NODE).epoch()).as("it is above already").isEqualTo(86_400_101);
    }

    @Test
    void shouldGoAboveAnotherMonitorOfTheSameEpoch() {
        hello(HEAD, List.of(), 100, false);
        assertThat(lastMembers(HEAD).epoch()).isEqualTo(101);
    }

    /** A JVM may stand still for long: in a native call, in a collection, or while the system reads its memory from disk. */
    @Test
    void shouldNotTakeASilentWorkerForDeadWhileItsProcessRuns_S7_1() {
        hello(NODE);
        hello(WORKER);
        for (int second = 0; second < 3600; second++) {
            now += SECOND;
            machine.received(now, NODE.instance(), new ClusterMessage.Heartbeat(0, 0, 0));
            machine.received(now, NODE.instance(), new ClusterMessage.Running(List.of(WORKER.instance())));
            machine.tick(now);
        }
        assertThat(lost).isEmpty();
        for (int second = 0; second < 9; second++) {
            now += SECOND;
            machine.received(now, NODE.instance(), new ClusterMessage.Running(List.of()));
            machine.tick(now);
        }
        assertThat(lost).as("its process is stopped, or gone").containsExactly(WORKER.instance());
    }

    @Test
    void shouldNotWaitLongerForAWorkerThatItsNodeDoesNotSeeOrThatIsAnothers() {
        hello(NODE);
        Member other = new Member("node:1", 3, Member.Kind.NODE, "", "", 0);
        hello(other);
        hello(WORKER);
        for (int second = 0; second < 9; second++) {
            now += SECOND;
            machine.received(now, NODE.instance(), new ClusterMessage.Running(List.of()));
            machine.received(now, other.instance(), new ClusterMessage.Running(List.of(WORKER.instance())));
            machine.tick(now);
        }
        assertThat(lost).containsExactly(WORKER.instance());
    }

    @Test
    void shouldWaitNoLongerWhereTheNodeIsSilentToo_S7_1() {
        hello(NODE);
        hello(WORKER);
        machine.received(now, NODE.instance(), new ClusterMessage.Running(List.of(WORKER.instance())));
        now += 9 * SECOND;
        machine.tick(now);
        assertThat(lost).contains(NODE.instance(), WORKER.instance());
    }

    @Test
    void shouldWaitForASilentUnitOfItsOwnProcessAsForAProgram_S1_6() {
        Stage stage = new Stage(
                MonitorSettings.DEFAULT.beside(
                        unit -> unit.node().equals("node:0") && unit.kind() != Member.Kind.WORKER),
                new LeastBusy());
        stage.hello(new Member("node:0", 2, Member.Kind.NODE, "", "node:0", 0));
        stage.hello(new Member("warehouse:0", 3, Member.Kind.WAREHOUSE, "", "node:0", 0));
        stage.hello(WORKER);
        stage.hello(new Member("warehouse:1", 4, Member.Kind.WAREHOUSE, "", "", 0));
        stage.now += 9 * SECOND;
        stage.machine.tick(stage.now);
        assertThat(stage.lost).containsExactlyInAnyOrder("worker:0:11 died", "warehouse:1 died");
        stage.now += 600 * SECOND;
        stage.machine.tick(stage.now);
        assertThat(stage.lost).as("a loop that hangs").contains("node:0 died", "warehouse:0 died");
    }

    /** Else a call that was reading from the store would fail for the store, and its worker be thought well. */
    @Test
    void shouldLoseWorkersBeforeTheStoreOfANodeThatIsSilent_S7_1() {
        Member store = new Member("store:0", 4, Member.Kind.WAREHOUSE, "", "node:0", 0);
        hello(store);
        now += SECOND / 10;
        hello(NODE);
        hello(WORKER);
        for (int second = 0; second < 8; second++) {
            now += SECOND;
            machine.received(now, WORKER.instance(), new ClusterMessage.Heartbeat(0, 0, 0));
            machine.tick(now);
        }
        assertThat(lost).as("a node has 8 s, whatever its store does").isEmpty();
        now += SECOND;
        machine.tick(now);
        assertThat(lost).containsExactly(NODE.instance(), WORKER.instance(), store.instance());
    }

    @Test
    void shouldLoseAStoreAloneWhereItsNodeSpeaks() {
        Member store = new Member("store:0", 4, Member.Kind.WAREHOUSE, "", "node:0", 0);
        hello(store);
        hello(NODE);
        for (int second = 0; second < 9; second++) {
            now += SECOND;
            machine.received(now, NODE.instance(), new ClusterMessage.Heartbeat(0, 0, 0));
            machine.tick(now);
        }
        assertThat(lost).containsExactly(store.instance());
    }

    /** The monitor that said so was replaced before the home heard it. */
    @Test
    void shouldTellAHomeThatAsksForAPlaceThatTheProgramIsDead_S1_6() {
        Member home = new Member("warehouse:0", 4, Member.Kind.WAREHOUSE, "", "", 0);
        hello(home);
        ClusterMessage.Place place =
                new ClusterMessage.Place(new Id(77, 5).withLives(), "a.Solver", 7, "", 0, Claim.NONE);
        machine.received(now, home.instance(), new ClusterMessage.Replace(77, 12, place));
        assertThat(tells(lastMembers(home), 77)).as("it may be about to come").isFalse();
        now += 11 * SECOND;
        machine.received(now, home.instance(), new ClusterMessage.Heartbeat(0, 0, 0));
        machine.tick(now);
        machine.received(now, home.instance(), new ClusterMessage.Replace(77, 12, place));
        assertThat(tells(lastMembers(home), 77)).isTrue();
    }

    @Test
    void shouldSayHowLongAUnitIsSilentOrThatItIsDead() {
        hello(HEAD);
        hello(NODE);
        hello(WORKER);
        die(500);
        now += 2 * SECOND;
        machine.received(now, HEAD.instance(), new ClusterMessage.Look(WORKER.instance()));
        assertThat(said(HEAD, ClusterMessage.Looked.class))
                .containsExactly(new ClusterMessage.Looked(WORKER.instance(), 2 * SECOND));
        machine.received(now, HEAD.instance(), new ClusterMessage.Look(500));
        assertThat(tells(lastMembers(HEAD), 500)).isTrue();
        sent.clear();
        machine.received(now, HEAD.instance(), new ClusterMessage.Look(77));
        assertThat(sent).as("nothing is known of it").isEmpty();
    }

    @Test
    void shouldNotEndTheWorkersOfANodeWithTheNodeThatHadItsNameBefore() {
        Member before = new Member("node:0", 3, Member.Kind.NODE, "", "", 0);
        hello(HEAD, List.of(before), 0, false); // it has not heard the verdict of the monitor before
        hello(WORKER);
        hello(NODE);
        ClusterMessage.Loss closed = new ClusterMessage.Loss(before.instance(), "it was closed");
        Member store = new Member("store:1", 4, Member.Kind.WAREHOUSE, "", "node:1", 0);
        machine.connected(now, store.instance());
        machine.received(
                now,
                store.instance(),
                new ClusterMessage.Hello(store, 0, List.of(), List.of(closed), List.of(), List.of(), 0, false));
        assertThat(lost).containsExactly(before.instance());
        machine.received(now, NODE.instance(), new ClusterMessage.Exited(NODE.instance(), "it was closed"));
        assertThat(lost).as("with its own node it ends").contains(WORKER.instance());
    }

    @Test
    void shouldNotEndAWorkerThatHasComeBeforeItsNodeWithOneOfWhichOthersTell() {
        Member before = new Member("node:0", 3, Member.Kind.NODE, "", "", 0);
        Member toldWorker = worker(12);
        hello(HEAD, List.of(before, toldWorker), 0, false);
        hello(WORKER);
        ClusterMessage.Loss closed = new ClusterMessage.Loss(before.instance(), "it was closed");
        machine.received(
                now,
                HEAD.instance(),
                new ClusterMessage.Hello(HEAD, 0, List.of(), List.of(closed), List.of(), List.of(), 0, true));
        assertThat(lost).containsExactlyInAnyOrder(before.instance(), toldWorker.instance());
    }

    @Test
    void shouldEndAnotherNodeOfANameThatHasComeByItself() {
        hello(NODE);
        hello(WORKER);
        hello(HEAD, List.of(new Member("node:0", 3, Member.Kind.NODE, "", "", 0)), 0, false);
        machine.received(now, HEAD.instance(), new ClusterMessage.Exited(3, "it was closed"));
        assertThat(lost).containsExactly(3L);
        hello(NODE, List.of(), 0, true);
        machine.received(now, HEAD.instance(), new ClusterMessage.Exited(NODE.instance(), "it was closed"));
        assertThat(lost).containsExactly(3L, NODE.instance(), WORKER.instance());
    }

    @Test
    void shouldEndTheWarehouseOfBeforeAsSoonAsAUnitTellsOfItWhereAnotherHasItsName() {
        Member before = new Member("warehouse:0", 3, Member.Kind.WAREHOUSE, "", "", 0);
        hello(new Member("warehouse:0", 4, Member.Kind.WAREHOUSE, "", "", 0));
        hello(NODE, List.of(before), 0, false);
        assertThat(lost).containsExactly(before.instance());
        assertThat(tells(lastMembers(NODE), before.instance()))
                .as("who told of it hears that it is dead")
                .isTrue();
    }

    @Test
    void shouldEndTheWarehouseOfBeforeWhenTheNextComes() {
        Member before = new Member("warehouse:0", 3, Member.Kind.WAREHOUSE, "", "", 0);
        hello(NODE, List.of(before), 0, false);
        assertThat(lost).as("there is no other").isEmpty();
        hello(new Member("warehouse:0", 4, Member.Kind.WAREHOUSE, "", "", 0));
        assertThat(lost).containsExactly(before.instance());
    }

    @Test
    void shouldKnowTheNodeThatComesInPlaceOfOneThatHasCome() {
        Member next = new Member("node:0", 3, Member.Kind.NODE, "", "", 0);
        hello(NODE);
        hello(WORKER);
        hello(HEAD, List.of(next), 0, false);
        hello(next);
        assertThat(lost).containsExactly(NODE.instance(), WORKER.instance());
        hello(worker(12));
        machine.received(now, next.instance(), new ClusterMessage.Exited(next.instance(), "it was closed"));
        assertThat(lost).containsExactly(NODE.instance(), WORKER.instance(), next.instance(), 12L);
    }

    @Test
    void shouldKnowTheEndOfAWorkerThatItNeverMet() {
        hello(NODE);
        machine.received(now, NODE.instance(), new ClusterMessage.Exited(WORKER.instance(), ClusterMessage.DRAINED));
        hello(HEAD, List.of(NODE, WORKER), 0, false);
        assertThat(lastMembers(HEAD).lost())
                .containsExactly(new ClusterMessage.Loss(WORKER.instance(), ClusterMessage.DRAINED));
        hello(WORKER); // it was on its way
        assertThat(machine.members()).extracting(Member::instance).containsExactly(2L, 1L);
    }
}
