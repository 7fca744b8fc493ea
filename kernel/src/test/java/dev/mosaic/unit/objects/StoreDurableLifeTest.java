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
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.ReplyMessage;
import dev.mosaic.message.StreamMessage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lives that the home keeps beyond its own end, event by event. S2.8, S7.3. */
class StoreDurableLifeTest {
    private static final long HEAD = 1;
    private static final long A = 11;
    private static final long B = 12;
    private static final long NEXT_HOME = 200;
    private static final Id TESSERA = new Id(HEAD, 5).withLives();
    private static final LifeTerms TERMS = new LifeTerms(3, true, 0).durable(true);
    private static final BucketProblem AWAY = new BucketProblem(BucketProblem.Kind.AWAY, "no answer");

    private StoreCluster cluster = new StoreCluster(HEAD, A, B);
    private long home = HOME;

    private FakeStore store() {
        return cluster.store(home);
    }

    private void withBucket() {
        cluster = new StoreCluster(StoreCluster.SETTINGS.withBucketNanos(30 * SECOND), HEAD, A, B);
        store().machine.monitor(cluster.now);
    }

    // ---- what counts

    @Test
    void shouldAnswerWhenItIsKeptAndNotBefore_S2_8() {
        say(A, describe(TERMS));
        assertThat(noted(A)).as("its arguments are not on disk yet").isEmpty();
        disk();
        assertThat(noted(A)).as("its record is not").isEmpty();
        lives();
        assertThat(noted(A)).containsExactly(new LifeMessage.Noted(TESSERA, 1, 0, null));
        say(A, keep(1));
        say(A, keep(1));
        disk();
        assertThat(noted(A)).isEmpty();
        say(A, keep(1)); // said again, on another link
        disk();
        assertThat(noted(A)).isEmpty();
        lives();
        assertThat(noted(A)).isNotEmpty().allMatch(said -> said.equals(new LifeMessage.Noted(TESSERA, 1, 1, null)));
        assertThat(store().flushed.values()).containsOnly(true);
    }

    @Test
    void shouldWriteNothingForOthers_S2_8() {
        say(A, describe(new LifeTerms(3, true, 0)));
        say(A, keep(1));
        assertThat(noted(A)).hasSize(2);
        say(A, new LifeMessage.Depart(TESSERA, 1, true));
        assertThat(noted(A)).hasSize(1);
        cluster.settle();
        assertThat(store().recorded).isZero();
        assertThat(store().disk).isEmpty();
    }

    @Test
    void shouldKeepTheStateBeforeUntilTheRecordNamesTheNext_S2_8() {
        lives(A);
        kept(1);
        List<Id> first = List.copyOf(store().disk.keySet());
        say(A, keep(2));
        disk();
        assertThat(store().disk.keySet()).containsAll(first).hasSize(first.size() + 1);
        lives();
        assertThat(store().disk).hasSize(first.size());
    }

    @Test
    void shouldAskNoWorkerBeforeItIsKeptThatItIsTheOne_S2_8() {
        lives(A);
        kept(1);
        cluster.kill(A);
        place(B);
        assertThat(cluster.take(B, LifeMessage.Raise.class)).isEmpty();
        lives();
        assertThat(cluster.take(B, LifeMessage.Raise.class)).singleElement().satisfies(raise -> {
            assertThat(raise.incarnation()).isEqualTo(2);
            assertThat(raise.hasState()).isTrue();
        });
        assertThat(store().lives.get(TESSERA).record().worker()).isEqualTo(B);
    }

