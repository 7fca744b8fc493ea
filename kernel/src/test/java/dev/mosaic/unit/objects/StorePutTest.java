package dev.mosaic.unit.objects;

import static dev.mosaic.unit.objects.StoreCluster.HOME;
import static dev.mosaic.unit.objects.StoreCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Payload;
import dev.mosaic.message.Place;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S4.1, S4.5, S4.7: how entries come to be. */
class StorePutTest {
    private static final long A = 1;
    private static final long B = 2;
    private final StoreCluster cluster = new StoreCluster(A, B);

    @Test
    @DisplayName("S4.1 an entry that was put is read back byte for byte, and goes when nobody holds it")
    void shouldKeepWhatIsPut() {
        Id ref = cluster.put(A, 300);
        assertThat(cluster.home().machine.usedBytes()).isEqualTo(300);
        cluster.assertCanRead(A, HOME, ref);
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    void shouldKeepSmallEntriesWithoutMemory() {
        Id ref = cluster.put(A, 0);
        assertThat(cluster.home().machine.usedBytes()).isZero();
        cluster.assertCanRead(A, HOME, ref);
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.2 a putter writes into reserved memory: there is no further copy")
    void shouldKeepWhatIsWrittenIntoReservedMemory() {
        Id ref = reserve(300);
        List<Place> places = reserved(ref).places();
        cluster.home().at(places.getFirst()).copyFrom(MemorySegment.ofArray(StoreCluster.bytes(ref, 300)));
        cluster.say(A, HOME, new ObjectMessage.Put(ref, "bytes", 0, named(ref, places)));
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).containsExactly(new ObjectMessage.Stored(ref, null));
        cluster.assertCanRead(A, HOME, ref);
        assertThat(cluster.home().machine.usedBytes()).isEqualTo(300);
    }

    @Test
    void shouldAnswerAgainWhatIsAskedAgain() {
        Id ref = reserve(300);
        List<Place> places = reserved(ref).places();
        cluster.say(A, HOME, new ObjectMessage.Reserve(ref, List.of(300L)));
        assertThat(reserved(ref).places()).isEqualTo(places);
        ObjectMessage.Put put = new ObjectMessage.Put(ref, "bytes", 0, named(ref, places));
        cluster.say(A, HOME, put);
        cluster.say(A, HOME, put);
        assertThat(cluster.take(A, ObjectMessage.Stored.class))
                .containsExactly(new ObjectMessage.Stored(ref, null), new ObjectMessage.Stored(ref, null));
        assertThat(cluster.home().machine.usedBytes()).isEqualTo(300);
    }

    @Test
    void shouldReserveOnceForAQuestionThatIsAskedAgainWhileItWaits() {
        Id large = cluster.put(A, 900);
        Id lease = cluster.acquire(A, HOME, large);
        Id ref = reserve(300);
        cluster.say(A, HOME, new ObjectMessage.Reserve(ref, List.of(300L)));
        cluster.discharge(A, HOME, lease);
        cluster.settle();
        assertThat(cluster.take(A, ObjectMessage.Reserved.class)).hasSize(1);
        assertThat(cluster.home().machine.usedBytes()).isEqualTo(300);
    }

    @Test
    void shouldTakeBackWhatIsGivenUp() {
        Id ref = reserve(300);
        cluster.say(A, HOME, new ObjectMessage.Erase(ref));
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("On a new link memory is taken back that the unit gave up on the old one")
    void shouldTakeBackOnANewLinkWhatIsNotWantedAnyMore() {
        Id kept = reserve(300);
        Id given = reserve(300);
        Id waits = reserve(600);
        cluster.connect(A);
        Id asked = reserve(100); // overtakes the list, which is large
        cluster.say(A, HOME, new ObjectMessage.Leases(List.of(kept)));
        assertThat(cluster.home().liveBytes()).isEqualTo(400);
        cluster.say(A, HOME, new ObjectMessage.Reserve(kept, List.of(300L)));
        assertThat(cluster.take(A, ObjectMessage.Reserved.class))
                .extracting(ObjectMessage.Reserved::ref)
                .containsExactly(kept, given, waits, asked, kept);
        for (Id ref : List.of(kept, given, waits, asked)) {
            cluster.say(A, HOME, new ObjectMessage.Erase(ref));
            cluster.hold(A, ref, false);
        }
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("Memory that a unit writes into is not given to others while the unit may still write")
    void shouldKeepReservedMemoryThoughTheRefIsLetGo() {
        Id ref = reserve(300);
        cluster.hold(A, ref, false);
        assertThat(cluster.home().liveBytes()).isEqualTo(300);
        cluster.say(
                A,
                HOME,
                new ObjectMessage.Put(ref, "bytes", 0, named(ref, reserved(ref).places())));
        assertThat(cluster.take(A, ObjectMessage.Stored.class).getFirst().failure())
                .isNotNull();
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("The range of a putter that dies is kept for 30 s, in case it is only silent, then freed")
    void shouldFreeReservedMemoryOfTheDead() {
        reserve(300);
        cluster.kill(A);
        cluster.pass(29 * SECOND);
        assertThat(cluster.home().liveBytes()).isEqualTo(300);
        cluster.pass(2 * SECOND);
        cluster.assertEmpty();
    }

    @Test
    void shouldNotReserveForTheDead() {
        Id large = cluster.put(B, 900);
        Id lease = cluster.acquire(B, HOME, large);
        reserve(300);
        cluster.kill(A);
        cluster.discharge(B, HOME, lease);
        cluster.hold(B, large, false);
        cluster.pass(31 * SECOND);
        cluster.assertEmpty();
    }

    @Test
    void shouldRefuseWhatCanNeverFit() {
        Id ref = reserve(1_001);
        assertThat(failure(ref).kind()).isEqualTo(Failure.Kind.TOO_LARGE);
        Id put = cluster.asksToPut(A, HOME, 0, 1_001);
        assertThat(cluster.take(A, ObjectMessage.Stored.class).getFirst().failure())
                .isNotNull()
                .extracting(Failure::kind)
                .isEqualTo(Failure.Kind.TOO_LARGE);
        cluster.hold(A, ref, false);
        cluster.hold(A, put, false);
        cluster.assertEmpty();
    }

    @Test
    void shouldSayWhenTheSystemHasNoMemory() {
        cluster.home().hasNoMemory = true;
        Id ref = reserve(100);
        assertThat(failure(ref).kind()).isEqualTo(Failure.Kind.STORE_FULL);
        Id put = cluster.asksToPut(A, HOME, 0, 100);
        assertThat(cluster.take(A, ObjectMessage.Stored.class).getFirst().failure())
                .isNotNull();
        cluster.hold(A, ref, false);
        cluster.hold(A, put, false);
        cluster.assertEmpty();
    }

    @Test
    void shouldRefusePlacesThatWereNotReserved() {
        Id ref = cluster.ref(A);
        cluster.hold(A, ref, true);
        Place place = new Place(HOME, 1, 2, 3, 0, 300, 77);
        cluster.say(A, HOME, new ObjectMessage.Put(ref, "bytes", 0, named(ref, List.of(place))));
        assertThat(cluster.take(A, ObjectMessage.Stored.class).getFirst().failure())
                .isNotNull();
    }

    @Test
    @DisplayName("S4.5 put(x, durable()) is done when it is on disk, flushed")
    void shouldAnswerADurablePutOnlyWhenItIsFlushed() {
        Id ref = cluster.asksToPut(A, HOME, ObjectMessage.DURABLE, 300);
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).isEmpty();
        cluster.settle();
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).containsExactly(new ObjectMessage.Stored(ref, null));
        assertThat(cluster.home().flushed.get(ref)).isTrue();
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.5 a durable put that was let go meanwhile is removed once it is flushed")
    void shouldRemoveADurableEntryThatNobodyHoldsAnyMore() {
        Id ref = cluster.asksToPut(A, HOME, ObjectMessage.DURABLE, 300);
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.5 a durable put through a node's store is done when the home has it on disk")
    void shouldAnswerADurablePutOfANodeOnlyWhenTheHomeHasFlushedIt() {
        cluster.add(101);
        cluster.connect(A);
        Id ref = cluster.asksToPut(A, 101, ObjectMessage.DURABLE, 300);
        assertThat(cluster.home().machine.has(ref)).isTrue();
        cluster.cut(101, HOME); // the node announces again what the home has, but not on disk
        cluster.heal(101, HOME);
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).isEmpty();
        cluster.settle();
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).containsExactly(new ObjectMessage.Stored(ref, null));
        assertThat(cluster.home().flushed.get(ref)).isTrue();
        assertThat(cluster.store(101).disk).isEmpty();
    }

    @Test
    @DisplayName("S4.7 a disk that fails is an error that names ref, size and owner, at once")
    void shouldSayWhenTheDiskFails() {
        cluster.home().diskProblem = "No space left on device";
        Id ref = cluster.asksToPut(A, HOME, ObjectMessage.DURABLE, 300);
        cluster.settle();
        Failure failure = cluster.take(A, ObjectMessage.Stored.class).getFirst().failure();
        assertThat(failure).isNotNull();
        assertThat(failure.kind()).isEqualTo(Failure.Kind.STORE_FULL);
        assertThat(failure.what()).contains("ware-bytes-" + ref, "301 B", "unit 1", "No space left on device");
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.7 a durable put fails through a node's store, too")
    void shouldTellTheNodeWhenTheDiskOfTheHomeFails() {
        cluster.add(101);
        cluster.connect(A);
        cluster.home().diskProblem = "No space left on device";
        Id ref = cluster.asksToPut(A, 101, ObjectMessage.DURABLE, 300);
        cluster.settle();
        assertThat(cluster.take(A, ObjectMessage.Stored.class).getFirst().failure())
                .isNotNull();
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.7 a durable put that its disk quota does not allow fails at once")
    void shouldRefuseADurablePutBeyondTheQuota() {
        StoreCluster small = new StoreCluster(StoreCluster.SETTINGS.withDiskBytes(500), A);
        small.put(A, HOME, ObjectMessage.DURABLE, 300);
        small.asksToPut(A, HOME, ObjectMessage.DURABLE, 300);
        assertThat(small.take(A, ObjectMessage.Stored.class).getFirst().failure())
                .isNotNull()
                .extracting(Failure::kind)
                .isEqualTo(Failure.Kind.STORE_FULL);
    }

    @Test
    @DisplayName("A bulk put that is overtaken by the word that nobody holds the ref leaves nothing behind")
    void shouldRefuseAPutThatWasLetGoBeforeItCame() {
        Id ref = cluster.ref(A);
        cluster.hold(A, ref, true);
        cluster.hold(A, ref, false);
        cluster.say(A, HOME, new ObjectMessage.Put(ref, "bytes", 0, StoreCluster.payload(ref, 300)));
        assertThat(cluster.take(A, ObjectMessage.Stored.class).getFirst().failure())
                .isNotNull();
        cluster.assertEmpty();
    }

    private Id reserve(long bytes) {
        Id ref = cluster.ref(A);
        cluster.hold(A, ref, true);
        cluster.say(A, HOME, new ObjectMessage.Reserve(ref, List.of(bytes)));
        return ref;
    }

    private ObjectMessage.Reserved reserved(Id ref) {
        cluster.say(A, HOME, new ObjectMessage.Reserve(ref, List.of(300L)));
        ObjectMessage.Reserved answer =
                cluster.take(A, ObjectMessage.Reserved.class).getLast();
        assertThat(answer.ref()).isEqualTo(ref);
        return answer;
    }

    private Failure failure(Id ref) {
        ObjectMessage.Reserved answer =
                cluster.take(A, ObjectMessage.Reserved.class).getLast();
        assertThat(answer.ref()).isEqualTo(ref);
        assertThat(answer.failure()).isNotNull();
        return java.util.Objects.requireNonNull(answer.failure());
    }

    private static Payload named(Id ref, List<Place> places) {
        return new Payload(
                new byte[] {(byte) ref.number()},
                places.stream().map(place -> Payload.ELSEWHERE).toList(),
                List.of(),
                java.util.Collections.unmodifiableList(new java.util.ArrayList<>(places)));
    }
}
