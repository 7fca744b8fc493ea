package dev.mosaic.unit.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.Place;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.unit.links.LinkOutput;
import dev.mosaic.unit.links.Links;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S4.4 to S4.6, S7.3: what a unit asks of stores, and that each question is answered. */
class ObjectMachineTest {
    private static final long SELF = 1;
    private static final long HOME = 100;
    private static final long NODE = 101;
    private static final long OTHER = 102;
    private static final long SECOND = 1_000_000_000L;

    record Sent(long to, UnitMessage message) {}

    private final List<Sent> sent = new ArrayList<>();
    private final List<Id> recalled = new ArrayList<>();
    private final List<ObjectMessage> answers = new ArrayList<>();
    private final Links links = new Links(SELF, new LinkOutput() {
        @Override
        public void send(long unit, UnitMessage message) {
            sent.add(new Sent(unit, message));
        }

        @Override
        public void dial(long unit) {}
    });
    private final ObjectMachine machine = new ObjectMachine(links, "node:1", recalled::add);
    private final Id ref = new Id(SELF, 7);
    private final Id lease = new Id(SELF, -1);
    private final ObjectMessage.Reserve reserve = new ObjectMessage.Reserve(ref, List.of(300L));
    private final ObjectMessage.Put put = new ObjectMessage.Put(ref, "bytes", 0, Payload.of(new byte[1]));
    private final ObjectMessage.Acquire acquire = new ObjectMessage.Acquire(lease, List.of(ref));

    @Test
    void shouldAskTheStoreOfItsNodeAndTheHome() {
        join(HOME, "warehouse:0", "node:0");
        join(OTHER, "store:2", "node:2");
        assertThat(machine.store()).isEqualTo(HOME);
        join(NODE, "store:1", "node:1");
        assertThat(machine.store()).isEqualTo(NODE);
        assertThat(machine.home()).isEqualTo(HOME);
        machine.acquire(acquire, answers::add);
        machine.discard(ref, answers::add);
        assertThat(sent).contains(new Sent(NODE, acquire), new Sent(HOME, new ObjectMessage.Discard(ref)));
    }

    @Test
    void shouldNameTheRefsOfAReadThatNoStoreIsThereFor_S4_7() {
        join(HOME, "warehouse:0", "");
        machine.acquire(acquire, answers::add);
        lose(HOME);
        for (int i = 0; i < 40; i++) {
            machine.tick(i * SECOND, 30 * SECOND);
        }
        assertThat(answers)
                .singleElement()
                .isInstanceOfSatisfying(
                        ObjectMessage.Acquired.class,
                        answer -> assertThat(answer.values().getFirst().toString())
                                .contains("refs=[" + ref + "]"));
    }

    @Test
    void shouldAskWhenThereIsAStore() {
        machine.acquire(acquire, answers::add);
        machine.discard(ref, answers::add);
        assertThat(sent).isEmpty();
        join(HOME, "warehouse:0", "");
        assertThat(sent).contains(new Sent(HOME, acquire), new Sent(HOME, new ObjectMessage.Discard(ref)));
    }

    @Test
    void shouldAskAgainOnANewLinkUntilItIsAnswered() {
        join(HOME, "warehouse:0", "");
        machine.reserve(reserve, answers::add);
        machine.acquire(acquire, answers::add);
        relink(HOME);
        assertThat(sent)
                .containsExactly(
                        new Sent(HOME, new ObjectMessage.Leases(List.of(lease, ref))),
                        new Sent(HOME, reserve),
                        new Sent(HOME, acquire));
        machine.received(HOME, acquired());
        machine.received(HOME, new ObjectMessage.Reserved(ref, List.of(place()), null));
        machine.put(put, answers::add);
        relink(HOME);
        assertThat(sent)
                .containsExactly(new Sent(HOME, new ObjectMessage.Leases(List.of(lease, ref))), new Sent(HOME, put));
        machine.received(HOME, new ObjectMessage.Stored(ref, null));
        machine.discharge(lease);
        relink(HOME);
        assertThat(sent).containsExactly(new Sent(HOME, new ObjectMessage.Leases(List.of())));
        assertThat(machine.open()).isZero();
    }

