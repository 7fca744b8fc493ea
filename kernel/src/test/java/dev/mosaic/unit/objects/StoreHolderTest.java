package dev.mosaic.unit.objects;

import static dev.mosaic.unit.objects.StoreCluster.HOME;
import static dev.mosaic.unit.objects.StoreCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.ValueMessage;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S4.1, S4.6: who keeps an entry alive, and how it ends. */
class StoreHolderTest {
    private static final long A = 1;
    private static final long B = 2;
    private static final long WORKER = 3;
    private final StoreCluster cluster = new StoreCluster(A, B, WORKER);

    @Test
    @DisplayName("S4.6 an entry goes when the last unit lets go")
    void shouldKeepAnEntryWhileAUnitHoldsIt() {
        Id ref = cluster.put(A, 300);
        cluster.hold(B, ref, true);
        cluster.hold(A, ref, false);
        cluster.assertCanRead(B, HOME, ref);
        cluster.hold(B, ref, false);
        cluster.assertEmpty();
        assertThat(cluster.take(A, ValueMessage.Held.class)).hasSize(2);
        assertThat(cluster.take(B, ValueMessage.Held.class)).hasSize(2);
    }

    @Test
    @DisplayName("S4.6 a dead holder counts until 30 s after the verdict")
    void shouldForgetADeadHolderAfterAWhile() {
        Id ref = cluster.put(A, 300);
        cluster.kill(A);
        cluster.pass(29 * SECOND);
        cluster.assertCanRead(B, HOME, ref);
        cluster.pass(2 * SECOND);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.5 durable is not eternal: an entry without a name ends with its program")
    void shouldForgetADurableEntryWithItsProgram_S4_5() {
        Id ref = cluster.put(A, HOME, ObjectMessage.DURABLE, 300);
        assertThat(cluster.home().flushed).containsEntry(ref, true);
        cluster.kill(A);
        cluster.pass(31 * SECOND);
        cluster.assertEmpty();
    }

    @Test
    void shouldNotListenToTheDead() {
        Id ref = cluster.put(A, 300);
        cluster.kill(B);
        cluster.hold(B, ref, true);
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.6 drop fails readers at once; memory goes with the last lease, whose unit is told")
    void shouldDropAtOnceForReadersAndFreeWithTheLastLease() {
        Id ref = cluster.put(A, 300);
        Id lease = cluster.acquire(B, HOME, ref);
        cluster.assertReads(HOME, lease, ref);
        cluster.say(A, HOME, new ObjectMessage.Discard(ref));
        assertThat(cluster.take(A, ObjectMessage.Discarded.class)).containsExactly(new ObjectMessage.Discarded(ref));
        assertThat(cluster.take(B, ObjectMessage.Recall.class)).containsExactly(new ObjectMessage.Recall(ref));
        cluster.assertCannotRead(A, HOME, ref, "it was dropped");
        assertThat(cluster.home().liveBytes()).isEqualTo(300);
        cluster.discharge(B, HOME, lease);
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
        cluster.assertCannotRead(A, HOME, ref, "it was dropped");
    }

    @Test
    void shouldTellAgainOnANewLinkWhatWasDropped() {
        Id ref = cluster.put(A, 300);
        Id lease = cluster.acquire(B, HOME, ref);
        cluster.say(A, HOME, new ObjectMessage.Discard(ref));
        cluster.take(B, ObjectMessage.Recall.class); // is lost
        cluster.connect(B);
        cluster.say(B, HOME, new ObjectMessage.Leases(List.of(lease)));
        assertThat(cluster.take(B, ObjectMessage.Recall.class)).containsExactly(new ObjectMessage.Recall(ref));
    }

    @Test
    void shouldFailThoseWhoWaitForWhatIsDropped() {
        Id one = cluster.put(A, 600);
        Id two = cluster.put(A, 600);
        Id held = cluster.acquire(A, HOME, two);
        Id waits = cluster.acquire(B, HOME, one);
        cluster.say(A, HOME, new ObjectMessage.Discard(one));
        assertThat(cluster.failure(waits).what()).contains("it was dropped");
        cluster.discharge(A, HOME, held);
        cluster.discharge(B, HOME, waits);
        cluster.hold(A, one, false);
        cluster.hold(A, two, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.6 drop while the entry is written to disk, or read from it")
    void shouldDropWhatTheDiskIsBusyWith() {
        Id one = cluster.put(A, 600);
        Id two = cluster.asksToPut(A, HOME, 0, 600); // one is being written
        cluster.say(A, HOME, new ObjectMessage.Discard(one));
        cluster.settle();
        assertThat(cluster.home().machine.has(one)).isFalse();
        Id three = cluster.asksToPut(A, HOME, 0, 600); // two goes to disk
        cluster.settle();
        Id lease = cluster.acquire(A, HOME, two);
        cluster.home().diskWork.remove().run(); // three is written, and two is being read
        cluster.say(A, HOME, new ObjectMessage.Discard(two));
        cluster.settle();
        assertThat(cluster.failure(lease).what()).contains("it was dropped");
        cluster.discharge(A, HOME, lease);
        for (Id ref : new Id[] {one, two, three}) {
            cluster.hold(A, ref, false);
        }
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.1 an entry holds the refs inside")
    void shouldKeepWhatIsInsideOfAnEntry() {
        Id inner = cluster.put(A, 200);
        Id outer = cluster.put(A, 100, new Carried(inner, Carried.HOME));
        cluster.hold(A, inner, false);
        cluster.assertCanRead(A, HOME, inner);
        cluster.hold(A, outer, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.1 an entry in a node's store holds the refs inside, in the store and at the home")
    void shouldKeepWhatIsInsideOfAnEntryOfANode() {
        cluster.add(101);
        cluster.connect(A);
        Id inner = cluster.put(A, HOME, 0, 200);
        Id outer = cluster.put(A, 101, 0, 100, new Carried(inner, Carried.HOME));
        cluster.hold(A, inner, false);
        cluster.kill(101);
        cluster.pass(40 * SECOND);
        cluster.assertCanRead(A, HOME, inner);
        cluster.assertCanRead(A, HOME, outer);
        cluster.hold(A, outer, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S2.7 an entry holds the tesserae whose proxies are inside, before its putter hears that it is stored")
    void shouldHoldTheProxiesInside() {
        Id tessera = new Id(WORKER, 70);
        Id ref = cluster.asksToPut(A, HOME, 0, 100, new Carried(tessera, WORKER));
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).isEmpty();
        ValueMessage.Hold hold = cluster.take(WORKER, ValueMessage.Hold.class).getFirst();
        assertThat(hold.tessera()).isEqualTo(tessera);
        assertThat(hold.holding()).isTrue();
        cluster.connect(WORKER);
        assertThat(cluster.take(WORKER, ValueMessage.Hold.class)).containsExactly(hold);
        cluster.say(WORKER, HOME, new ValueMessage.Held(tessera, hold.version()));
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).containsExactly(new ObjectMessage.Stored(ref, null));
        cluster.hold(A, ref, false);
        ValueMessage.Hold end = cluster.take(WORKER, ValueMessage.Hold.class).getFirst();
        assertThat(end.holding()).isFalse();
        assertThat(cluster.home().machine.open()).isEqualTo(1);
        cluster.say(WORKER, HOME, new ValueMessage.Held(tessera, end.version()));
        cluster.assertEmpty();
    }

    @Test
    void shouldNotWaitForTheWorkerOfAProxyThatIsDead() {
        Id ref = cluster.asksToPut(A, HOME, 0, 100, new Carried(new Id(WORKER, 70), WORKER));
        cluster.kill(WORKER);
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).containsExactly(new ObjectMessage.Stored(ref, null));
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S2.8 an entry whose tessera was over does not end what another entry holds of its next life")
    void shouldLetGoOnlyOfWhatTheEntryItselfHolds() {
        Id tessera = new Id(A, 70).withLives();
        Id before = cluster.asksToPut(A, HOME, 0, 100, new Carried(tessera, WORKER));
        cluster.kill(WORKER);
        cluster.pass(10 * SECOND); // the home knows of no other life
        Id ref = cluster.asksToPut(A, HOME, 0, 100, new Carried(tessera, B));
        ValueMessage.Hold hold = cluster.take(B, ValueMessage.Hold.class).getFirst();
        cluster.hold(A, before, false);
        assertThat(cluster.take(B, ValueMessage.Hold.class))
                .as("it is held still")
                .isEmpty();
        cluster.say(B, HOME, new ValueMessage.Held(tessera, hold.version()));
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).contains(new ObjectMessage.Stored(ref, null));
    }

    @Test
    @DisplayName("A node's store tells its putter only when the home holds the proxies inside as well")
    void shouldWaitForTheHomeToHoldTheProxiesInside() {
        cluster.add(101);
        cluster.connect(A);
        cluster.connect(WORKER);
        Id tessera = new Id(WORKER, 70);
        Id ref = cluster.asksToPut(A, 101, 0, 100, new Carried(tessera, WORKER));
        List<ValueMessage.Hold> holds = cluster.take(WORKER, ValueMessage.Hold.class);
        assertThat(holds).hasSize(2);
        cluster.say(WORKER, 101, new ValueMessage.Held(tessera, 1));
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).isEmpty();
        cluster.say(WORKER, HOME, new ValueMessage.Held(tessera, 1));
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).containsExactly(new ObjectMessage.Stored(ref, null));
    }

    @Test
    @DisplayName("A node's store that has let its copy go tells its putter all the same, since the home has the entry")
    void shouldAnswerAPutWhoseCopyWasLetGoOf() {
        cluster.add(101);
        cluster.connect(A);
        cluster.connect(WORKER);
        Id tessera = new Id(WORKER, 70);
        Id ref = cluster.asksToPut(A, 101, 0, 600, new Carried(tessera, WORKER));
        cluster.say(WORKER, HOME, new ValueMessage.Held(tessera, 1));
        Id other = cluster.put(A, 101, 0, 600);
        cluster.take(A, ObjectMessage.Stored.class);
        assertThat(cluster.store(101).machine.has(ref)).isFalse();
        cluster.say(WORKER, 101, new ValueMessage.Held(tessera, 1));
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).containsExactly(new ObjectMessage.Stored(ref, null));
        assertThat(cluster.store(101).machine.open())
                .as("the other one, and what closes")
                .isEqualTo(2);
        cluster.hold(A, other, false);
    }
}
