package dev.mosaic.unit.objects;

import static dev.mosaic.unit.objects.StoreCluster.HOME;
import static dev.mosaic.unit.objects.StoreCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.LifeTerms;
import dev.mosaic.message.Need;
import dev.mosaic.message.Payload;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.message.ValueMessage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the home knows of lives, event by event. S2.8, S2.9. */
class StoreLifeTest {
    private static final long HEAD = 1;
    private static final long A = 11;
    private static final long B = 12;
    private static final Id TESSERA = new Id(HEAD, 5).withLives();

    private final StoreCluster cluster = new StoreCluster(HEAD, A, B);

    @Test
    void shouldBeginTheNextLifeElsewhereWithTheLastState() {
        describe(A, 1, 3);
        keep(A, 1, 1, 10);
        keep(A, 1, 2, 20);
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        cluster.kill(A);
        assertThat(asked().notAt()).isEqualTo(A);
        place(B);
        LifeMessage.Raise raise = last(B, LifeMessage.Raise.class);
        assertThat(raise.incarnation()).isEqualTo(2);
        assertThat(raise.hasState()).isTrue();
        assertThat(raise.create().needs()).hasSize(2).allMatch(Need::isEntry);
        Id state = raise.create().needs().getLast().task();
        Id lease = cluster.acquire(B, HOME, state);
        cluster.settle();
        assertThat(cluster.acquired(lease)).hasSize(1);
        cluster.discharge(B, HOME, lease);
        assertThat(cluster.take(HEAD, LifeMessage.Alive.class)).isEmpty();
        cluster.say(B, HOME, new LifeMessage.Raised(TESSERA, 2, null));
        assertThat(cluster.take(HEAD, LifeMessage.Alive.class)).containsExactly(new LifeMessage.Alive(TESSERA, 2, B));
    }

    @Test
    void shouldRefuseWhatALifeBeforeSays() {
        describe(A, 1, 3);
        cluster.say(A, HOME, new LifeMessage.Depart(TESSERA, 1));
        place(B);
        cluster.say(B, HOME, new LifeMessage.Raised(TESSERA, 2, null));
        cluster.take(A, LifeMessage.Noted.class);
        cluster.say(A, HOME, new LifeMessage.Keep(TESSERA, 1, 9, StoreCluster.payload(TESSERA, 10)));
        assertThat(last(A, LifeMessage.Noted.class).failure())
                .extracting(Failure::kind)
                .isEqualTo(Failure.Kind.STOPPED);
        keep(B, 2, 1, 10);
    }

    @Test
    void shouldKeepOneStateOnly() {
        describe(A, 1, 3);
        for (int i = 1; i <= 20; i++) {
            keep(A, 1, i, 100);
        }
        cluster.settle();
        assertThat(cluster.home().machine.usedBytes()).isEqualTo(100);
        over(A, 1);
        cluster.assertEmpty();
    }

    @Test
    void shouldNotPutAnOlderStateInThePlaceOfANewerOne() {
        describe(A, 1, 3);
        keep(A, 1, 2, 10);
        keep(A, 1, 1, 90); // came late, on the other lane
        cluster.kill(A);
        place(B);
        LifeMessage.Raise raise = last(B, LifeMessage.Raise.class);
        assertThat(cluster.home().machine.usedBytes()).isEqualTo(10);
        assertThat(raise.hasState()).isTrue();
    }

    @Test
    void shouldTellHowManyRestartsThereWereWhenThereAreNoMore() {
        describe(A, 1, 1);
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        cluster.kill(A);
        place(B);
        cluster.kill(B);
        LifeMessage.Gone gone = last(HEAD, LifeMessage.Gone.class);
        assertThat(gone.known()).isTrue();
        assertThat(gone.failure().what()).contains("restarts=1");
        assertThat(cluster.home().toMonitor).last().isEqualTo(new ClusterMessage.Ended(TESSERA));
        cluster.assertEmpty();
    }

    @Test
    void shouldCountALifeThatFailsToBeginAndTellWhy() {
        describe(A, 1, 1);
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        cluster.kill(A);
        place(B);
        cluster.say(B, HOME, new LifeMessage.Raised(TESSERA, 2, Failure.of(Failure.Kind.THROWN, "no")));
        LifeMessage.Gone gone = last(HEAD, LifeMessage.Gone.class);
        assertThat(gone.failure().cause()).extracting(Failure::what).isEqualTo("no");
    }