    @Test
    void shouldKeepWhatEndsItsWorkersAndTryItAgainWhenItIsCalled_S2_8() {
        say(A, describe(new LifeTerms(LifeTerms.UNLIMITED, true, 0).durable(true)));
        cluster.settle();
        cluster.kill(A);
        for (int worker = 1; worker <= LifeTerms.MOST_UNMADE; worker++) {
            cluster.connect(20 + worker);
            place(20 + worker);
            cluster.settle();
            assertThat(cluster.take(20 + worker, LifeMessage.Raise.class)).hasSize(1);
            cluster.kill(20 + worker);
        }
        cluster.settle();
        store().toMonitor.clear();
        cluster.pass(5 * SECOND);
        assertThat(store().toMonitor).noneMatch(ClusterMessage.Replace.class::isInstance);
        assertThat(store().lives).hasSize(1);
        say(HEAD, new LifeMessage.Seek(TESSERA, Carried.HOME));
        assertThat(store().toMonitor).anyMatch(ClusterMessage.Replace.class::isInstance);
    }

    @Test
    void shouldKeepNothingOfALifeBeforeAllIsThereThatItIsMadeOf_S2_8() {
        store().machine.monitor(cluster.now);
        say(A, describe(TERMS));
        cluster.kill(A);
        place(B);
        lives();
        assertThat(store().lives).isEmpty();
        assertThat(cluster.take(B, LifeMessage.Raise.class)).isEmpty();
        cluster.settle();
        assertThat(cluster.take(B, LifeMessage.Raise.class)).hasSize(1);
        assertThat(store().lives).hasSize(1);
    }

    @Test
    void shouldTellNobodyThatItIsPassiveBeforeThatIsKept_S2_1() {
        lives(A);
        kept(1);
        say(HEAD, new LifeMessage.Seek(TESSERA, A));
        cluster.take(HEAD, LifeMessage.Alive.class);
        say(HEAD, new LifeMessage.Seek(TESSERA, A));
        say(A, new LifeMessage.Depart(TESSERA, 1, true));
        assertThat(noted(A)).isEmpty();
        assertThat(cluster.take(HEAD, LifeMessage.Alive.class)).isEmpty();
        lives();
        assertThat(noted(A)).hasSize(1);
        assertThat(cluster.take(HEAD, LifeMessage.Alive.class))
                .containsExactly(new LifeMessage.Alive(TESSERA, 2, Carried.HOME));
    }

    @Test
    void shouldAnswerADropWhenNothingOfItIsToBeFoundAgain_S2_7() {
        rest();
        StreamMessage.Drop drop = new StreamMessage.Drop(new Id(HEAD, 9), TESSERA, 1, 0, -1);
        for (int i = 0; i < 2; i++) { // said again
            store().machine.called(cluster.now, HEAD, drop);
        }
        cluster.pump();
        assertThat(cluster.take(HEAD, ReplyMessage.Done.class)).isEmpty();
        cluster.settle();
        assertThat(cluster.take(HEAD, ReplyMessage.Done.class))
                .hasSize(2)
                .allMatch(done -> done.outcome().equals(Outcome.NOTHING));
        assertThat(store().lives).isEmpty();
        cluster.assertEmpty();
    }

    // ---- S3 is away

    @Test
    void shouldRefuseAStateThatCannotBeMadeDurableAndKeepTheOneBefore_S7_3() {
        withBucket();
        lives(A);
        kept(1);
        store().bucketProblem = AWAY;
        say(A, keep(2));
        cluster.settle();
        assertThat(noted(A))
                .singleElement()
                .satisfies(said -> assertThat(said.failure().kind()).isEqualTo(Failure.Kind.DURABILITY_UNAVAILABLE));
        assertThat(store().lives.get(TESSERA).record().number()).isEqualTo(1);
        store().bucketProblem = null;
        kept(3);
        assertThat(store().lives.get(TESSERA).record().number()).isEqualTo(3);
    }

    @Test
    void shouldLetNoneRestUntilThatIsKept_S7_3() {
        withBucket();
        lives(A);
        kept(1);
        store().bucketProblem = AWAY;
        say(A, new LifeMessage.Depart(TESSERA, 1, true));
        cluster.pass(40 * SECOND);
        assertThat(noted(A)).isEmpty();
        assertThat(store().lives.get(TESSERA).record().worker()).isEqualTo(A);
        store().bucketProblem = null;
        cluster.pass(2 * SECOND);
        assertThat(noted(A)).hasSize(1);
        assertThat(store().lives.get(TESSERA).record().worker()).isEqualTo(Carried.HOME);
    }