    @Test
    void shouldHearEachAnswerOnce() {
        join(HOME, "warehouse:0", "");
        machine.acquire(acquire, answers::add);
        machine.received(HOME, acquired());
        machine.received(HOME, acquired());
        machine.reserve(reserve, answers::add);
        machine.received(HOME, new ObjectMessage.Stored(ref, null)); // no answer to that
        machine.received(HOME, new ObjectMessage.Reserved(ref, List.of(place()), null));
        machine.received(HOME, new ObjectMessage.Reserved(ref, List.of(place()), null));
        assertThat(answers).hasSize(2);
    }

    @Test
    @DisplayName("A better store that comes later changes nothing for what was asked of another")
    void shouldStayWithTheStoreThatWasAsked() {
        join(HOME, "warehouse:0", "");
        machine.acquire(acquire, answers::add);
        machine.reserve(reserve, answers::add);
        machine.received(HOME, new ObjectMessage.Reserved(ref, List.of(place()), null));
        sent.clear();
        join(NODE, "store:1", "node:1");
        assertThat(sent).containsExactly(new Sent(NODE, new ObjectMessage.Leases(List.of())));
        machine.put(put, answers::add);
        machine.discharge(lease);
        assertThat(sent).contains(new Sent(HOME, put), new Sent(HOME, new ObjectMessage.Discharge(lease)));
    }

    @Test
    @DisplayName("S7.3 the questions of a lost store are answered with that")
    void shouldAnswerForALostStore() {
        join(HOME, "warehouse:0", "");
        join(NODE, "store:1", "node:1");
        machine.reserve(reserve, answers::add);
        machine.acquire(acquire, answers::add);
        machine.put(new ObjectMessage.Put(new Id(SELF, 8), "bytes", 0, Payload.EMPTY), answers::add);
        machine.discard(new Id(SELF, 9), answers::add);
        lose(NODE);
        assertThat(answers).hasSize(2);
        assertThat(answers.get(0))
                .isInstanceOfSatisfying(
                        ObjectMessage.Reserved.class,
                        said -> assertThat(said.failure()).isNotNull());
        assertThat(answers.get(1))
                .isInstanceOfSatisfying(
                        ObjectMessage.Stored.class,
                        said -> assertThat(said.failure()).isNotNull());
        machine.discharge(lease);
        machine.giveUp(ref);
        lose(HOME);
        assertThat(answers).hasSize(3).last().isInstanceOf(ObjectMessage.Discarded.class);
        assertThat(machine.open()).isZero();
        assertThat(machine.home()).isZero();
    }

    @Test
    @DisplayName(
            "S4.7, S7.3 what was being read when its store died is asked of the home there is, and of the next one")
    void shouldReadFromTheNextHomeWhatWasBeingReadWhenOneDied() {
        join(HOME, "warehouse:0", "");
        join(NODE, "store:1", "node:1");
        machine.acquire(acquire, answers::add);
        lose(NODE);
        assertThat(sent).last().isEqualTo(new Sent(HOME, acquire));
        lose(HOME);
        machine.tick(0, 30 * SECOND);
        machine.tick(30 * SECOND, 30 * SECOND);
        assertThat(answers).isEmpty();
        join(200, "warehouse:0", "");
        assertThat(sent).last().isEqualTo(new Sent(200, acquire));
        machine.tick(31 * SECOND, 30 * SECOND);
        machine.received(200, new ObjectMessage.Acquired(lease, List.of(Outcome.NOTHING)));
        machine.discharge(lease);
        assertThat(answers).hasSize(1);
        assertThat(sent).last().isEqualTo(new Sent(200, new ObjectMessage.Discharge(lease)));
        assertThat(machine.open()).isZero();
    }

    @Test
    @DisplayName("S3.6 nobody waits for the next home for ever")
    void shouldNotWaitForTheNextHomeForEver() {
        join(HOME, "warehouse:0", "");
        machine.acquire(acquire, answers::add);
        lose(HOME);
        machine.tick(SECOND, 30 * SECOND);
        machine.tick(31 * SECOND, 30 * SECOND);
        assertThat(answers).isEmpty();
        machine.tick(31 * SECOND + 1, 30 * SECOND);
        assertThat(answers)
                .singleElement()
                .isInstanceOfSatisfying(
                        ObjectMessage.Acquired.class,
                        said -> assertThat(said.values().getFirst()).isInstanceOf(Outcome.Failed.class));
        machine.discharge(lease);
        assertThat(machine.open()).isZero();
    }

