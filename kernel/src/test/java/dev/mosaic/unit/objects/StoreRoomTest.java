package dev.mosaic.unit.objects;

import static dev.mosaic.unit.objects.StoreCluster.HOME;
import static dev.mosaic.unit.objects.StoreCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S4.4: memory, then disk; who has to leave. */
class StoreRoomTest {
    private static final long A = 1;
    private final StoreCluster cluster = new StoreCluster(A);

    @Test
    @DisplayName("S4.4 what was not used for longest goes to disk, and comes back byte for byte")
    void shouldSpillTheLeastRecentlyUsed() {
        Id one = cluster.put(A, 400);
        Id two = cluster.put(A, 400);
        cluster.assertCanRead(A, HOME, one);
        Id three = cluster.put(A, 400);
        assertThat(cluster.home().disk).containsOnlyKeys(two);
        assertThat(cluster.home().machine.usedBytes()).isEqualTo(800);
        cluster.assertCanRead(A, HOME, two);
        assertThat(cluster.home().disk).containsOnlyKeys(one, two);
        for (Id ref : new Id[] {one, two, three}) {
            cluster.assertCanRead(A, HOME, ref);
            cluster.hold(A, ref, false);
        }
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.4 what is on disk already leaves memory at once")
    void shouldNotWriteTwice() {
        Id one = cluster.put(A, 600);
        Id two = cluster.put(A, 600);
        cluster.assertCanRead(A, HOME, one); // two went to disk for it
        Id lease = cluster.acquire(A, HOME, two);
        assertThat(cluster.home().disk).containsOnlyKeys(one, two);
        cluster.settle();
        cluster.assertReads(HOME, lease, two);
    }

    @Test
    @DisplayName("S7.4 where the machine is short of memory, so much leaves as may, and comes back byte for byte")
    void shouldGiveMemoryBackWhereItIsAskedTo() {
        Id one = cluster.put(A, 300);
        Id two = cluster.put(A, 300);
        Id leased = cluster.put(A, 300);
        Id lease = cluster.acquire(A, HOME, leased);
        cluster.settle();

        cluster.home().machine.shed(cluster.now, 200);
        cluster.settle();
        assertThat(cluster.home().disk).as("what was not used for longest").containsOnlyKeys(one);
        assertThat(cluster.home().machine.usedBytes()).isEqualTo(600);

        cluster.home().machine.shed(cluster.now, 10_000);
        cluster.settle();
        assertThat(cluster.home().machine.usedBytes())
                .as("what is leased stays")
                .isEqualTo(300);

        cluster.assertReads(HOME, lease, leased);
        cluster.discharge(A, HOME, lease);
        cluster.assertCanRead(A, HOME, one);
        cluster.assertCanRead(A, HOME, two);
    }

    @Test
    void shouldNotTakeMemoryFromWhatIsLeased() {
        Id one = cluster.put(A, 600);
        Id lease = cluster.acquire(A, HOME, one);
        cluster.assertReads(HOME, lease, one);
        Id two = cluster.asksToPut(A, HOME, 0, 600);
        cluster.settle();
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).isEmpty();
        cluster.discharge(A, HOME, lease);
        cluster.settle();
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).containsExactly(new ObjectMessage.Stored(two, null));
    }

    @Test
    @DisplayName("A lease that comes while its entry is written to disk keeps it in memory")
    void shouldKeepWhatIsLeasedWhileItIsWritten() {
        Id one = cluster.put(A, 400);
        Id two = cluster.put(A, 400);
        Id lease = cluster.acquire(A, HOME, two);
        cluster.assertReads(HOME, lease, two);
        Id both = cluster.acquire(A, HOME, one, two); // behind it in the line: nothing to wait for
        Id three = cluster.asksToPut(A, HOME, 0, 400);
        cluster.assertReads(HOME, both, one, two);
        cluster.settle();
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).isEmpty();
        assertThat(cluster.home().disk).isEmpty();
        cluster.discharge(A, HOME, both);
        assertThat(cluster.home().diskWork).hasSize(1); // one is being written
        Id again = cluster.acquire(A, HOME, one);
        cluster.settle();
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).containsExactly(new ObjectMessage.Stored(three, null));
        cluster.discharge(A, HOME, lease);
        cluster.settle();
        cluster.assertReads(HOME, again, one);
        cluster.assertCanRead(A, HOME, two);
    }

    @Test
    @DisplayName("S4.7 where nothing can make room the error comes at once")
    void shouldRefuseAtOnceWhereThereIsNoHope() {
        StoreCluster small = new StoreCluster(StoreCluster.SETTINGS.withDiskBytes(0), A);
        Id one = small.put(A, 600);
        small.asksToPut(A, HOME, 0, 600);
        Failure failure = small.take(A, ObjectMessage.Stored.class).getFirst().failure();
        assertThat(failure).isNotNull();
        assertThat(failure.kind()).isEqualTo(Failure.Kind.STORE_FULL);
        small.assertCanRead(A, HOME, one);
    }

    @Test
    @DisplayName("S4.7 where the disk fails the error comes as soon as that is known, and nothing is lost")
    void shouldRefuseWhenTheDiskFails() {
        Id one = cluster.put(A, 600);
        cluster.home().diskProblem = "No space left on device";
        cluster.asksToPut(A, HOME, 0, 600);
        cluster.settle();
        assertThat(cluster.take(A, ObjectMessage.Stored.class).getFirst().failure())
                .isNotNull();
        assertThat(cluster.home().machine.diskBytes()).isZero();
        cluster.assertCanRead(A, HOME, one);
    }

    @Test
    void shouldWaitForALeaseToEndAndThenGiveUp() {
        Id one = cluster.put(A, 600);
        cluster.acquire(A, HOME, one);
        cluster.asksToPut(A, HOME, 0, 600);
        cluster.pass(29 * SECOND);
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).isEmpty();
        cluster.pass(2 * SECOND);
        assertThat(cluster.take(A, ObjectMessage.Stored.class).getFirst().failure())
                .isNotNull();
    }

    @Test
    @DisplayName("S4.4 caches are evicted first, and never the only copy")
    void shouldEvictCopiesThatTheHomeHasBeforeOthers() {
        cluster.add(101);
        cluster.connect(A);
        Id remote = cluster.put(A, HOME, 0, 400);
        Id own = cluster.put(A, 101, 0, 300);
        cluster.home().hasNoMemory = true; // it cannot take a copy of the next one
        Id only = cluster.put(A, 101, 0, 300);
        cluster.assertCanRead(A, 101, remote);
        assertThat(cluster.store(101).machine.usedBytes()).isEqualTo(1_000);
        Id last = cluster.put(A, 101, 0, 300);
        assertThat(cluster.store(101).machine.has(own)).isFalse();
        assertThat(cluster.store(101).machine.has(only)).isTrue();
        assertThat(cluster.store(101).disk).isEmpty();
        Id more = cluster.put(A, 101, 0, 900);
        assertThat(cluster.store(101).disk).containsOnlyKeys(only, last);
        cluster.home().hasNoMemory = false;
        for (Id ref : new Id[] {remote, own, only, last, more}) {
            cluster.assertCanRead(A, 101, ref);
        }
        for (Id ref : new Id[] {remote, own, only, last, more}) {
            cluster.hold(A, ref, false);
        }
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.4 a copy on disk that cannot be read is got from another store")
    void shouldGetFromElsewhereWhatTheDiskHasDamaged() {
        cluster.add(101);
        cluster.connect(A);
        Id one = cluster.put(A, 101, 0, 600);
        Id two = cluster.put(A, HOME, 0, 600); // the home's copy of one goes to disk
        assertThat(cluster.home().disk).containsOnlyKeys(one);
        cluster.home().damage(one);
        cluster.assertCanRead(A, HOME, one);
        cluster.hold(A, one, false);
        cluster.hold(A, two, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.7 a copy on disk that cannot be read and is the only one is an error that says so")
    void shouldSayThatTheOnlyCopyIsDamaged() {
        Id one = cluster.put(A, 600);
        Id two = cluster.put(A, 600);
        cluster.home().damage(one);
        cluster.assertCannotRead(A, HOME, one, "the last copy was lost");
        cluster.hold(A, one, false);
        cluster.hold(A, two, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.7 a file that cannot be read now is not deleted, and is read when it can be")
    void shouldKeepAFileThatCannotBeReadNow() {
        Id one = cluster.put(A, 600);
        Id two = cluster.put(A, 600);
        cluster.home().readProblem = "Too many open files";
        cluster.assertCannotRead(
                A, HOME, one, "cannot be read now, and is not deleted: tier=disk: Too many open files");
        assertThat(cluster.home().disk).containsKey(one);
        cluster.home().readProblem = null;
        cluster.assertCanRead(A, HOME, one);
        cluster.hold(A, one, false);
        cluster.hold(A, two, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName(
            "S4.4 a file that cannot be read now stays, counts and is deleted in the end, where another store has the entry, too")
    void shouldCountAFileThatCannotBeReadNow() {
        cluster.add(101);
        cluster.connect(A);
        Id one = cluster.put(A, 101, 0, 600);
        Id two = cluster.put(A, HOME, 0, 600); // the home's copy of one goes to disk
        long onDisk = cluster.home().machine.diskBytes();
        assertThat(cluster.home().disk).containsOnlyKeys(one);
        cluster.home().readProblem = "Too many open files";
        cluster.assertCanRead(A, HOME, one);
        assertThat(cluster.home().disk).containsOnlyKeys(one, two);
        assertThat(cluster.home().machine.diskBytes())
                .as("there are two files now")
                .isEqualTo(2 * onDisk);
        cluster.hold(A, one, false);
        cluster.hold(A, two, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.7 an entry whose file cannot be read now is not lost with the other store that had it")
    void shouldReadAFileAgainWhenTheOtherCopyIsLost() {
        cluster.add(101);
        cluster.connect(A);
        Id one = cluster.put(A, 101, 0, 600);
        Id two = cluster.put(A, HOME, 0, 600);
        cluster.home().readProblem = "Too many open files";
        cluster.lost = sent -> sent.from() == 101 && sent.message() instanceof ObjectMessage.Chunk;
        Id lease = cluster.acquire(A, HOME, one);
        cluster.settle();
        assertThat(cluster.acquired(lease)).isEmpty();
        cluster.kill(101);
        assertThat(cluster.failure(lease).what()).contains("cannot be read now, and is not deleted");
        cluster.discharge(A, HOME, lease);
        cluster.home().readProblem = null;
        cluster.assertCanRead(A, HOME, one);
        cluster.hold(A, one, false);
        cluster.hold(A, two, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.7 an entry whose only copy is with another store, which cannot read it now, is not lost")
    void shouldNotLoseWhatAnotherStoreCannotReadNow() {
        cluster.add(101);
        cluster.connect(A);
        cluster.lost = sent -> sent.from() == 101 && sent.message() instanceof ObjectMessage.Chunk;
        Id one = cluster.put(A, 101, 0, 600);
        Id lease = cluster.acquire(A, HOME, one);
        cluster.settle();
        cluster.home().machine.received(cluster.now, 101, new ObjectMessage.NotHere(one));
        cluster.settle();
        assertThat(cluster.failure(lease).what()).contains("cannot be read now, and is not deleted");
        cluster.discharge(A, HOME, lease);
        cluster.lost = sent -> false;
        cluster.assertCanRead(A, HOME, one);
        cluster.hold(A, one, false);
        cluster.assertEmpty();
    }
}
