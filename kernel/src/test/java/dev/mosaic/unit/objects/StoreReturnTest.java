package dev.mosaic.unit.objects;

import static dev.mosaic.unit.objects.StoreCluster.HOME;
import static dev.mosaic.unit.objects.StoreCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S7.3: a home that ends and comes back with its disk and bucket. */
class StoreReturnTest {
    private static final long A = 1;
    private static final long B = 2;
    private static final long NODE = 101;
    private static final long NEXT = 200;

    private final StoreCluster cluster =
            new StoreCluster(StoreCluster.SETTINGS.withDiskBytes(2_000).withBucketNanos(30 * SECOND), A, B);

    private Id putDurable(long unit) {
        return cluster.put(unit, HOME, ObjectMessage.DURABLE, 200);
    }

    /** What its files and objects are is known, and the units there were are linked. */
    private void restart() {
        cluster.restart(HOME, NEXT);
        cluster.connect(A);
        cluster.connect(B);
    }

    @Test
    @DisplayName("S7.3 what is durable is there, and is kept for those who hold it")
    void shouldHaveWhatIsDurable() {
        Id ref = putDurable(A);
        restart();
        cluster.hold(A, NEXT, ref, true);
        cluster.pass(90 * SECOND);
        cluster.assertCanRead(B, NEXT, ref);
        cluster.hold(A, NEXT, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.7, S7.3 what is durable and being read at a node when the home dies is read from the next one")
    void shouldReadAtANodeWhatIsDurableThoughTheHomeDies() {
        cluster.add(NODE);
        Id ref = putDurable(A);
        cluster.cut(NODE, HOME);
        Id lease = cluster.acquire(A, NODE, ref);
        restart();
        cluster.settle();
        cluster.assertReads(NODE, lease, ref);
        cluster.discharge(A, NODE, lease);
        cluster.say(A, NEXT, new ObjectMessage.Discard(ref));
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S7.3 what is on disk is there, too, and so is an entry without parts")
    void shouldHaveWhatIsOnDisk() {
        Id one = cluster.put(A, 600);
        Id two = cluster.put(A, 600);
        Id small = cluster.put(A, HOME, ObjectMessage.DURABLE, 0);
        restart();
        List.of(one, two, small).forEach(ref -> cluster.hold(A, NEXT, ref, true));
        cluster.assertCanRead(A, NEXT, one);
        cluster.assertCanRead(A, NEXT, small);
        assertThat(cluster.store(NEXT).machine.diskBytes()).isEqualTo(601);
        cluster.pass(4 * SECOND);
        cluster.assertCannotRead(A, NEXT, two, "has come back with what is on disk and in S3; the rest is lost");
        List.of(one, two, small).forEach(ref -> cluster.hold(A, NEXT, ref, false));
        cluster.pass(30 * SECOND);
        cluster.assertEmpty();
    }

    /** Found by the simulation: who heard of the home only after 3 s, for want of a monitor, found its entry erased. */
    @Test
    @DisplayName(
            "S7.3 what its putter lets go of stays for a while, since others may hold it who have not heard of the home yet")
    void shouldKeepWhatAUnitHoldsThatHearsLateOfTheHome() {
        Id ref = putDurable(A);
        restart();
        cluster.hold(A, NEXT, ref, true);
        cluster.hold(A, NEXT, ref, false);
        cluster.pass(29 * SECOND);
        cluster.hold(B, NEXT, ref, true);
        cluster.pass(60 * SECOND);
        cluster.assertCanRead(B, NEXT, ref);
        cluster.hold(B, NEXT, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S7.3 what nobody holds any more goes after the grace")
    void shouldForgetWhatNobodyHoldsAnyMore() {
        putDurable(A);
        restart();
        cluster.pass(29 * SECOND);
        assertThat(cluster.store(NEXT).bucket).hasSize(1);
        cluster.pass(2 * SECOND);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S7.3 what was put by a unit that is silent stays until the verdict, and goes with the grace after it")
    void shouldKeepWhatASilentUnitHas() {
        Id ref = putDurable(A);
        cluster.restart(HOME, NEXT);
        cluster.pass(120 * SECOND);
        assertThat(cluster.store(NEXT).machine.has(ref)).isTrue();
        cluster.kill(A);
        cluster.pass(31 * SECOND);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S7.3 a unit other than its putter may be the one who holds it")
    void shouldKeepWhatAnotherHolds() {
        Id ref = putDurable(A);
        restart();
        cluster.hold(B, NEXT, ref, true);
        cluster.pass(60 * SECOND);
        cluster.assertCanRead(B, NEXT, ref);
        cluster.hold(B, NEXT, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S7.3 an entry keeps what is inside of it, in whatever order they are found")
    void shouldKeepWhatIsInside() {
        Id inner = putDurable(A);
        Id outer = cluster.put(A, HOME, ObjectMessage.DURABLE, 100, new Carried(inner, Carried.HOME));
        cluster.hold(A, inner, false);
        restart();
        cluster.hold(A, NEXT, outer, true);
        cluster.pass(60 * SECOND);
        cluster.assertCanRead(A, NEXT, inner);
        cluster.hold(A, NEXT, outer, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S7.3 what a node's store has is there, and is asked for only when it has told")
    void shouldWaitForOtherStoresToTell() {
        cluster.add(101);
        cluster.add(102);
        cluster.connect(A);
        Id ref = cluster.put(A, 101, 0, 300);
        cluster.cut(101, HOME);
        cluster.kill(HOME);
        FakeStore next = new FakeStore(cluster, NEXT, true, StoreCluster.SETTINGS);
        next.machine.returned(cluster.now);
        cluster.stores.put(NEXT, next);
        for (long store : new long[] {101, 102}) {
            cluster.store(store).machine.storeJoined(cluster.now, NEXT, true);
            next.machine.storeJoined(cluster.now, store, false);
        }
        cluster.heal(102, NEXT);
        cluster.connect(A);
        cluster.hold(A, NEXT, ref, true);
        Id lease = cluster.acquire(A, 102, ref);
        cluster.settle();
        assertThat(cluster.acquired(lease)).as("no answer yet").isEmpty();
        cluster.heal(101, NEXT);
        cluster.heal(101, 102);
        cluster.pass(4 * SECOND);
        cluster.assertReads(102, lease, ref);
        cluster.discharge(A, 102, lease);
        cluster.hold(A, NEXT, ref, false);
        cluster.assertEmpty();
    }
}