    @Test
    void shouldEndWhatIsNotKeptWhileItsNextPlaceIsAskedFor_S7_3() {
        withBucket();
        store().bucketProblem = AWAY;
        say(A, describe(TERMS));
        say(HEAD, new LifeMessage.Seek(TESSERA, A));
        cluster.kill(A);
        assertThat(replaces()).isOne();
        cluster.settle();
        cluster.pass(40 * SECOND);
        assertThat(cluster.take(HEAD, LifeMessage.Gone.class)).singleElement().satisfies(gone -> {
            assertThat(gone.known()).isTrue();
            assertThat(gone.failure().kind()).isEqualTo(Failure.Kind.DURABILITY_UNAVAILABLE);
        });
        assertThat(store().toMonitor)
                .as("what the monitor was asked for, and its name")
                .endsWith(new ClusterMessage.Ended(TESSERA, true));
        place(B);
        assertThat(cluster.take(B, LifeMessage.Raise.class)).isEmpty();
        say(B, new LifeMessage.Seek(TESSERA, LifeMessage.NOWHERE));
        assertThat(cluster.take(B, LifeMessage.Gone.class)).hasSize(1);
        cluster.assertEmpty();
    }

    // ---- two homes

    @Test
    void shouldChangeNothingWhereAnotherHomeHasItByNow_S2_8() {
        rest();
        FakeStore.Kept there =
                new FakeStore.Kept(NEXT_HOME, store().lives.get(TESSERA).record());
        store().lives.put(TESSERA, there);
        say(HEAD, new LifeMessage.Seek(TESSERA, Carried.HOME));
        place(B);
        cluster.settle();
        cluster.pass(5 * SECOND);
        assertThat(cluster.take(B, LifeMessage.Raise.class)).isEmpty();
        assertThat(store().lives).containsEntry(TESSERA, there);
        assertThat(store().disk.keySet())
                .as("its entries are the other one's")
                .containsAll(there.record().parts());
    }

    @Test
    void shouldTakeNoStateWhereAnotherHomeHasItByNow_S2_8() {
        lives(A);
        kept(1);
        FakeStore.Kept there =
                new FakeStore.Kept(NEXT_HOME, store().lives.get(TESSERA).record());
        store().lives.put(TESSERA, there);
        say(A, keep(2));
        cluster.settle();
        cluster.pass(5 * SECOND);
        assertThat(noted(A)).isEmpty();
        assertThat(store().lives).containsEntry(TESSERA, there);
    }

    // ---- a home that comes back

    @Test
    void shouldHaveWhatIsPassiveAgain_S7_3() {
        rest();
        restart();
        assertThat(store().toMonitor)
                .singleElement()
                .isInstanceOfSatisfying(
                        ClusterMessage.Passive.class,
                        passive -> assertThat(passive.named().name()).isEqualTo("name"));
        cluster.pass(90 * SECOND);
        say(HEAD, new LifeMessage.Seek(TESSERA, Carried.HOME));
        place(B);
        cluster.settle();
        LifeMessage.Raise raise = cluster.take(B, LifeMessage.Raise.class).getLast();
        assertThat(raise.incarnation()).isEqualTo(3);
        assertThat(raise.restarts()).as("it is no restart").isZero();
        Id state = raise.create().needs().getLast().task();
        Id lease = cluster.acquire(B, home, state);
        cluster.settle();
        assertThat(cluster.acquired(lease)).hasSize(1);
        cluster.discharge(B, home, lease);
    }

