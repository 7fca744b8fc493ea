package dev.mosaic.unit.objects;

import static dev.mosaic.unit.objects.StoreCluster.HOME;
import static dev.mosaic.unit.objects.StoreCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S4.1, S4.3, S4.5, S7.3: entries that move between stores. */
class StoreTransferTest {
    private static final long A = 1;
    private static final long NODE = 101;
    private static final long OTHER = 102;
    private final StoreCluster cluster = new StoreCluster(A);

    @BeforeEach
    void addStores() {
        cluster.add(NODE);
        cluster.add(OTHER);
        cluster.connect(A);
    }

    @Test
    @DisplayName("S4.5 a put is done when the node has it, and is copied behind to the warehouse")
    void shouldCopyBehindToTheHome() {
        Id ref = cluster.put(A, NODE, 0, 300);
        assertThat(cluster.home().machine.has(ref)).isTrue();
        cluster.assertCanRead(A, HOME, ref);
        cluster.kill(NODE);
        cluster.assertCanRead(A, HOME, ref);
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.1 the second read moves nothing")
    void shouldCacheWhatWasRead() {
        Id ref = cluster.put(A, NODE, 0, 300);
        cluster.assertCanRead(A, OTHER, ref);
        cluster.delivered.clear();
        cluster.assertCanRead(A, OTHER, ref);
        assertThat(cluster.delivered).isEmpty();
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    void shouldMoveEntriesWithoutLargeParts() {
        Id ref = cluster.put(A, NODE, 0, 0);
        assertThat(cluster.home().machine.has(ref)).isTrue();
        cluster.assertCanRead(A, OTHER, ref);
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.4 a chunk with a wrong checksum is asked for again")
    void shouldAskAgainForADamagedChunk() {
        Id ref = cluster.put(A, NODE, 0, 300);
        Id lease = cluster.acquire(A, OTHER); // nothing
        cluster.discharge(A, OTHER, lease);
        int[] damaged = new int[1];
        cluster.lost = sent -> {
            if (sent.message() instanceof ObjectMessage.Chunk chunk && damaged[0]++ < 3) {
                chunk.bytes().outOfBand().getFirst().fill((byte) 1);
            }
            return false;
        };
        cluster.assertCanRead(A, OTHER, ref);
        assertThat(damaged[0]).isGreaterThan(3);
    }

    @Test
    void shouldLeaveASourceThatKeepsSendingWrongBytes() {
        Id ref = cluster.put(A, NODE, 0, 300);
        cluster.lost = sent -> {
            if (sent.from() == HOME && sent.message() instanceof ObjectMessage.Chunk chunk) {
                chunk.bytes().outOfBand().getFirst().fill((byte) 1);
            }
            return false;
        };
        cluster.assertCanRead(A, OTHER, ref); // from the node
    }

    @Test
    @DisplayName("S4.5 a source that dies is replaced by another, from the byte that was reached")
    void shouldGoOnWithAnotherSource() {
        Id ref = cluster.put(A, NODE, 0, 900);
        Id lease = acquireUntilChunks(OTHER, ref, 4);
        cluster.lost = sent -> sent.to() == OTHER && sent.from() == HOME;
        cluster.pump();
        cluster.lost = sent -> false;
        int before = pulls(NODE);
        cluster.cut(HOME, OTHER);
        cluster.store(OTHER).machine.received(cluster.now, HOME, new ObjectMessage.NotHere(ref));
        cluster.settle();
        cluster.assertReads(OTHER, lease, ref);
        assertThat(pulls(NODE) - before).isLessThan(15); // of the 15 there are
    }

    @Test
    @DisplayName("S3.6 a source that lives and cannot be reached is left for another one")
    void shouldLeaveASourceThatCannotBeReached() {
        Id ref = cluster.put(A, NODE, 0, 900);
        Id lease = acquireUntilChunks(OTHER, ref, 4);
        cluster.cut(HOME, OTHER);
        cluster.pass(6 * SECOND);
        cluster.assertReads(OTHER, lease, ref); // from the node
        cluster.heal(HOME, OTHER);
        cluster.discharge(A, OTHER, lease);
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName(
            "S4.7 a source that was left because it could not be reached still has its copy when the other one fails")
    void shouldNotTakeACopyThatCannotBeReachedForLost() {
        Id ref = putAtTwoStores(NODE, OTHER);
        Id lease = acquireUntilChunks(HOME, ref, 4);
        cluster.lost = sent -> sent.from() == OTHER && sent.message() instanceof ObjectMessage.Chunk;
        cluster.cut(HOME, NODE);
        cluster.pass(6 * SECOND);
        assertThat(pulls(OTHER)).as("it went on there").isPositive();
        cluster.kill(OTHER);
        cluster.pass(SECOND);
        assertThat(cluster.acquired(lease)).isEmpty();
        cluster.heal(HOME, NODE);
        cluster.settle();
        cluster.assertReads(HOME, lease, ref);
        cluster.discharge(A, HOME, lease);
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S3.6 of the stores that have it one with a link is asked next")
    void shouldLeaveASourceForOneThatCanBeReached() {
        long third = 103;
        cluster.add(third);
        cluster.connect(A);
        Id ref = putAtTwoStores(NODE, OTHER);
        cluster.assertCanRead(A, third, ref);
        Id lease = acquireUntilChunks(HOME, ref, 4);
        cluster.cut(HOME, NODE);
        cluster.cut(HOME, OTHER);
        cluster.home().dialled.clear();
        cluster.lost = sent -> sent.from() == third && sent.message() instanceof ObjectMessage.Chunk;
        cluster.pass(6 * SECOND);
        assertThat(pulls(third)).isPositive();
        assertThat(cluster.home().dialled).doesNotContain(OTHER);
        cluster.lost = sent -> false;
        cluster.cut(HOME, third);
        cluster.heal(HOME, third);
        cluster.settle();
        cluster.assertReads(HOME, lease, ref);
    }

    @Test
    @DisplayName(
            "S3.6 a read whose bytes are where they cannot be reached ends, with both sides named, and the entry stays")
    void shouldEndAReadWhoseSourceCannotBeReached() {
        Id ref = cluster.put(A, HOME, 0, 900);
        Id lease = acquireUntilChunks(OTHER, ref, 4);
        cluster.store(OTHER).machine.named(HOME, "warehouse:0");
        cluster.store(OTHER).machine.named(OTHER, "store:2");
        cluster.cut(HOME, OTHER);
        cluster.pass(29 * SECOND);
        assertThat(cluster.acquired(lease)).isEmpty();
        cluster.pass(2 * SECOND);
        assertThat(cluster.failure(lease).what()).contains("store:2 does not reach warehouse:0");
        cluster.discharge(A, OTHER, lease);
        cluster.heal(HOME, OTHER);
        cluster.assertCanRead(A, OTHER, ref);
    }

    @Test
    @DisplayName("S3.6 a home that lives and cannot be reached: reads and puts end, with both sides named")
    void shouldEndWhatWaitsForAHomeThatCannotBeReached() {
        Id there = cluster.put(A, HOME, 0, 300);
        cluster.store(OTHER).machine.named(HOME, "warehouse:0");
        cluster.store(OTHER).machine.named(OTHER, "store:2");
        cluster.cut(HOME, OTHER);
        cluster.pass(SECOND);
        Id lease = cluster.acquire(A, OTHER, there);
        Id put = cluster.asksToPut(A, OTHER, 0, 300);
        cluster.pass(28 * SECOND);
        assertThat(cluster.acquired(lease)).isEmpty();
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).isEmpty();
        cluster.pass(2 * SECOND);
        String both = "store:2 has not reached warehouse:0";
        assertThat(cluster.failure(lease).what()).contains(both);
        assertThat(cluster.take(A, ObjectMessage.Stored.class))
                .singleElement()
                .satisfies(said -> assertThat(said.ref()).isEqualTo(put))
                .satisfies(said -> assertThat(said.failure()).asString().contains(both));
        cluster.discharge(A, OTHER, lease);
        cluster.heal(HOME, OTHER);
        cluster.assertCanRead(A, OTHER, there);
        cluster.hold(A, there, false);
        cluster.hold(A, put, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName(
            "S3.6 who asks again on a new link hears the same reason, though the entry has come for another by then")
    void shouldTellTheReasonAgainThoughTheHomeIsReachedByThen() {
        Id there = cluster.put(A, HOME, 0, 300);
        cluster.cut(HOME, OTHER);
        Id lease = cluster.acquire(A, OTHER, there);
        cluster.pass(31 * SECOND);
        Failure first = cluster.failure(lease);
        cluster.heal(HOME, OTHER);
        cluster.assertCanRead(A, OTHER, there);
        cluster.say(A, OTHER, new ObjectMessage.Acquire(lease, List.of(there)));
        cluster.pump();
        assertThat(cluster.failure(lease)).isEqualTo(first);
        cluster.discharge(A, OTHER, lease);
        cluster.hold(A, there, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.4 a copy that leaves the disk while another store waits for it is forgotten")
    void shouldForgetWhatLeftTheDiskBeforeItWasReadForAnother() {
        Id there = cluster.put(A, HOME, 0, 300);
        cluster.assertCanRead(A, OTHER, there);
        Id large = cluster.put(A, HOME, 0, 900);
        StoreMachine node = cluster.store(OTHER).machine;
        Entry copy = node.known(there);
        node.room.found(copy); // it has a file too
        Id lease = cluster.acquire(A, OTHER, large);
        cluster.settle();
        assertThat(copy.phase()).isEqualTo(Entry.Phase.DISK);
        cluster.say(A, OTHER, new ObjectMessage.Pull(there, 0, 64));
        assertThat(copy.wanted).as("it waits for memory").isTrue();
        node.room.isDamaged(copy); // which is there no more
        copy.phase(copy.withoutMemory());
        node.branch.letGo(copy);
        cluster.discharge(A, OTHER, lease);
        cluster.settle();
        assertThat(node.entries).doesNotContainKey(there);
        cluster.hold(A, there, false);
        cluster.hold(A, large, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S3.6 a new home has the whole time to be reached")
    void shouldNotCountTheTimeOfTheHomeBefore() {
        long next = 200;
        cluster.cut(HOME, OTHER);
        cluster.pass(29 * SECOND);
        cluster.kill(HOME);
        cluster.pass(2 * SECOND);
        cluster.store(OTHER).machine.storeJoined(cluster.now, next, true); // there is no link yet
        Id lease = cluster.acquire(A, OTHER, cluster.ref(A));
        cluster.pass(29 * SECOND);
        assertThat(cluster.acquired(lease)).isEmpty();
        cluster.pass(2 * SECOND);
        assertThat(cluster.failure(lease).kind()).isEqualTo(Failure.Kind.OBJECT_LOST);
        cluster.discharge(A, OTHER, lease);
    }

    /** Found by the simulation: a new monitor had heard of the dead one from a unit that did not know of its death. */
    @Test
    @DisplayName("S7.3 a home that it is told of late does not take the place of the one that lives")
    void shouldGoBackToTheHomeThatLives() {
        long dead = 300;
        Id ref = cluster.put(A, HOME, 0, 900);
        FakeStore other = cluster.store(OTHER);
        other.machine.storeJoined(cluster.now, dead, true);
        other.links.lost(dead);
        other.machine.lost(cluster.now, dead);
        cluster.assertCanRead(A, OTHER, ref);
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    void shouldGoOnWhereItWasWhenTheLinkIsBack() {
        Id ref = cluster.put(A, NODE, 0, 900);
        Id lease = acquireUntilChunks(OTHER, ref, 4);
        cluster.cut(HOME, OTHER);
        cluster.settle();
        assertThat(cluster.acquired(lease)).isEmpty();
        int before = pulls(HOME);
        cluster.heal(HOME, OTHER);
        cluster.settle();
        cluster.assertReads(OTHER, lease, ref);
        assertThat(pulls(HOME) - before).isLessThan(15);
    }

    @Test
    @DisplayName("S7.3 the home was lost in the middle: the node that has the entry is not known, so it is an error")
    void shouldSayThatTheHomeWasLost() {
        Id ref = cluster.put(A, NODE, 0, 900);
        Id lease = acquireUntilChunks(OTHER, ref, 4);
        cluster.store(OTHER).machine.received(cluster.now, HOME, new ObjectMessage.NotHere(ref));
        cluster.lost = sent -> sent.to() == OTHER;
        cluster.kill(HOME);
        assertThat(cluster.acquired(lease)).isEmpty(); // it goes on with the node's copy
        cluster.lost = sent -> false;
        cluster.kill(NODE);
        cluster.pass(29 * SECOND);
        assertThat(cluster.acquired(lease)).isEmpty(); // the next home may have it
        cluster.pass(2 * SECOND);
        assertThat(cluster.failure(lease).kind()).isEqualTo(Failure.Kind.OBJECT_LOST);
        cluster.discharge(A, OTHER, lease);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S7.3 what a node has can be read there when the warehouse is lost; refs to the rest fail")
    void shouldKeepWhatTheNodeHasWhenTheHomeIsLost() {
        Id ref = cluster.put(A, NODE, 0, 300);
        Id gone = cluster.put(A, HOME, 0, 300);
        cluster.kill(HOME);
        cluster.assertCanRead(A, NODE, ref);
        cluster.pass(31 * SECOND);
        cluster.assertCannotRead(A, NODE, gone, "the warehouse");
        cluster.add(200);
        cluster.connect(A);
        cluster.settle();
        cluster.assertCanRead(A, 200, ref);
        cluster.assertCannotRead(A, NODE, gone, "not known");
        cluster.say(A, 200, new ObjectMessage.Discard(ref));
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.5 a durable put whose warehouse is lost is made durable by the next one")
    void shouldHaveTheNextHomeMakeAPutDurable() {
        cluster.cut(NODE, HOME);
        Id durable = cluster.asksToPut(A, NODE, ObjectMessage.DURABLE, 300);
        Id plain = cluster.asksToPut(A, NODE, 0, 300);
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).isEmpty();
        cluster.pass(20 * SECOND);
        cluster.kill(HOME);
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).containsExactly(new ObjectMessage.Stored(plain, null));
        cluster.pass(29 * SECOND);
        cluster.add(200);
        cluster.connect(A);
        cluster.settle();
        assertThat(cluster.take(A, ObjectMessage.Stored.class))
                .containsExactly(new ObjectMessage.Stored(durable, null));
        cluster.assertCanRead(A, 200, durable);
    }

    @Test
    @DisplayName("S4.5 a durable put fails where no warehouse comes for 30 s after the last one was lost")
    void shouldFailADurablePutForWhichNoHomeComes() {
        cluster.cut(NODE, HOME);
        cluster.asksToPut(A, NODE, ObjectMessage.DURABLE, 300);
        cluster.pass(20 * SECOND);
        cluster.kill(HOME);
        cluster.pass(29 * SECOND);
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).isEmpty();
        cluster.pass(2 * SECOND);
        assertThat(cluster.take(A, ObjectMessage.Stored.class).getFirst().failure())
                .isNotNull();
    }

    @Test
    void shouldNotWaitForAHomeForEver() {
        StoreCluster headless = new StoreCluster(A);
        headless.kill(HOME);
        headless.add(NODE);
        headless.connect(A);
        Id lease = headless.acquire(A, NODE, headless.ref(A));
        Id ref = headless.ref(A);
        headless.say(A, NODE, new ObjectMessage.Put(ref, "bytes", 0, StoreCluster.payload(ref, 300)));
        headless.pass(29 * SECOND);
        assertThat(headless.take(A, ObjectMessage.Stored.class)).isEmpty();
        headless.pass(2 * SECOND);
        assertThat(headless.take(A, ObjectMessage.Stored.class).getFirst().failure())
                .isNotNull();
        assertThat(headless.failure(lease).kind()).isEqualTo(Failure.Kind.OBJECT_LOST);
        headless.discharge(A, NODE, lease);
        headless.assertEmpty();
    }

    @Test
    @DisplayName("S4.7 the only copy is lost with its node: an error, everywhere")
    void shouldSayThatTheOnlyCopyWasLost() {
        cluster.home().hasNoMemory = true;
        Id ref = cluster.put(A, NODE, 0, 300);
        cluster.kill(NODE);
        cluster.assertCannotRead(A, OTHER, ref, "lost");
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("The home takes its copy later, where it had no memory")
    void shouldTryAgainToTakeACopy() {
        cluster.home().hasNoMemory = true;
        Id ref = cluster.put(A, NODE, 0, 300);
        assertThat(cluster.home().machine.has(ref)).isFalse();
        cluster.home().hasNoMemory = false;
        cluster.pass(31 * SECOND);
        assertThat(cluster.home().machine.has(ref)).isTrue();
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.6 drop removes every copy")
    void shouldDropEverywhere() {
        Id ref = cluster.put(A, NODE, 0, 300);
        cluster.assertCanRead(A, OTHER, ref);
        cluster.say(A, HOME, new ObjectMessage.Discard(ref));
        cluster.settle();
        cluster.assertCannotRead(A, NODE, ref, "dropped");
        cluster.assertCannotRead(A, OTHER, ref, "dropped");
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.6 drop reaches a store that was cut off, when it is back")
    void shouldDropWhatWasCutOff() {
        Id ref = cluster.put(A, NODE, 0, 300);
        cluster.assertCanRead(A, OTHER, ref);
        cluster.cut(HOME, OTHER);
        cluster.cut(HOME, NODE);
        cluster.say(A, HOME, new ObjectMessage.Discard(ref));
        cluster.heal(HOME, OTHER);
        cluster.heal(HOME, NODE);
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    void shouldAskAgainForWhatIsNotAnsweredOnANewLink() {
        Id ref = cluster.put(A, NODE, 0, 300);
        cluster.cut(HOME, OTHER);
        Id lease = cluster.acquire(A, OTHER, ref);
        assertThat(cluster.acquired(lease)).isEmpty();
        cluster.heal(HOME, OTHER);
        cluster.settle();
        cluster.assertReads(OTHER, lease, ref);
    }

    @Test
    void shouldAnnounceAgainOnANewLink() {
        cluster.cut(HOME, NODE);
        Id ref = cluster.asksToPut(A, NODE, 0, 300);
        cluster.settle();
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).isEmpty();
        cluster.heal(HOME, NODE);
        cluster.settle();
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).containsExactly(new ObjectMessage.Stored(ref, null));
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("A put to a node that was answered on a broken link and whose entry is gone is done")
    void shouldAnswerAgainForAPutThatHasLeftTheNode() {
        Id ref = cluster.put(A, NODE, 0, 600);
        cluster.put(A, NODE, 0, 600); // the first one leaves the node
        assertThat(cluster.store(NODE).machine.has(ref)).isFalse();
        cluster.say(A, NODE, new ObjectMessage.Put(ref, "bytes", 0, StoreCluster.payload(ref, 600)));
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).containsExactly(new ObjectMessage.Stored(ref, null));
    }

    @Test
    @DisplayName("A putter that has let go before its store could say what it put leaves nothing behind")
    void shouldEraseWhatWasLetGoBeforeItWasAnnounced() {
        cluster.cut(HOME, NODE);
        Id ref = cluster.asksToPut(A, NODE, 0, 300);
        cluster.hold(A, ref, false);
        cluster.heal(HOME, NODE);
        cluster.assertEmpty();
        assertThat(cluster.take(A, ObjectMessage.Stored.class).getFirst().failure())
                .isNotNull();
    }

    @Test
    @DisplayName("The word that the putter holds the ref may come after the store's word about it")
    void shouldKeepWhatIsAnnouncedBeforeItIsHeld() {
        Id ref = cluster.ref(A);
        cluster.say(A, NODE, new ObjectMessage.Put(ref, "bytes", 0, StoreCluster.payload(ref, 300)));
        cluster.assertCanRead(A, HOME, ref);
        cluster.hold(A, ref, true);
        cluster.assertCanRead(A, HOME, ref);
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    // ---- published

    @Test
    @DisplayName("S4.3 a published entry reaches every node, along a tree, and those that join later")
    void shouldSpreadWhatIsPublished() {
        for (long store = 103; store < 108; store++) {
            cluster.add(store);
        }
        cluster.connect(A);
        cluster.delivered.clear();
        Id ref = cluster.put(A, NODE, ObjectMessage.PUBLISHED, 900);
        cluster.stores
                .values()
                .forEach(store -> assertThat(store.machine.has(ref))
                        .describedAs("store " + store.id)
                        .isTrue());
        assertThat(cluster.delivered.stream()
                        .filter(sent -> sent.message() instanceof ObjectMessage.Pull)
                        .map(StoreCluster.Sent::to)
                        .distinct())
                .hasSizeGreaterThan(2);
        cluster.add(110);
        assertThat(cluster.store(110).machine.has(ref)).isTrue();
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.3 a store passes on chunks before it has them all")
    void shouldPassOnChunksBeforeAllAreThere() {
        cluster.add(103);
        cluster.add(104);
        cluster.connect(A);
        cluster.delivered.clear();
        cluster.put(A, HOME, ObjectMessage.PUBLISHED, 900);
        boolean[] isWhole = new boolean[1];
        long early = cluster.delivered.stream()
                .filter(sent -> {
                    isWhole[0] |= sent.from() == NODE && sent.message() instanceof ObjectMessage.Announce;
                    return !isWhole[0] && sent.from() == NODE && sent.message() instanceof ObjectMessage.Chunk;
                })
                .count();
        assertThat(early).isPositive();
    }

    @Test
    void shouldSpreadAroundAParentThatDies() {
        cluster.add(103);
        cluster.add(104);
        cluster.connect(A);
        Id ref = cluster.ref(A);
        cluster.hold(A, ref, true);
        ObjectMessage.Put put =
                new ObjectMessage.Put(ref, "bytes", ObjectMessage.PUBLISHED, StoreCluster.payload(ref, 900));
        cluster.home().machine.received(cluster.now, A, put);
        for (int i = 0; i < 20; i++) {
            cluster.deliver();
        }
        cluster.kill(NODE);
        cluster.settle();
        for (long store : new long[] {OTHER, 103, 104}) {
            assertThat(cluster.store(store).machine.has(ref)).isTrue();
        }
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("S4.3 drop leaves a mark that late joiners see")
    void shouldNotGiveToLateJoinersWhatWasDropped() {
        Id ref = cluster.put(A, HOME, ObjectMessage.PUBLISHED, 300);
        cluster.say(A, HOME, new ObjectMessage.Discard(ref));
        cluster.add(103);
        cluster.connect(A);
        cluster.assertCannotRead(A, 103, ref, "it was dropped");
        cluster.hold(A, ref, false);
        cluster.assertEmpty();
    }

    @Test
    @DisplayName("A read that gets no bytes ends with an error")
    void shouldGiveUpATransferThatDoesNotMove() {
        Id ref = cluster.put(A, NODE, 0, 300);
        cluster.lost = sent -> sent.message() instanceof ObjectMessage.Chunk;
        Id lease = cluster.acquire(A, OTHER, ref);
        cluster.pass(31 * SECOND);
        assertThat(cluster.failure(lease).kind()).isEqualTo(Failure.Kind.TIMED_OUT);
        cluster.lost = sent -> false;
        cluster.discharge(A, OTHER, lease);
        cluster.assertCanRead(A, OTHER, ref);
    }

    @Test
    void shouldNotBeHarmedByNonsense() {
        Id ref = cluster.put(A, NODE, 0, 300);
        for (ObjectMessage.Pull pull : List.of(
                new ObjectMessage.Pull(ref, -1, 10),
                new ObjectMessage.Pull(ref, 0, -1),
                new ObjectMessage.Pull(ref, Long.MAX_VALUE, 10),
                new ObjectMessage.Pull(ref, 290, Integer.MAX_VALUE))) {
            cluster.say(OTHER, NODE, pull);
        }
        Id lease = acquireUntilChunks(OTHER, ref, 1);
        cluster.store(OTHER)
                .machine
                .received(
                        cluster.now,
                        HOME,
                        new ObjectMessage.Chunk(ref, 64, 0, dev.mosaic.message.Payload.of(new byte[1_000])));
        cluster.settle();
        cluster.assertReads(OTHER, lease, ref);
    }

    /** These two have it, and the home, which knows that, does not. */
    private Id putAtTwoStores(long one, long other) {
        cluster.home().hasNoMemory = true;
        Id ref = cluster.put(A, one, 0, 900);
        cluster.assertCanRead(A, other, ref);
        cluster.home().hasNoMemory = false;
        return ref;
    }

    /** Begins to read in that store, and stops when so many chunks have come. */
    private Id acquireUntilChunks(long store, Id ref, int chunks) {
        Id lease = new Id(A, -999);
        cluster.store(store).machine.received(cluster.now, A, new ObjectMessage.Acquire(lease, List.of(ref)));
        cluster.delivered.clear();
        while (cluster.delivered.stream()
                        .filter(sent -> sent.message() instanceof ObjectMessage.Chunk)
                        .count()
                < chunks) {
            cluster.deliver();
        }
        return lease;
    }

    private int pulls(long store) {
        return (int) cluster.delivered.stream()
                .filter(sent -> sent.to() == store && sent.message() instanceof ObjectMessage.Pull)
                .count();
    }
}
