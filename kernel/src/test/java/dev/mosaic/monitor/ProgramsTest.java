package dev.mosaic.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.placement.LeastBusy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Several programs at one monitor: their names, their workers, their shares. */
class ProgramsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long ONE = 1;
    private static final long TWO = 2;
    private static final long NODE = 50;
    private static final long OTHER_NODE = 51;

    private record Sent(long unit, ClusterMessage message) {}

    private final List<Sent> sent = new ArrayList<>();
    private final List<String> lost = new ArrayList<>();
    private final MonitorOutput out = new MonitorOutput() {
        @Override
        public void send(long unit, ClusterMessage message) {
            sent.add(new Sent(unit, message));
        }

        @Override
        public void joined(Member member) {}

        @Override
        public void lost(Member member, String reason, boolean orderly) {
            lost.add(member.uid() + (orderly ? " left" : " died"));
        }
    };
    private long now = SECOND;
    private final MonitorMachine machine =
            new MonitorMachine(now, 1, MonitorSettings.DEFAULT.thatBegins(), new LeastBusy(), out);

    @Test
    void shouldGiveNumbersOnceTheUnitsOfTheMonitorBeforeHadTimeToCome_S1_1() {
        enrol(901, Member.Kind.NODE);
        hello(node(NODE, 0, 2));
        now += 2 * SECOND;
        machine.tick(now);
        assertThat(said(901, ClusterMessage.Enrolled.class)).isEmpty();
        now += 2 * SECOND;
        machine.tick(now);
        assertThat(said(901, ClusterMessage.Enrolled.class)).containsExactly(new ClusterMessage.Enrolled(1));

        enrol(902, Member.Kind.NODE);
        enrol(902, Member.Kind.NODE);
        enrol(903, Member.Kind.PROGRAM);
        assertThat(said(902, ClusterMessage.Enrolled.class))
                .as("the same when asked again")
                .containsExactly(new ClusterMessage.Enrolled(2), new ClusterMessage.Enrolled(2));
        assertThat(said(903, ClusterMessage.Enrolled.class))
                .as("kinds do not share numbers")
                .containsExactly(new ClusterMessage.Enrolled(0));
    }

    @Test
    void shouldAskNodesForAsManyWorkersAsAProgramNeeds_S1_5() {
        hello(head(ONE));
        hello(node(NODE, 0, 2));
        hello(node(OTHER_NODE, 1, 2));
        place(ONE, 1);
        place(ONE, 2);
        place(ONE, 3);
        assertThat(staff(NODE)).containsExactly("head:1 1", "head:1 2");
        assertThat(staff(OTHER_NODE)).containsExactly("head:1 1");
        place(ONE, 4);
        place(ONE, 5);
        assertThat(staff(OTHER_NODE)).as("no more than it offers").containsExactly("head:1 1", "head:1 2");
    }

    @Test
    void shouldSpreadWhatWaitsOverTheWorkersToCome_S5_1() {
        hello(head(ONE));
        hello(node(NODE, 0, 2));
        for (int i = 1; i <= 4; i++) {
            place(ONE, i);
        }
        hello(worker(11, 0, ONE));
        assertThat(placed(ONE)).as("half of them").containsExactly(11L, 11L);
        hello(worker(12, 1, ONE));
        assertThat(placed(ONE)).containsExactly(11L, 11L, 12L, 12L);
    }

    @Test
    void shouldSpreadWhatWaitsOverWorkersThatComeLateAndOneByOne() {
        hello(head(ONE));
        hello(node(NODE, 0, 4));
        for (int i = 1; i <= 4; i++) {
            place(ONE, i);
        }
        for (int i = 0; i < 4; i++) {
            now += 4 * SECOND;
            hello(worker(11 + i, i, ONE));
            now += 2 * SECOND;
            machine.received(now, ONE, new ClusterMessage.Heartbeat(0, 0, 0));
            machine.received(now, NODE, new ClusterMessage.Heartbeat(0, 0, 0));
            for (int there = 0; there <= i; there++) {
                machine.received(now, 11 + there, new ClusterMessage.Heartbeat(1, 0, 0));
            }
            machine.tick(now);
        }
        assertThat(placed(ONE)).containsExactly(11L, 12L, 13L, 14L);
    }

    @Test
    void shouldNotWaitForEverForAWorkerThatDoesNotCome() {
        hello(head(ONE));
        hello(node(NODE, 0, 2));
        place(ONE, 1);
        place(ONE, 2);
        hello(worker(11, 0, ONE));
        assertThat(placed(ONE)).containsExactly(11L);
        now += 6 * SECOND;
        machine.received(now, 11, new ClusterMessage.Heartbeat(1, 0, 0));
        machine.received(now, NODE, new ClusterMessage.Heartbeat(0, 0, 0));
        machine.tick(now);
        assertThat(placed(ONE)).containsExactly(11L, 11L);
    }

    @Test
    void shouldPlaceInAProgramsOwnWorkersOnly_S1_5() {
        hello(head(ONE));
        hello(head(TWO));
        hello(node(NODE, 0, 1));
        hello(worker(11, 0, ONE));
        hello(worker(12, 1, TWO));
        for (int i = 1; i <= 3; i++) {
            place(ONE, i);
            place(TWO, i);
        }
        assertThat(placed(ONE)).containsOnly(11L).hasSize(3);
        assertThat(placed(TWO)).containsOnly(12L).hasSize(3);
    }

    @Test
    void shouldSayAgainWhatANodeIsToHaveOnItsNextLink() {
        hello(head(ONE));
        hello(node(NODE, 0, 2));
        place(ONE, 1);
        sent.clear();
        hello(node(NODE, 0, 2));
        assertThat(staff(NODE)).containsExactly("head:1 1");
    }

    @Test
    void shouldAskOtherNodesWhereOneIsLost_S7_1() {
        hello(head(ONE));
        hello(node(NODE, 0, 1));
        place(ONE, 1);
        hello(node(OTHER_NODE, 1, 1));
        assertThat(staff(OTHER_NODE)).isEmpty();
        machine.lose(NODE, "its machine is gone");
        assertThat(staff(OTHER_NODE)).containsExactly("head:1 1");
    }

    @Test
    void shouldShareProcessorsBetweenProgramsThatWantThem_S5_4() {
        hello(head(ONE));
        hello(head(TWO));
        hello(node(NODE, 0, 4));
        IntStream.range(0, 4).forEach(i -> hello(worker(10 + i, i, ONE)));
        IntStream.range(0, 4).forEach(i -> hello(worker(20 + i, 4 + i, TWO)));
        machine.received(now, ONE, new ClusterMessage.Lease(8));
        assertThat(leased(ONE)).as("alone it has all of its own").hasSize(4);
        machine.received(now, TWO, new ClusterMessage.Lease(8));
        assertThat(leased(ONE)).hasSize(2).allMatch(worker -> worker < 20);
        assertThat(leased(TWO)).hasSize(2).allMatch(worker -> worker >= 20);
        machine.received(now, TWO, new ClusterMessage.Lease(1));
        assertThat(leased(ONE)).as("what one does not want goes to the other").hasSize(3);
        assertThat(leased(TWO)).hasSize(1);
        machine.received(now, TWO, new ClusterMessage.Lease(0));
        assertThat(leased(ONE)).hasSize(4);
    }

    @Test
    void shouldSayHowManyWorkersAreComing() {
        hello(head(ONE));
        hello(node(NODE, 0, 2));
        machine.received(now, ONE, new ClusterMessage.Lease(2));
        hello(worker(11, 0, ONE));
        hello(worker(12, 1, ONE));
        assertThat(said(ONE, ClusterMessage.Leased.class))
                .extracting(ClusterMessage.Leased::coming)
                .containsExactly(2, 1, 0);
    }

    @Test
    void shouldEndTheWorkersOfAProgramThatIsOverButForThoseWithNames_S1_6() {
        hello(head(ONE));
        hello(node(NODE, 0, 2));
        hello(worker(11, 0, ONE));
        hello(worker(12, 1, ONE));
        machine.received(now, ONE, new ClusterMessage.Place(new Id(ONE, 1), "Solver", 7, "solver", 0));
        long named = placed(ONE).getFirst();
        machine.received(now, ONE, new ClusterMessage.Exited(ONE, "it was closed"));
        assertThat(lost).containsExactly("head:1 left", named == 11 ? "worker:0:1 left" : "worker:0:0 left");
        machine.received(now, named, new ClusterMessage.Ended(new Id(ONE, 1)));
        machine.tick(now);
        assertThat(lost).hasSize(3);
    }

    // ---- events

    private static Member head(long instance) {
        return new Member("head:" + instance, instance, Member.Kind.PROGRAM, "", "", 0);
    }

    private static Member node(long instance, int number, int workers) {
        return new Member("node:" + number, instance, Member.Kind.NODE, "", "", workers);
    }

    private static Member worker(long instance, int number, long program) {
        return new Member("worker:0:" + number, instance, Member.Kind.WORKER, "", "node:0", 1, program);
    }

    private void hello(Member member) {
        machine.connected(now, member.instance());
        machine.received(now, member.instance(), new ClusterMessage.Hello(member, 0, List.of(), List.of(), List.of()));
    }

    private void enrol(long guest, Member.Kind kind) {
        machine.received(now, guest, new ClusterMessage.Enrol(kind));
    }

    private void place(long program, long number) {
        machine.received(now, program, new ClusterMessage.Place(new Id(program, number), "Solver", 7, "", 0));
    }

    private List<Long> placed(long program) {
        return said(program, ClusterMessage.Placed.class).stream()
                .map(ClusterMessage.Placed::worker)
                .toList();
    }

    private List<Long> leased(long program) {
        return said(program, ClusterMessage.Leased.class).getLast().workers();
    }

    private List<String> staff(long node) {
        return said(node, ClusterMessage.Staff.class).stream()
                .map(staff -> staff.program().uid() + " " + staff.workers())
                .toList();
    }

    private <M extends ClusterMessage> List<M> said(long to, Class<M> kind) {
        return sent.stream()
                .filter(each -> each.unit == to && kind.isInstance(each.message))
                .map(each -> kind.cast(each.message))
                .toList();
    }
}