    /** A drop is for the home alone: another store of the machine does not help it. */
    @Test
    @DisplayName("S3.6 whatever is asked while no home is there ends")
    void shouldEndWhateverIsAskedWhileNoHomeIsThere_S3_6() {
        join(HOME, "warehouse:0", "");
        join(NODE, "store:1", "node:1");
        lose(HOME);
        machine.discard(ref, answers::add);
        machine.tick(SECOND, 30 * SECOND);
        machine.tick(31 * SECOND, 30 * SECOND);
        assertThat(answers).isEmpty();
        machine.tick(31 * SECOND + 1, 30 * SECOND);
        assertThat(answers)
                .singleElement()
                .isInstanceOfSatisfying(
                        ObjectMessage.Absent.class,
                        said -> assertThat(said.failure().what()).contains("no warehouse is there"));

        lose(NODE);
        machine.reserve(reserve, answers::add);
        machine.put(new ObjectMessage.Put(new Id(SELF, 8), "bytes", 0, Payload.EMPTY), answers::add);
        machine.tick(32 * SECOND, 30 * SECOND);
        assertThat(answers)
                .hasSize(3)
                .anySatisfy(said -> assertThat(said).isInstanceOf(ObjectMessage.Reserved.class))
                .anySatisfy(said -> assertThat(said).isInstanceOf(ObjectMessage.Stored.class));
        assertThat(machine.open()).isZero();
    }

    @Test
    @DisplayName("S3.6 a read that no store survives ends 2 min after the first one was lost")
    void shouldNotReadFromOneHomeAfterTheOtherForEver_S3_6() {
        long home = HOME;
        join(home, "warehouse:0", "");
        machine.acquire(acquire, answers::add);
        for (int second = 0; second <= 120; second += 20) {
            machine.tick(second * SECOND, 30 * SECOND);
            lose(home++);
            assertThat(answers).isEmpty();
            join(home, "warehouse:0", "");
        }
        machine.tick(500 * SECOND, 30 * SECOND);
        assertThat(answers).as("the last one lives, and is asked").isEmpty();
        lose(home);
        assertThat(answers)
                .singleElement()
                .isInstanceOfSatisfying(
                        ObjectMessage.Acquired.class,
                        said -> assertThat(((Outcome.Failed) said.values().getFirst())
                                        .failure()
                                        .what())
                                .contains("each warehouse that was asked was lost, for seconds=500"));
        machine.discharge(lease);
        assertThat(machine.open()).isZero();
    }

    @Test
    @DisplayName(
            "S3.6 what a store is asked that lives and cannot be reached ends with both named; a read is asked of another store")
    void shouldGiveUpWhatAStoreIsAskedThatCannotBeReached() {
        join(HOME, "warehouse:0", "");
        join(NODE, "store:1", "node:1");
        machine.reserve(reserve, answers::add);
        machine.acquire(acquire, answers::add);
        machine.put(new ObjectMessage.Put(new Id(SELF, 8), "bytes", 0, Payload.EMPTY), answers::add);
        Set<Long> units = new HashSet<>();
        machine.unreached(units);
        assertThat(units).isEmpty();
        links.disconnected(NODE);
        machine.unreached(units);
        assertThat(units).containsExactly(NODE);
        sent.clear();
        machine.giveUp(NODE, "head:1 has not reached store:1");
        assertThat(sent).containsExactly(new Sent(HOME, acquire));
        assertThat(answers)
                .hasSize(2)
                .allSatisfy(said -> assertThat(said.toString()).contains("head:1 has not reached store:1"));
        assertThat(answers.get(0)).isInstanceOf(ObjectMessage.Reserved.class);
        assertThat(answers.get(1)).isInstanceOf(ObjectMessage.Stored.class);

        machine.discard(new Id(SELF, 9), answers::add);
        links.disconnected(HOME);
        machine.giveUp(HOME, "head:1 has not reached warehouse:0");
        assertThat(answers).hasSize(4);
        assertThat(answers.get(2))
                .as("no store is left to be asked")
                .isInstanceOfSatisfying(
                        ObjectMessage.Acquired.class,
                        said -> assertThat(said.values().getFirst().toString())
                                .contains("head:1 has not reached warehouse:0"));
        assertThat(answers.get(3)).isInstanceOf(ObjectMessage.Absent.class);

        sent.clear();
        links.connected(NODE);
        machine.connected(NODE);
        assertThat(sent)
                .as("the lease there is over, since it went elsewhere")
                .containsExactly(new Sent(NODE, new ObjectMessage.Leases(List.of())));
        machine.discharge(lease);
        assertThat(machine.open()).isZero();
    }