    @Test
    void shouldGoOnWithALifeWhoseWorkerSaysSo_S2_8() {
        lives(A);
        kept(1);
        restart();
        say(HEAD, new LifeMessage.Seek(TESSERA, B));
        say(A, describe(TERMS));
        assertThat(noted(A)).hasSize(1);
        assertThat(cluster.take(HEAD, LifeMessage.Alive.class)).containsExactly(new LifeMessage.Alive(TESSERA, 1, A));
        cluster.pass(10 * SECOND);
        assertThat(cluster.take(A, LifeMessage.Raise.class)).isEmpty();
        kept(2);
        assertThat(store().lives.get(TESSERA).record().number()).isEqualTo(2);
    }

    @Test
    void shouldMakeALifeAgainThatNobodyHas_S2_8() {
        lives(A);
        kept(1);
        cluster.kill(A);
        place(B); // it is not kept yet that it is to live there
        restart();
        cluster.pass(2 * SECOND);
        assertThat(replaces()).as("its worker may come").isZero();
        store().links.lost(A);
        store().machine.lost(cluster.now, A);
        assertThat(replaces()).isEqualTo(1);
        place(B);
        cluster.settle();
        LifeMessage.Raise raise = cluster.take(B, LifeMessage.Raise.class).getLast();
        assertThat(raise.incarnation()).isEqualTo(2);
        assertThat(raise.restarts()).isEqualTo(1);
        assertThat(raise.hasState()).isTrue();
    }

    @Test
    void shouldFindThatTheProgramOfWhatHasComeBackIsDead_S1_6() {
        lives(A);
        kept(1);
        restart();
        assertThat(store().dialled)
                .as("nobody else tells of a program that is dead")
                .contains(HEAD);
        for (long unit : new long[] {HEAD, A}) {
            store().links.lost(unit);
            store().machine.lost(cluster.now, unit);
        }
        cluster.settle();
        assertThat(store().lives.get(TESSERA).record().worker()).isEqualTo(Carried.HOME);
    }

    @Test
    void shouldAskTheWorkerAgainThatWasAskedByTheHomeBefore_S2_8() {
        lives(A);
        kept(1);
        cluster.kill(A);
        place(B);
        cluster.settle();
        cluster.take(B, LifeMessage.Raise.class);
        restart();
        cluster.pass(4 * SECOND);
        assertThat(cluster.take(B, LifeMessage.Raise.class))
                .isNotEmpty()
                .allMatch(raise -> raise.incarnation() == 2 && raise.restarts() == 1);
        say(B, new LifeMessage.Raised(TESSERA, 2, null));
        say(HEAD, new LifeMessage.Seek(TESSERA, A));
        assertThat(cluster.take(HEAD, LifeMessage.Alive.class)).containsExactly(new LifeMessage.Alive(TESSERA, 2, B));
    }

    /** Found by the simulation: the worker waited for its holders, and they for the life that was to begin in it. */
    @Test
    void shouldHoldItForThoseWhoAreToLetGoBeforeItBeginsWhereItWas_S2_1() {
        rest();
        say(HEAD, new LifeMessage.Seek(TESSERA, Carried.HOME));
        place(A);
        cluster.settle();
        cluster.take(A, LifeMessage.Raise.class);
        restart();
        say(B, new LifeMessage.Seek(TESSERA, A));
        cluster.pass(4 * SECOND);
        assertThat(cluster.take(A, LifeMessage.Raise.class)).isNotEmpty();
        assertThat(cluster.take(B, LifeMessage.Alive.class))
                .containsExactly(new LifeMessage.Alive(TESSERA, 2, Carried.HOME));
        say(A, new LifeMessage.Raised(TESSERA, 3, null));
        say(B, new LifeMessage.Seek(TESSERA, Carried.HOME));
        assertThat(cluster.take(B, LifeMessage.Alive.class)).containsExactly(new LifeMessage.Alive(TESSERA, 3, A));
    }

