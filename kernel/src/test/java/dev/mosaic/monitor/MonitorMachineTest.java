package dev.mosaic.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.message.TaskBacklog;
import dev.mosaic.placement.LeastBusy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The monitor, event by event. */
class MonitorMachineTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Member HEAD = new Member("head:0", 1, Member.Kind.PROGRAM, "", "", 0);
    private static final Member NODE = new Member("node:0", 2, Member.Kind.NODE, "", "", 0);
    private static final Member A = new Member("worker:0:0", 11, Member.Kind.WORKER, "", "node:0", 1);
    private static final Member B = new Member("worker:0:1", 12, Member.Kind.WORKER, "", "node:0", 1);

    private record Sent(long unit, ClusterMessage message) {}

    private final List<Sent> sent = new ArrayList<>();
    private final List<Long> lost = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();
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
            reasons.add(reason);
        }
    };
    private long now = SECOND;
    private final MonitorMachine machine =
            new MonitorMachine(now, 1, MonitorSettings.DEFAULT.thatBegins(), new LeastBusy(), out);

    @Test
    void shouldTellAllWhoComesAndTheNewcomerWhoIsThere() {
        hello(HEAD);
        hello(A);
        assertThat(members(HEAD))
                .last()
                .extracting(ClusterMessage.Members::joined)
                .isEqualTo(List.of(A));
        assertThat(members(A)).last().extracting(ClusterMessage.Members::joined).isEqualTo(List.of(HEAD, A));
    }

    @Test
    void shouldPlaceTesseraeOnTheLeastBusyWorkers() {
        hello(HEAD);
        hello(A);
        hello(B);
        for (int i = 1; i <= 4; i++) {
            place(i, "");
        }
        assertThat(said(HEAD, ClusterMessage.Placed.class))
                .extracting(ClusterMessage.Placed::worker)
                .containsExactly(11L, 12L, 11L, 12L);
    }

    @Test
    void shouldNotCountTesseraeThatEndedSinceTheLastHeartbeat() {
        hello(HEAD);
        hello(A);
        hello(B);
        place(1, "");
        place(2, "");
        machine.received(now, 11, new ClusterMessage.Heartbeat(1, 0, 0));
        machine.received(now, 12, new ClusterMessage.Heartbeat(1, 0, 0));
        machine.received(now, 11, new ClusterMessage.Ended(new Id(1, 1)));
        machine.received(now, 12, new ClusterMessage.Ended(new Id(1, 2)));
        place(3, "");
        place(4, "");
        assertThat(said(HEAD, ClusterMessage.Placed.class))
                .extracting(ClusterMessage.Placed::worker)
                .containsExactly(11L, 12L, 11L, 12L);
    }

    @Test
    void shouldCountTesseraeThatAnotherMonitorPlaced() {
        hello(HEAD);
        hello(A);
        hello(B);
        machine.received(now, 11, new ClusterMessage.Heartbeat(2, 0, 0));
        place(1, "");
        place(2, "");
        place(3, "");
        assertThat(said(HEAD, ClusterMessage.Placed.class))
                .extracting(ClusterMessage.Placed::worker)
                .containsExactly(12L, 12L, 11L);
    }

    @Test
    @DisplayName("S2.6: a tessera lives where it should, if that worker is there")
    void shouldPlaceATesseraWhereItShouldLive() {
        hello(HEAD);
        hello(A);
        hello(B);
        for (long number = 1; number <= 3; number++) {
            long wish = number < 3 ? B.instance() : 99;
            machine.received(now, HEAD.instance(), new ClusterMessage.Place(new Id(1, number), "Solver", 7, "", wish));
        }
        assertThat(said(HEAD, ClusterMessage.Placed.class))
                .extracting(ClusterMessage.Placed::worker)
                .containsExactly(12L, 12L, 11L);
    }

    @Test
    void shouldGiveTheSamePlaceWhenAskedAgain() {
        hello(HEAD);
        hello(A);
        hello(B);
        place(1, "");
        place(1, "");
        assertThat(said(HEAD, ClusterMessage.Placed.class))
                .extracting(ClusterMessage.Placed::worker)
                .containsExactly(11L, 11L);
    }

    @Test
    @DisplayName("S2.7 of two that wait for a worker with the same name one gets it, the other is refused")
    void shouldGiveANameToOneOfThoseThatWait() {
        hello(HEAD);
        place(1, "n");
        place(2, "n");
        hello(A);
        assertThat(said(HEAD, ClusterMessage.Placed.class))
                .extracting(ClusterMessage.Placed::tessera)
                .containsExactly(new Id(1, 1));
        assertThat(said(HEAD, ClusterMessage.Refused.class)).last().satisfies(refused -> {
            assertThat(refused.tessera()).isEqualTo(new Id(1, 2));
            assertThat(refused.forEver()).isTrue();
            assertThat(refused.failure().kind()).isEqualTo(Failure.Kind.NAME);
        });
    }

    @Test
    void shouldLetAPlacementWaitUntilAWorkerComes() {
        hello(HEAD);
        place(1, "");
        assertThat(said(HEAD, ClusterMessage.Refused.class))
                .extracting(ClusterMessage.Refused::forEver)
                .containsExactly(false);
        hello(A);
        assertThat(said(HEAD, ClusterMessage.Placed.class)).hasSize(1);
    }

    @Test
    void shouldRefuseANameThatIsTakenAndFreeItWhenItsTesseraEnds() {
        hello(HEAD);
        hello(A);
        place(1, "solver");
        place(2, "solver");
        assertThat(said(HEAD, ClusterMessage.Refused.class))
                .extracting(refused -> refused.failure().kind())
                .containsExactly(Failure.Kind.NAME);
        machine.received(now, 11, new ClusterMessage.Ended(new Id(1, 1)));
        place(2, "solver");
        assertThat(machine.workerOf(new Id(1, 2))).isEqualTo(11L);
    }

    @Test
    void shouldFindATesseraByItsName() {
        hello(HEAD);
        hello(A);
        place(1, "solver");
        machine.received(now, 1, new ClusterMessage.Find(8, "solver"));
        machine.received(now, 1, new ClusterMessage.Find(9, "other"));
        assertThat(said(HEAD, ClusterMessage.Found.class))
                .containsExactly(
                        new ClusterMessage.Found(8, new ClusterMessage.Named("solver", new Id(1, 1), 11, "Solver", 7)),
                        new ClusterMessage.Found(9, null));
    }

    @Test
    void shouldDeclareAProcessDeadThatItsNodeSawEnd() {
        hello(HEAD);
        hello(NODE);
        hello(A);
        machine.received(now, 2, new ClusterMessage.Exited(11, "killed by signal 9"));
        assertThat(lost).containsExactly(11L);
        assertThat(members(HEAD))
                .last()
                .extracting(ClusterMessage.Members::lost)
                .isEqualTo(List.of(new ClusterMessage.Loss(11, "killed by signal 9")));
    }

    @Test
    void shouldDeclareASilentUnitDeadAndTellItToo() {
        hello(HEAD);
        hello(A);
        now += 9 * SECOND;
        machine.tick(now);
        assertThat(lost).as("a head keeps its lease").containsExactly(11L);
        sent.clear();
        machine.received(now, 11, new ClusterMessage.Heartbeat(0, 0, 0));
        assertThat(members(A)).last().extracting(said -> said.lost().size()).isEqualTo(1);
    }

    @Test
    void shouldKeepASilentProgramFor10MinutesAndNotLonger_S1_6() {
        hello(HEAD);
        now += 600 * SECOND;
        machine.tick(now);
        assertThat(lost).as("at its limit").isEmpty();
        now++;
        machine.tick(now);
        assertThat(lost).containsExactly(1L);
        assertThat(reasons).containsExactly("it was silent for 600000 ms");
    }

    @Test
    void shouldSayHowMuchMemoryASilentNodeHad() {
        hello(NODE);
        machine.received(now, 2, new ClusterMessage.Heartbeat(0, 0, 0, TaskBacklog.NONE, 1000L << 20, 1024L << 20));
        now += 9 * SECOND;
        machine.tick(now);
        assertThat(reasons)
                .containsExactly("it was silent for 9000 ms; its memory was at 1000 of 1024 MiB when it last spoke");
    }

    @Test
    void shouldSayNothingOfTheMemoryOfANodeOfTheVersionBefore_S7_5() {
        hello(NODE);
        machine.received(now, 2, new ClusterMessage.Heartbeat(0, 0, 0));
        now += 9 * SECOND;
        machine.tick(now);
        assertThat(reasons).containsExactly("it was silent for 9000 ms");
    }

    @Test
    void shouldKeepAUnitThatSaysItIsAlive() {
        hello(A);
        for (int i = 0; i < 20; i++) {
            now += SECOND;
            machine.received(now, 11, new ClusterMessage.Heartbeat(0, 0, 0));
            machine.tick(now);
        }
        assertThat(lost).isEmpty();
    }

    @Test
    void shouldTakeTheWorkersOfADeadNodeForDead() {
        hello(NODE);
        hello(A);
        hello(B);
        machine.lose(2, "its machine is gone");
        assertThat(lost).containsExactly(2L, 11L, 12L);
    }

    @Test
    void shouldReplaceAUnitByItsNextInstance() {
        hello(A);
        hello(new Member("worker:0:0", 99, Member.Kind.WORKER, "", "node:0", 1));
        assertThat(lost).containsExactly(11L);
        assertThat(machine.members()).extracting(Member::instance).containsExactly(99L);
    }

    @Test
    void shouldLeaseWorkersAndTellWhenTheyChange() {
        hello(HEAD);
        hello(A);
        machine.received(now, 1, new ClusterMessage.Lease(8));
        hello(B);
        machine.lose(11, "killed");
        machine.received(now, 1, new ClusterMessage.Lease(0));
        assertThat(said(HEAD, ClusterMessage.Leased.class))
                .extracting(ClusterMessage.Leased::workers)
                .containsExactly(List.of(11L), List.of(11L, 12L), List.of(12L), List.of());
    }

    @Test
    void shouldLearnNamesVerdictsAndMembersFromTheUnits() {
        ClusterMessage.Named named = new ClusterMessage.Named("solver", new Id(1, 5), 11, "Solver", 7);
        machine.received(
                now,
                11,
                new ClusterMessage.Hello(
                        A, 3, List.of(named), List.of(new ClusterMessage.Loss(77, "killed")), List.of(HEAD)));
        hello(B);
        machine.received(now, 12, new ClusterMessage.Find(1, "solver"));
        assertThat(said(B, ClusterMessage.Found.class)).containsExactly(new ClusterMessage.Found(1, named));
        assertThat(machine.members()).extracting(Member::instance).containsExactly(11L, 1L, 12L);
        machine.received(now, 77, new ClusterMessage.Heartbeat(0, 0, 0));
        assertThat(sent.getLast().unit).isEqualTo(77);
        place(B, 6, "");
        assertThat(machine.workerOf(new Id(1, 6)))
                .as("A said that it has three")
                .isEqualTo(12L);
    }

    /** Found by the simulation: nobody found it by its name, and so it lived for ever. */
    @Test
    void shouldLearnOfATesseraThatComesToAWorkerAfterItsGreeting_S2_7() {
        hello(HEAD);
        hello(A);
        ClusterMessage.Named named = new ClusterMessage.Named("solver", new Id(1, 5), 11, "Solver", 7);
        machine.received(now, 11, new ClusterMessage.Hosting(named, Claim.NONE));
        machine.received(now, 1, new ClusterMessage.Find(1, "solver"));
        assertThat(said(HEAD, ClusterMessage.Found.class)).containsExactly(new ClusterMessage.Found(1, named));
        assertThat(machine.workerOf(new Id(1, 5))).isEqualTo(11L);
        ClusterMessage.Named other = new ClusterMessage.Named("solver", new Id(1, 6), 11, "Solver", 7);
        machine.received(now, 11, new ClusterMessage.Hosting(other, Claim.NONE));
        assertThat(said(A, ClusterMessage.Refused.class))
                .extracting(refused -> refused.failure().what())
                .containsExactly("name=solver is taken by tessera=" + new Id(1, 5) + " of class=Solver");
        machine.received(now, 11, new ClusterMessage.Ended(new Id(1, 6)));
        machine.received(now, 1, new ClusterMessage.Find(2, "solver"));
        assertThat(said(HEAD, ClusterMessage.Found.class)).last().isEqualTo(new ClusterMessage.Found(2, named));
    }

    /** Found by the simulation: its home kept it for who finds it by its name, and nobody did. */
    @Test
    void shouldTellTheHomeOfAPassiveTesseraThatAnotherOneHasItsName_S2_7() {
        hello(HEAD);
        hello(A);
        ClusterMessage.Named named = new ClusterMessage.Named("solver", new Id(1, 5), 11, "Solver", 7);
        machine.received(now, 11, new ClusterMessage.Hosting(named, Claim.NONE));
        ClusterMessage.Named passive = new ClusterMessage.Named("solver", new Id(1, 6), Carried.HOME, "Solver", 7);
        machine.received(now, 1, new ClusterMessage.Passive(0, passive));
        assertThat(said(HEAD, ClusterMessage.Refused.class)).singleElement().satisfies(refused -> {
            assertThat(refused.tessera()).isEqualTo(new Id(1, 6));
            assertThat(refused.forEver()).as("nobody asked for a place").isFalse();
            assertThat(refused.failure().kind()).isEqualTo(Failure.Kind.NAME);
        });
        machine.received(now, 1, new ClusterMessage.Find(1, "solver"));
        assertThat(said(HEAD, ClusterMessage.Found.class)).containsExactly(new ClusterMessage.Found(1, named));
    }

    @Test
    void shouldNotPlaceOnAWorkerThatOthersOnlyToldOf() {
        machine.received(now, 1, new ClusterMessage.Hello(HEAD, 0, List.of(), List.of(), List.of(A)));
        place(1, "");
        assertThat(said(HEAD, ClusterMessage.Placed.class)).isEmpty();
        hello(A);
        assertThat(said(HEAD, ClusterMessage.Placed.class)).hasSize(1);
    }

    @Test
    void shouldSayOfAnUnknownUnitThatItIsDeadOnceItHadTimeToCome() {
        hello(HEAD);
        sent.clear();
        machine.received(now, 1, new ClusterMessage.Who(55));
        assertThat(sent).isEmpty();
        now += 11 * SECOND;
        machine.received(now, 1, new ClusterMessage.Heartbeat(0, 0, 0));
        machine.tick(now);
        machine.received(now, 1, new ClusterMessage.Who(55));
        assertThat(members(HEAD))
                .last()
                .extracting(said -> said.lost().getFirst().instance())
                .isEqualTo(55L);
    }

    // ---- events

    private void hello(Member member) {
        machine.connected(now, member.instance());
        machine.received(now, member.instance(), new ClusterMessage.Hello(member, 0, List.of(), List.of(), List.of()));
    }

    private void place(long number, String name) {
        place(HEAD, number, name);
    }

    private void place(Member asker, long number, String name) {
        machine.received(now, asker.instance(), new ClusterMessage.Place(new Id(1, number), "Solver", 7, name, 0));
    }

    private List<ClusterMessage.Members> members(Member to) {
        return said(to, ClusterMessage.Members.class);
    }

    private <M extends ClusterMessage> List<M> said(Member to, Class<M> kind) {
        return sent.stream()
                .filter(each -> each.unit == to.instance() && kind.isInstance(each.message))
                .map(each -> kind.cast(each.message))
                .toList();
    }
}
