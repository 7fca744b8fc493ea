package dev.mosaic.unit.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.memory.Place;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.unit.links.LinkOutput;
import dev.mosaic.unit.links.Links;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S4.4 to S4.6, S7.3: what a unit asks of stores, and that each question is answered. */
class ObjectMachineTest {
    private static final long SELF = 1;
    private static final long HOME = 100;
    private static final long NODE = 101;
    private static final long OTHER = 102;

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
        machine.received(acquired());
        machine.received(new ObjectMessage.Reserved(ref, List.of(place()), null));
        machine.put(put, answers::add);
        relink(HOME);
        assertThat(sent)
                .containsExactly(new Sent(HOME, new ObjectMessage.Leases(List.of(lease, ref))), new Sent(HOME, put));
        machine.received(new ObjectMessage.Stored(ref, null));
        machine.discharge(lease);
        relink(HOME);
        assertThat(sent).containsExactly(new Sent(HOME, new ObjectMessage.Leases(List.of())));
        assertThat(machine.open()).isZero();
    }

    @Test
    void shouldHearEachAnswerOnce() {
        join(HOME, "warehouse:0", "");
        machine.acquire(acquire, answers::add);
        machine.received(acquired());
        machine.received(acquired());
        machine.reserve(reserve, answers::add);
        machine.received(new ObjectMessage.Stored(ref, null)); // no answer to that
        machine.received(new ObjectMessage.Reserved(ref, List.of(place()), null));
        machine.received(new ObjectMessage.Reserved(ref, List.of(place()), null));
        assertThat(answers).hasSize(2);
    }

    @Test
    @DisplayName("A better store that comes later changes nothing for what was asked of another")
    void shouldStayWithTheStoreThatWasAsked() {
        join(HOME, "warehouse:0", "");
        machine.acquire(acquire, answers::add);
        machine.reserve(reserve, answers::add);
        machine.received(new ObjectMessage.Reserved(ref, List.of(place()), null));
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
        assertThat(answers).hasSize(3);
        assertThat(answers.get(0))
                .isInstanceOfSatisfying(
                        ObjectMessage.Reserved.class,
                        said -> assertThat(said.failure()).isNotNull());
        assertThat(answers.get(1))
                .isInstanceOfSatisfying(
                        ObjectMessage.Acquired.class,
                        said -> assertThat(said.values().getFirst()).isInstanceOf(Outcome.Failed.class));
        assertThat(answers.get(2))
                .isInstanceOfSatisfying(
                        ObjectMessage.Stored.class,
                        said -> assertThat(said.failure()).isNotNull());
        machine.discharge(lease);
        machine.giveUp(ref);
        lose(HOME);
        assertThat(answers).hasSize(4).last().isInstanceOf(ObjectMessage.Discarded.class);
        assertThat(machine.open()).isZero();
        assertThat(machine.home()).isZero();
    }

    @Test
    @DisplayName("Memory that was reserved in a store that is lost now cannot be put")
    void shouldFailAPutWhoseMemoryIsLost() {
        join(HOME, "warehouse:0", "");
        machine.reserve(reserve, answers::add);
        machine.received(new ObjectMessage.Reserved(ref, List.of(place()), null));
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
        machine.received(new ObjectMessage.Reserved(ref, List.of(place()), null));
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
                new ObjectMessage.Reserved(ref, List.of(), Failure.of(Failure.Kind.STORE_FULL, "found no room")));
        assertThat(answers).hasSize(1);
        assertThat(sent).endsWith(new Sent(HOME, new ObjectMessage.Erase(ref)));
        machine.received(new ObjectMessage.Reserved(ref, List.of(place()), null));
        assertThat(answers).hasSize(1);
        assertThat(machine.open()).isZero();
    }

    @Test
    void shouldAnswerAllWhoDropTheSame() {
        join(HOME, "warehouse:0", "");
        machine.discard(ref, answers::add);
        machine.discard(ref, answers::add);
        machine.received(new ObjectMessage.Discarded(ref));
        assertThat(answers).hasSize(2);
        assertThat(machine.open()).isZero();
    }

    @Test
    @DisplayName("S4.6 views of a dropped entry are asked back")
    void shouldPassOnARecall() {
        machine.received(new ObjectMessage.Recall(ref));
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