    @Test
    void shouldStayWithoutItsProgramUntilItIsTakenOver_S2_8() {
        lives(A);
        kept(1);
        restart();
        for (long unit : new long[] {HEAD, A}) {
            store().links.lost(unit);
            store().machine.lost(cluster.now, unit);
        }
        cluster.settle();
        assertThat(store().toMonitor).last().isInstanceOf(ClusterMessage.Passive.class);
        say(B, new LifeMessage.Seek(TESSERA, Carried.HOME));
        assertThat(cluster.take(B, LifeMessage.Gone.class).getLast().failure().what())
                .contains("its program has ended");
        cluster.pass(5 * SECOND);
        say(B, adopt("2"));
        cluster.settle();
        assertThat(cluster.take(B, LifeMessage.Adopted.class).getLast().as()).isEqualTo(TESSERA);
        say(B, new LifeMessage.Seek(TESSERA, Carried.HOME));
        assertThat(replaces()).isEqualTo(1);
    }

    /** An argument of another life has its proxy inside. */
    @Test
    void shouldLetGoOfWhatStaysWhenNothingHasItInsideAnyMore_S2_8() {
        Id other = new Id(HEAD, 6).withLives();
        StreamMessage.Create making = create(other, "Solver", TERMS);
        lives(A);
        kept(1);
        say(
                A,
                new LifeMessage.Describe(
                        other,
                        1,
                        0,
                        HEAD,
                        making.with(List.of(), Payload.of(new byte[3]).withCarried(List.of(new Carried(TESSERA, A))))));
        cluster.settle();
        say(A, new LifeMessage.Depart(TESSERA, 1, true));
        cluster.settle();
        say(HEAD, new LifeMessage.Seek(TESSERA, Carried.HOME));
        place(A);
        lives();
        say(A, new LifeMessage.Moving(TESSERA));
        assertThat(store().machine.describe()).contains("holders=[" + HOME + "]");
        cluster.kill(HEAD);
        cluster.kill(A);
        assertThat(store().machine.describe()).contains("PASSIVE at=8000000000000000");
        say(B, new LifeMessage.Adopt(new Id(B, 80).withLives(), B, create(new Id(B, 80).withLives(), "Solver", TERMS)));
        store().machine.called(cluster.now, B, new StreamMessage.Drop(new Id(B, 9), other, 1, 0, -1));
        cluster.settle();
        assertThat(store().machine.describe()).contains("holders=[]").doesNotContain("holders=[" + HOME + "]");
    }

    @Test
    void shouldKnowWhoTookItOver_S2_8() {
        lives(A);
        kept(1);
        cluster.pass(4 * SECOND);
        say(B, adopt("2"));
        disk();
        assertThat(cluster.take(B, LifeMessage.Adopted.class)).isEmpty();
        lives();
        assertThat(cluster.take(B, LifeMessage.Adopted.class)).hasSize(1);
        restart();
        say(A, describe(TERMS));
        cluster.pass(5 * SECOND);
        assertThat(cluster.take(A, LifeMessage.Retire.class))
                .as("it still has the code before")
                .isNotEmpty();
        say(A, new LifeMessage.Depart(TESSERA, 1));
        assertThat(store().toMonitor.getLast()).isInstanceOfSatisfying(ClusterMessage.Replace.class, replace -> {
            assertThat(replace.program()).isEqualTo(B);
            assertThat(replace.place().className()).isEqualTo("Solver2");
        });
    }

    @Test
    void shouldBecomeDurableWhereWhoTakesItOverSaysSo_S2_8() {
        withBucket();
        say(A, describe(new LifeTerms(3, true, 0)));
        say(A, keep(1));
        say(A, new LifeMessage.Depart(TESSERA, 1, true));
        cluster.pass(4 * SECOND);
        assertThat(store().bucket).isEmpty();
        say(B, adopt("2"));
        cluster.settle();
        assertThat(cluster.take(B, LifeMessage.Adopted.class).getLast().failure())
                .isNull();
        assertThat(store().bucket).as("arguments and state").hasSize(2);
        restart();
        say(B, new LifeMessage.Seek(TESSERA, Carried.HOME));
        place(B);
        cluster.settle();
        assertThat(cluster.take(B, LifeMessage.Raise.class).getLast().hasState())
                .isTrue();
    }

