package dev.mosaic.unit.objects;

import static dev.mosaic.unit.objects.StoreCluster.HOME;
import static dev.mosaic.unit.objects.StoreCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Outcome;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S4.4: who reads what, and when. */
class StoreLeaseTest {
    private static final long A = 1;
    private static final long B = 2;
    private final StoreCluster cluster = new StoreCluster(A, B);

    @Test
    @DisplayName("S4.4 two calls that each need two large entries get them whole, first come first served")
    void shouldGrantLeasesWholeInTheOrderTheyCame() {
        Id one = cluster.put(A, 500);
        Id two = cluster.put(A, 500);
        Id three = cluster.put(A, 400); // one or two went to disk
        Id four = cluster.put(A, 400);
        Id first = cluster.acquire(A, HOME, one, two);
        Id second = cluster.acquire(B, HOME, three, four);
        Id third = cluster.acquire(B, HOME, one); // would fit, but it came later
        cluster.settle();
        cluster.assertReads(HOME, first, one, two);
        assertThat(cluster.acquired(second)).isEmpty();
        assertThat(cluster.acquired(third)).isEmpty();
        cluster.discharge(A, HOME, first);
        cluster.settle();
        cluster.assertReads(HOME, second, three, four);
        cluster.discharge(B, HOME, second);
        cluster.settle();
        cluster.assertReads(HOME, third, one);
    }

    @Test
    @DisplayName("S4.4 a call that alone does not fit fails at once")
    void shouldRefuseALeaseThatCanNeverFit() {
        Id one = cluster.put(A, 600);
        Id two = cluster.put(A, 600);
        Id lease = cluster.acquire(A, HOME, one, two);
        List<Outcome> outcomes = cluster.acquired(lease);
        assertThat(outcomes)
                .hasSize(2)
                .allSatisfy(outcome -> assertThat(outcome)
                        .isInstanceOfSatisfying(
                                Outcome.Failed.class,
                                failed -> assertThat(failed.failure().kind()).isEqualTo(Failure.Kind.TOO_LARGE)));
    }

    @Test
    void shouldGrantAnEntryThatFillsAllMemory() {
        Id ref = cluster.put(A, 1_000);
        cluster.assertCanRead(A, HOME, ref);
    }

