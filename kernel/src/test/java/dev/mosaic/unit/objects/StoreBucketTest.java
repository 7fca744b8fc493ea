package dev.mosaic.unit.objects;

import static dev.mosaic.unit.objects.StoreCluster.HOME;
import static dev.mosaic.unit.objects.StoreCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S4.4 to S4.7 where the home has a bucket as third tier. */
class StoreBucketTest {
    private static final long A = 1;
    private static final BucketProblem AWAY = new BucketProblem(BucketProblem.Kind.AWAY, "connection refused");
    private static final BucketProblem REFUSED = new BucketProblem(BucketProblem.Kind.REFUSED, "status=403");

    /** 1,000 B of memory, 500 B of disk. */
    private final StoreCluster cluster =
            new StoreCluster(StoreCluster.SETTINGS.withDiskBytes(500).withBucketNanos(30 * SECOND), A);

    private List<Id> putMany(int count) {
        List<Id> refs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            refs.add(cluster.put(A, 200));
        }
        return refs;
    }

    private Failure refusal() {
        Failure failure = cluster.take(A, ObjectMessage.Stored.class).getFirst().failure();
        assertThat(failure).isNotNull();
        return java.util.Objects.requireNonNull(failure);
    }

    private void letGo(List<Id> refs) {
        refs.forEach(ref -> cluster.hold(A, ref, false));
        cluster.assertEmpty();
    }

    @Test
    @DisplayName(
            "S4.4 what was not used for longest goes to disk and then to the bucket, and all comes back byte for byte")
    void shouldLiftTheLeastRecentlyUsed() {
        List<Id> refs = putMany(12);
        assertThat(cluster.home().bucket).hasSizeGreaterThanOrEqualTo(5).containsKeys(refs.get(0), refs.get(1));
        assertThat(cluster.home().machine.diskBytes()).isLessThanOrEqualTo(500);
        assertThat(cluster.home().machine.usedBytes()).isLessThanOrEqualTo(1_000);
        refs.forEach(ref -> cluster.assertCanRead(A, HOME, ref));
        refs.forEach(ref -> cluster.assertCanRead(A, HOME, ref));
        letGo(refs);
    }

    @Test
    @DisplayName("S4.4 a file goes only when its copy is in the bucket")
    void shouldKeepAFileUntilItsCopyIsThere() {
        List<Id> refs = putMany(7);
        assertThat(cluster.home().disk).hasSize(2);
        assertThat(cluster.home().bucket).isEmpty();
        cluster.asksToPut(A, HOME, 0, 200);
        cluster.home().diskWork.forEach(Runnable::run);
        assertThat(cluster.home().disk).hasSize(2);
        assertThat(cluster.home().bucketWork).isNotEmpty();
        cluster.settle();
        assertThat(cluster.home().bucket).isNotEmpty();
        refs.forEach(ref -> cluster.assertCanRead(A, HOME, ref));
    }

    @Test
    @DisplayName("S4.4 what is larger than the disk goes to the bucket straight from memory")
    void shouldPassByADiskThatIsTooSmall() {
        StoreCluster diskless =
                new StoreCluster(StoreCluster.SETTINGS.withDiskBytes(0).withBucketNanos(30 * SECOND), A);
        Id one = diskless.put(A, 600);
        Id two = diskless.put(A, 600);
        assertThat(diskless.home().bucket).containsOnlyKeys(one);
        diskless.assertCanRead(A, HOME, one);
        diskless.assertCanRead(A, HOME, two);
        diskless.hold(A, one, false);
        diskless.hold(A, two, false);
        diskless.assertEmpty();
    }

    @Test
    @DisplayName("S4.7 where the disk fails entries go to the bucket")
    void shouldPassByADiskThatFails() {
        cluster.home().diskProblem = "No space left on device";
        List<Id> refs = putMany(8);
        assertThat(cluster.home().disk).isEmpty();
        assertThat(cluster.home().bucket).hasSizeGreaterThanOrEqualTo(3);
        refs.forEach(ref -> cluster.assertCanRead(A, HOME, ref));
        letGo(refs);
    }

    @Test
    @DisplayName(
            "S4.7 a full disk with the bucket away: puts fail with the facts, what is there is read, nothing is lost")
    void shouldRefusePutsWhileTheBucketIsAway() {
        List<Id> refs = putMany(7);
        cluster.home().bucketProblem = AWAY;
        Id refused = cluster.asksToPut(A, HOME, 0, 200);
        cluster.settle();
        Failure failure = refusal();
        assertThat(failure.kind()).isEqualTo(Failure.Kind.STORE_FULL);
        assertThat(failure.what()).contains("disk usedBytes=402 of 500", "s3 is not: connection refused");
        cluster.hold(A, refused, false);
        cluster.asksToPut(A, HOME, 0, 200);
        assertThat(refusal().kind()).as("at once").isEqualTo(Failure.Kind.STORE_FULL);
        for (Id ref : refs.subList(2, 7)) {
            cluster.assertCanRead(A, HOME, ref);
        }
        cluster.home().bucketProblem = null;
        cluster.pass(6 * SECOND);
        refs = new ArrayList<>(refs);
        refs.add(cluster.put(A, 200));
        refs.forEach(ref -> cluster.assertCanRead(A, HOME, ref));
    }

    @Test
    @DisplayName("S4.5 with a bucket durable means there, before the putter is told")
    void shouldAnswerADurablePutOnlyWhenItIsInTheBucket() {
        Id ref = cluster.asksToPut(A, HOME, ObjectMessage.DURABLE, 200);
        cluster.home().diskWork.forEach(Runnable::run);
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).isEmpty();
        cluster.settle();
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).containsExactly(new ObjectMessage.Stored(ref, null));
        assertThat(cluster.home().bucket).containsOnlyKeys(ref);
        letGo(List.of(ref));
    }

    @Test
    @DisplayName("S4.5 with the bucket away a durable put fails after the time, never less, and leaves nothing")
    void shouldRefuseADurablePutWhileTheBucketIsAway() {
        Id ref = cluster.asksToPut(A, HOME, ObjectMessage.DURABLE, 200);
        FakeStore home = cluster.home();
        Runnable late = home.bucketWork.remove();
        cluster.pass(29 * SECOND);
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).isEmpty();
        cluster.pass(2 * SECOND);
        Failure failure = refusal();
        assertThat(failure.kind()).isEqualTo(Failure.Kind.DURABILITY_UNAVAILABLE);
        assertThat(failure.what()).contains("ware-bytes-" + ref, "201 B", "unit 1", "tier=s3");
        cluster.assertCannotRead(A, HOME, ref, "could not be made durable");
        late.run(); // it got there after all
        letGo(List.of(ref));
    }

    @Test
    @DisplayName("S4.5 what the bucket refuses is told at once")
    void shouldTellADurablePutWhyTheBucketRefuses() {
        cluster.home().bucketProblem = REFUSED;
        Id ref = cluster.asksToPut(A, HOME, ObjectMessage.DURABLE, 200);
        cluster.settle();
        Failure failure = refusal();
        assertThat(failure.kind()).isEqualTo(Failure.Kind.DURABILITY_UNAVAILABLE);
        assertThat(failure.what()).contains("status=403");
        letGo(List.of(ref));
    }

    @Test
    @DisplayName("S4.5 a durable put through a node's store is done when the home's bucket has it")
    void shouldAnswerADurablePutOfANodeOnlyWhenTheBucketHasIt() {
        cluster.add(101);
        cluster.connect(A);
        Id ref = cluster.asksToPut(A, 101, ObjectMessage.DURABLE, 200);
        assertThat(cluster.home().machine.has(ref)).isTrue();
        cluster.cut(101, HOME);
        cluster.heal(101, HOME);
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).isEmpty();
        cluster.settle();
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).containsExactly(new ObjectMessage.Stored(ref, null));
        assertThat(cluster.home().bucket).containsOnlyKeys(ref);
        letGo(List.of(ref));
    }

    @Test
    @DisplayName("S4.7 a key that is missing is an error that names ref, size, owner and tier, at once, and for good")
    void shouldSayThatTheKeyIsMissing() {
        List<Id> refs = putMany(12);
        Id ref = refs.getFirst();
        cluster.home().bucket.remove(ref);
        Id lease = cluster.acquire(A, HOME, ref);
        cluster.settle();
        Failure failure = cluster.failure(lease);
        assertThat(failure.kind()).isEqualTo(Failure.Kind.OBJECT_LOST);
        assertThat(failure.what()).contains("ware-bytes-" + ref, "201 B", "unit 1", "tier=s3: no key", "last copy");
        cluster.discharge(A, HOME, lease);
        cluster.assertCannotRead(A, HOME, ref, "last copy");
        letGo(refs);
    }

    @Test
    @DisplayName("S4.7 an entry in a bucket that is away or refuses is not lost: it is read when that is over")
    void shouldReadAgainWhenTheBucketIsBack() {
        List<Id> refs = putMany(12);
        Id ref = refs.getFirst();
        cluster.hold(A, refs.removeLast(), false); // so that there is memory to read into
        cluster.home().bucketProblem = REFUSED;
        cluster.assertCannotRead(A, HOME, ref, "tier=s3: status=403");
        cluster.home().bucketProblem = AWAY;
        Id lease = cluster.acquire(A, HOME, ref);
        cluster.settle();
        assertThat(cluster.failure(lease).kind()).isEqualTo(Failure.Kind.TIMED_OUT);
        cluster.discharge(A, HOME, lease);
        cluster.home().bucketProblem = null;
        cluster.assertCanRead(A, HOME, ref);
        letGo(refs);
    }

    @Test
    @DisplayName(
            "S4.7 who asks again on a new link hears the same reason, though the entry is being read for another by then")
    void shouldTellTheReasonAgainOnANewLink() {
        List<Id> refs = putMany(12);
        Id ref = refs.getFirst();
        cluster.hold(A, refs.removeLast(), false); // so that there is memory to read into
        cluster.home().bucketProblem = AWAY;
        Id lease = cluster.acquire(A, HOME, ref);
        cluster.settle();
        Failure first = cluster.failure(lease);
        cluster.home().bucketProblem = null;
        Id other = cluster.acquire(A, HOME, ref);
        cluster.say(A, HOME, new ObjectMessage.Acquire(lease, List.of(ref)));
        assertThat(cluster.failure(lease)).isEqualTo(first);
        cluster.settle();
        cluster.assertReads(HOME, other, ref);
        cluster.discharge(A, HOME, other);
        cluster.discharge(A, HOME, lease);
        letGo(refs);
    }

    @Test
    @DisplayName(
            "S4.7 an entry that could not be read has its reason where the lease waits for others, and it is read for another meanwhile")
    void shouldTellTheReasonOnceTheOthersAreThere() {
        List<Id> refs = putMany(12);
        Id first = refs.get(0);
        Id second = refs.get(1);
        cluster.hold(A, refs.removeLast(), false);
        cluster.hold(A, refs.removeLast(), false);
        Id lease = cluster.acquire(A, HOME, first, second);
        cluster.home().bucketProblem = AWAY;
        cluster.home().bucketWork.remove().run();
        cluster.home().bucketProblem = null;
        Runnable read = cluster.home().bucketWork.remove();
        Id other = cluster.acquire(A, HOME, first);
        read.run();
        List<Outcome> outcomes = cluster.acquired(lease);
        assertThat(outcomes.get(0).toString()).contains("cannot be read now: tier=s3: connection refused");
        assertThat(outcomes.get(1)).isInstanceOf(Outcome.Returned.class);
        cluster.settle();
        cluster.assertReads(HOME, other, first);
        cluster.discharge(A, HOME, other);
        cluster.discharge(A, HOME, lease);
        letGo(refs);
    }

    @Test
    @DisplayName("S4.7 a damaged file whose copy is in the bucket is read from there")
    void shouldReadFromTheBucketWhatTheDiskHasDamaged() {
        List<Id> refs = putMany(12);
        Id both = cluster.home().disk.keySet().stream()
                .filter(cluster.home().bucket::containsKey)
                .findFirst()
                .orElse(null);
        if (both == null) {
            both = cluster.home().disk.keySet().iterator().next();
            cluster.home().bucket.put(both, cluster.home().disk.get(both));
        }
        cluster.assertCanRead(A, HOME, both);
        refs.forEach(ref -> cluster.assertCanRead(A, HOME, ref));
    }

    @Test
    @DisplayName(
            "S7.3 a damaged object that is the only copy is not deleted; one of which there is another goes with its entry")
    void shouldNotDeleteADamagedObject() {
        List<Id> refs = putMany(12);
        FakeStore home = cluster.home();
        List<Id> onlyThere = home.bucket.keySet().stream()
                .filter(ref -> !home.disk.containsKey(ref))
                .toList();
        assertThat(onlyThere).isNotEmpty();
        Id lost = onlyThere.getFirst();
        home.damage(lost);
        cluster.assertCannotRead(A, HOME, lost, "the last copy was lost");
        cluster.settle();
        assertThat(home.bucket).containsKey(lost);
        home.bucket.remove(lost);
        letGo(refs);
    }

    @Test
    @DisplayName("S4.6 drop removes it from every tier")
    void shouldDropInEveryTier() {
        List<Id> refs = putMany(12);
        refs.forEach(ref -> cluster.say(A, HOME, new ObjectMessage.Discard(ref)));
        cluster.settle();
        assertThat(cluster.home().disk).isEmpty();
        assertThat(cluster.home().bucket).isEmpty();
        letGo(refs);
    }

    @Test
    @DisplayName("S4.6 what is dropped on its way to the bucket does not stay there")
    void shouldDropWhatIsOnItsWay() {
        Id ref = cluster.asksToPut(A, HOME, ObjectMessage.DURABLE, 200);
        cluster.say(A, HOME, new ObjectMessage.Discard(ref));
        assertThat(cluster.home().bucketWork).hasSize(1);
        letGo(List.of(ref));
    }
}