    @Test
    void shouldBeDurableNoMoreWhereWhoTakesItOverDoesNotSaySo_S2_8() {
        rest();
        cluster.pass(4 * SECOND);
        Id question = new Id(B, 80).withLives();
        LifeTerms terms = new LifeTerms(3, true, 0).takingOver("2");
        say(B, new LifeMessage.Adopt(question, B, create(question, "Solver2", terms)));
        cluster.settle();
        assertThat(cluster.take(B, LifeMessage.Adopted.class).getLast().as()).isEqualTo(TESSERA);
        assertThat(store().lives).isEmpty();
        say(B, new LifeMessage.Seek(TESSERA, Carried.HOME));
        place(B);
        assertThat(cluster.take(B, LifeMessage.Raise.class)).hasSize(1);
    }

    @Test
    void shouldEndWhatHasComeBackWithoutItsEntries_S7_3() {
        rest();
        store().lives.get(TESSERA).record().parts().forEach(store().disk::remove);
        restart();
        cluster.pass(5 * SECOND);
        say(HEAD, new LifeMessage.Seek(TESSERA, Carried.HOME));
        assertThat(cluster.take(HEAD, LifeMessage.Gone.class)
                        .getLast()
                        .failure()
                        .what())
                .contains("without what it was made of");
        assertThat(store().lives).isEmpty();
    }

    // ---- events

    private void say(long unit, LifeMessage message) {
        cluster.say(unit, home, message);
        cluster.pump();
    }

    private void disk() {
        store().runTiers();
        cluster.pump();
    }

    private void lives() {
        store().runLives();
        cluster.pump();
    }

    private List<LifeMessage.Noted> noted(long unit) {
        return cluster.take(unit, LifeMessage.Noted.class).stream()
                .map(said -> new LifeMessage.Noted(said.tessera(), said.incarnation(), said.number(), said.failure()))
                .toList();
    }

    private long replaces() {
        return store().toMonitor.stream()
                .filter(ClusterMessage.Replace.class::isInstance)
                .count();
    }

    /** It lives there, and that is kept. */
    private void lives(long worker) {
        store().machine.monitor(cluster.now);
        say(worker, describe(TERMS));
        cluster.settle();
        assertThat(noted(worker)).hasSize(1);
    }

    private void kept(long number) {
        say(A, keep(number));
        cluster.settle();
        assertThat(noted(A)).containsExactly(new LifeMessage.Noted(TESSERA, 1, number, null));
    }

    /** It is passive, with a state. */
    private void rest() {
        lives(A);
        kept(1);
        say(A, new LifeMessage.Depart(TESSERA, 1, true));
        cluster.settle();
        assertThat(noted(A)).hasSize(1);
    }

    private void restart() {
        cluster.restart(home, NEXT_HOME);
        home = NEXT_HOME;
        for (long unit : new long[] {HEAD, A, B}) {
            store().links.connected(unit);
            store().machine.connected(cluster.now, unit);
        }
        store().machine.monitor(cluster.now);
        cluster.pump();
    }

    private void place(long worker) {
        store().machine.placed(cluster.now, new ClusterMessage.Placed(TESSERA, worker));
        cluster.pump();
    }

    private static LifeMessage.Describe describe(LifeTerms terms) {
        return new LifeMessage.Describe(TESSERA, 1, 0, HEAD, create(TESSERA, "Solver", terms));
    }

    private static LifeMessage.Keep keep(long number) {
        return new LifeMessage.Keep(TESSERA, 1, number, StoreCluster.payload(TESSERA, 10));
    }

    private static LifeMessage.Adopt adopt(String version) {
        Id question = new Id(B, 80).withLives();
        return new LifeMessage.Adopt(question, B, create(question, "Solver2", TERMS.takingOver(version)));
    }

    private static StreamMessage.Create create(Id id, String className, LifeTerms terms) {
        return new StreamMessage.Create(
                id, id, 1, -1, className, 7, 0, 1, "name", List.of(), Payload.of(new byte[3]), Claim.NONE, terms);
    }
}