    @Test
    void shouldTryAgainLaterWhereALifeFailsToBegin() {
        describe(A, 1, LifeTerms.UNLIMITED);
        cluster.kill(A);
        place(B);
        int asked = cluster.home().toMonitor.size();
        cluster.say(B, HOME, new LifeMessage.Raised(TESSERA, 2, Failure.of(Failure.Kind.THROWN, "no")));
        assertThat(cluster.home().toMonitor).hasSize(asked);
        cluster.pass(2 * SECOND);
        assertThat(cluster.home().toMonitor).hasSizeGreaterThan(asked);
    }

    @Test
    void shouldAskTheMonitorAgainSinceThatMayBeAnother() {
        describe(A, 1, 3);
        cluster.kill(A);
        asked();
        cluster.pass(5 * SECOND);
        assertThat(cluster.home().toMonitor).hasSizeGreaterThan(3);
    }

    @Test
    void shouldTellWhoAsksForWhatItNeverHeardOf() {
        cluster.kill(A);
        cluster.pass(10 * SECOND);
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        cluster.pass(SECOND);
        assertThat(last(HEAD, LifeMessage.Gone.class).known()).isFalse();
    }

    @Test
    void shouldLearnOfALifeFromItsWorkerWhereItIsNew() {
        describe(A, 7, 9);
        cluster.kill(A);
        place(B);
        assertThat(last(B, LifeMessage.Raise.class).incarnation()).isEqualTo(8);
    }

    @Test
    void shouldGoOnHoldingATesseraThatLivesElsewhere() {
        describe(A, 1, 3);
        cluster.asksToPut(HEAD, HOME, 0, 10, new Carried(TESSERA, A));
        long version = cluster.take(A, ValueMessage.Hold.class).getLast().version();
        cluster.say(A, HOME, new ValueMessage.Held(TESSERA, version));
        cluster.kill(A);
        place(B);
        cluster.say(B, HOME, new LifeMessage.Raised(TESSERA, 2, null));
        assertThat(cluster.take(B, ValueMessage.Hold.class)).hasSize(1).allMatch(ValueMessage.Hold::holding);
    }

    // ---- events

    private void describe(long worker, long incarnation, int restarts) {
        StreamMessage.Create create = new StreamMessage.Create(
                new Id(HEAD, 4),
                TESSERA,
                1,
                -1,
                "Solver",
                7,
                0,
                1,
                "",
                List.of(),
                Payload.of(new byte[3]),
                Claim.NONE,
                new LifeTerms(restarts, true, 0));
        cluster.say(worker, HOME, new LifeMessage.Describe(TESSERA, incarnation, 0, 0, create));
        assertThat(last(worker, LifeMessage.Noted.class))
                .isEqualTo(new LifeMessage.Noted(TESSERA, incarnation, 0, null));
    }

    private void keep(long worker, long incarnation, long number, int size) {
        cluster.say(
                worker, HOME, new LifeMessage.Keep(TESSERA, incarnation, number, StoreCluster.payload(TESSERA, size)));
        assertThat(last(worker, LifeMessage.Noted.class))
                .isEqualTo(new LifeMessage.Noted(TESSERA, incarnation, number, null));
    }

    private void over(long worker, long incarnation) {
        Failure dropped = Failure.of(Failure.Kind.STOPPED, "it was dropped");
        cluster.say(worker, HOME, new LifeMessage.Over(TESSERA, incarnation, dropped));
    }

    private ClusterMessage.Replace asked() {
        return (ClusterMessage.Replace) cluster.home().toMonitor.getLast();
    }

    private void place(long worker) {
        asked();
        cluster.home().machine.placed(cluster.now, new ClusterMessage.Placed(TESSERA, worker));
        cluster.pump();
    }

    private <M extends LifeMessage> M last(long unit, Class<M> kind) {
        List<M> said = cluster.take(unit, kind);
        assertThat(said).as(kind.getSimpleName() + " to " + unit).isNotEmpty();
        return said.getLast();
    }
}