    @Test
    @DisplayName("S3.6 the late answer of a store that was given up is none: its lease is over")
    void shouldTakeAnswersOfTheStoreThatIsAskedOnly() {
        join(HOME, "warehouse:0", "");
        join(NODE, "store:1", "node:1");
        machine.acquire(acquire, answers::add);
        links.disconnected(NODE);
        machine.giveUp(NODE, "head:1 has not reached store:1");
        machine.received(NODE, acquired());
        assertThat(answers).isEmpty();
        machine.received(HOME, acquired());
        assertThat(answers).hasSize(1);
        sent.clear();
        machine.discharge(lease);
        assertThat(sent).containsExactly(new Sent(HOME, new ObjectMessage.Discharge(lease)));
        assertThat(machine.open()).isZero();
    }

    @Test
    @DisplayName("Memory that was reserved in a store that is lost now cannot be put")
    void shouldFailAPutWhoseMemoryIsLost() {
        join(HOME, "warehouse:0", "");
        machine.reserve(reserve, answers::add);
        machine.received(HOME, new ObjectMessage.Reserved(ref, List.of(place()), null));
        lose(HOME);
        join(200, "warehouse:0", "");
        machine.put(put, answers::add);
        assertThat(answers)
                .last()
                .isInstanceOfSatisfying(
                        ObjectMessage.Stored.class,
                        said -> assertThat(said.failure()).isNotNull());
        assertThat(machine.open()).isZero();
    }

    @Test
    void shouldTakeTheSuccessorForTheHome() {
        join(HOME, "warehouse:0", "");
        join(200, "warehouse:0", "");
        assertThat(machine.home()).isEqualTo(200);
        lose(HOME);
        assertThat(machine.home()).isEqualTo(200);
        machine.joined(new Member("warehouse:0", HOME, Member.Kind.WAREHOUSE, "", "", 0));
        assertThat(machine.home()).isEqualTo(200);
    }

    @Test
    void shouldGiveUpAReservation() {
        join(HOME, "warehouse:0", "");
        machine.reserve(reserve, answers::add);
        machine.giveUp(ref);
        assertThat(sent).endsWith(new Sent(HOME, new ObjectMessage.Erase(ref)));
        machine.received(HOME, new ObjectMessage.Reserved(ref, List.of(place()), null));
        assertThat(answers).isEmpty();
        assertThat(machine.open()).isZero();
    }

    @Test
    @DisplayName("Asked twice over two links, a store may refuse the first time and have memory the second time")
    void shouldGiveUpAReservationThatWasRefused() {
        join(HOME, "warehouse:0", "");
        machine.reserve(reserve, answers::add);
        relink(HOME);
        machine.received(
                HOME, new ObjectMessage.Reserved(ref, List.of(), Failure.of(Failure.Kind.STORE_FULL, "found no room")));
        assertThat(answers).hasSize(1);
        assertThat(sent).endsWith(new Sent(HOME, new ObjectMessage.Erase(ref)));
        machine.received(HOME, new ObjectMessage.Reserved(ref, List.of(place()), null));
        assertThat(answers).hasSize(1);
        assertThat(machine.open()).isZero();
    }

    @Test
    void shouldAnswerAllWhoDropTheSame() {
        join(HOME, "warehouse:0", "");
        machine.discard(ref, answers::add);
        machine.discard(ref, answers::add);
        machine.received(HOME, new ObjectMessage.Discarded(ref));
        assertThat(answers).hasSize(2);
        assertThat(machine.open()).isZero();
    }

    @Test
    @DisplayName("S4.6 views of a dropped entry are asked back")
    void shouldPassOnARecall() {
        machine.received(HOME, new ObjectMessage.Recall(ref));
        assertThat(recalled).containsExactly(ref);
    }

    private void join(long instance, String uid, String node) {
        machine.joined(new Member(uid, instance, Member.Kind.WAREHOUSE, "", node, 0));
        links.connected(instance);
        machine.connected(instance);
    }

    private void relink(long instance) {
        links.disconnected(instance);
        sent.clear();
        links.connected(instance);
        machine.connected(instance);
    }

    private void lose(long instance) {
        links.lost(instance);
        machine.lost(instance);
    }

    private ObjectMessage.Acquired acquired() {
        return new ObjectMessage.Acquired(lease, List.of(new Outcome.Returned(Payload.EMPTY)));
    }

    private static Place place() {
        return new Place(HOME, 1, 2, 3, 64, 300, 5);
    }
}