    @Test
    void shouldCountAnEntryThatIsWantedTwiceOnce() {
        Id ref = cluster.put(A, 600);
        Id lease = cluster.acquire(A, HOME, ref, ref);
        cluster.assertReads(HOME, lease, ref, ref);
        cluster.discharge(A, HOME, lease);
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.4 the wait for memory ends with an error")
    void shouldRefuseALeaseThatWaitedTooLong() {
        Id one = cluster.put(A, 600);
        Id two = cluster.put(A, 600);
        Id held = cluster.acquire(A, HOME, two);
        Id late = cluster.acquire(B, HOME, one);
        cluster.pass(29 * SECOND);
        assertThat(cluster.acquired(late)).isEmpty();
        cluster.pass(2 * SECOND);
        assertThat(cluster.failure(late).kind()).isEqualTo(Failure.Kind.STORE_FULL);
        cluster.discharge(A, HOME, held);
        cluster.discharge(B, HOME, late);
        cluster.assertCanRead(B, HOME, one);
    }

    @Test
    void shouldAnswerAgainWhatIsAskedAgain() {
        Id ref = cluster.put(A, 600);
        Id lease = cluster.acquire(A, HOME, ref);
        cluster.assertReads(HOME, lease, ref);
        cluster.say(A, HOME, new ObjectMessage.Acquire(lease, List.of(ref)));
        cluster.assertReads(HOME, lease, ref);
        cluster.discharge(A, HOME, lease);
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("The end of a lease may overtake its question, which is large")
    void shouldPassOverAQuestionThatEndedBeforeItCame() {
        Id ref = cluster.put(A, 600);
        Id lease = new Id(A, -50);
        cluster.discharge(A, HOME, lease);
        cluster.say(A, HOME, new ObjectMessage.Acquire(lease, List.of(ref)));
        assertThat(cluster.acquired(lease)).isEmpty();
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.4 a question that is said again on a new link and comes after its end takes no memory")
    void shouldPassOverAQuestionThatIsSaidAgainAfterItsEnd() {
        Id ref = cluster.put(A, 500);
        Id lease = cluster.acquire(A, HOME, ref);
        cluster.connect(A);
        cluster.say(A, HOME, new ObjectMessage.Leases(List.of(lease)));
        cluster.discharge(A, HOME, lease);
        cluster.take(A, ObjectMessage.Acquired.class);
        cluster.say(A, HOME, new ObjectMessage.Acquire(lease, List.of(ref)));
        assertThat(cluster.take(A, ObjectMessage.Acquired.class)).isEmpty();
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S7.4 of leases that ended before they came the last are remembered, and none where they came")
    void shouldForgetTheEndsOfLeasesThatNeverCome() {
        Id ref = cluster.put(A, 600);
        int all = 2 * Leases.MOST_EARLY;
        for (int i = 0; i < all; i++) {
            cluster.discharge(A, HOME, new Id(A, -1_000 - i));
        }
        assertThat(cluster.home().machine.leases.early()).isEqualTo(Leases.MOST_EARLY);
        for (int i = all - Leases.MOST_EARLY; i < all; i++) {
            Id late = new Id(A, -1_000 - i);
            cluster.say(A, HOME, new ObjectMessage.Acquire(late, List.of(ref)));
            assertThat(cluster.acquired(late)).isEmpty();
        }
        assertThat(cluster.home().machine.leases.early()).isZero();
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S7.4 the ends of many leases that the link before knew push out no end that came before its question")
    void shouldRememberAnEarlyEndWhileManyLeasesOfTheLinkBeforeEnd() {
        Id ref = cluster.put(A, 600);
        List<Id> before = IntStream.range(0, Leases.MOST_EARLY + 1)
                .mapToObj(any -> cluster.acquire(A, HOME, ref))
                .toList();
        cluster.connect(A);
        cluster.say(A, HOME, new ObjectMessage.Leases(before));
        Id late = new Id(A, -50_000);
        cluster.discharge(A, HOME, late);
        before.forEach(lease -> cluster.discharge(A, HOME, lease));
        cluster.take(A, ObjectMessage.Acquired.class);
        cluster.say(A, HOME, new ObjectMessage.Acquire(late, List.of(ref)));
        assertThat(cluster.acquired(late)).isEmpty();
        assertThat(cluster.home().machine.pins()).isZero();
        assertThat(cluster.home().machine.leases.again()).isEqualTo(before.size());
        cluster.connect(A);
        assertThat(cluster.home().machine.leases.again()).isZero();
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("On a new link all leases are over that the unit does not name")
    void shouldEndLeasesThatTheUnitHasNoMore() {
        Id one = cluster.put(A, 300);
        Id two = cluster.put(A, 300);
        Id kept = cluster.acquire(A, HOME, one);
        cluster.acquire(A, HOME, two); // whose end was lost
        Id others = cluster.acquire(B, HOME, two);
        cluster.connect(A);
        cluster.say(A, HOME, new ObjectMessage.Leases(List.of(kept)));
        assertThat(cluster.home().machine.pins()).isEqualTo(2);
        cluster.discharge(B, HOME, others);
        assertThat(cluster.home().machine.pins()).isEqualTo(1);
    }

    @Test
    @DisplayName("The list of leases is large, and a question may overtake it")
    void shouldKeepALeaseThatWasAskedOnTheNewLink() {
        Id ref = cluster.put(A, 300);
        cluster.connect(A);
        Id lease = cluster.acquire(A, HOME, ref);
        cluster.say(A, HOME, new ObjectMessage.Leases(List.of()));
        cluster.assertReads(HOME, lease, ref);
        assertThat(cluster.home().machine.pins()).isEqualTo(1);
    }

    @Test
    void shouldEndTheLeasesOfTheDead() {
        Id one = cluster.put(A, 600);
        Id two = cluster.put(A, 600);
        cluster.acquire(B, HOME, two);
        Id waits = cluster.acquire(A, HOME, one);
        assertThat(cluster.acquired(waits)).isEmpty();
        cluster.kill(B);
        cluster.settle();
        cluster.assertReads(HOME, waits, one);
    }

    @Test
    void shouldNotGiveMemoryToALeaseThatEndedWhileItWaited() {
        Id one = cluster.put(A, 600);
        Id two = cluster.put(A, 600);
        Id held = cluster.acquire(A, HOME, two);
        Id waits = cluster.acquire(B, HOME, one);
        cluster.discharge(B, HOME, waits);
        cluster.discharge(A, HOME, held);
        cluster.settle();
        assertThat(cluster.acquired(waits)).isEmpty();
        assertThat(cluster.home().machine.pins()).isZero();
    }

    @Test
    void shouldRefuseARefThatNobodyKnows() {
        cluster.assertCannotRead(A, HOME, cluster.ref(A), "is not known");
        Id ref = cluster.ref(A);
        cluster.hold(A, ref, true); // held, and not put yet
        cluster.assertCannotRead(A, HOME, ref, "is not known");
        cluster.say(A, HOME, new ObjectMessage.Put(ref, "bytes", 0, StoreCluster.payload(ref, 100)));
        cluster.assertCanRead(A, HOME, ref);
    }

    @Test
    void shouldAnswerForEachEntryByItself() {
        Id there = cluster.put(A, 300);
        Id lease = cluster.acquire(A, HOME, there, cluster.ref(A));
        List<Outcome> outcomes = cluster.acquired(lease);
        assertThat(outcomes.get(0)).isInstanceOf(Outcome.Returned.class);
        assertThat(outcomes.get(1)).isInstanceOf(Outcome.Failed.class);
        cluster.discharge(A, HOME, lease);
        cluster.hold(A, there, false);
        cluster.assertEmpty();
    }
}
