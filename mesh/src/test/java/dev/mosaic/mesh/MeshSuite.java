package dev.mosaic.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** How messages travel, on every carrier: what arrives, in which order, in whose memory, and what waits. */
public abstract class MeshSuite extends MeshFixture<Carrier> {
    private static final int MANY = 10_000;

    @Test
    void shouldExchangeIdentitiesBothWays() {
        Unit a = unit("a");
        Unit b = unit("b");
        Peer peer = a.mesh().peer("b", b.endpoint());
        assertThat(peer.identity().uid()).isEqualTo("b");
        assertThat(peer.identity().instance()).as("before the first link").isZero();

        link(a, b);

        assertThat(peer.identity()).isEqualTo(b.mesh().identity());
        assertThat(b.known(a).identity()).isEqualTo(a.mesh().identity());
        assertThat(b.inbox().messages().getFirst().from()).isEqualTo(a.mesh().identity());
    }

    @Test
    void shouldDialOnFirstUseOnly() {
        Unit a = unit("a");
        Unit b = unit("b");
        Peer peer = a.dial(b);
        carrier().within(Duration.ofMillis(100), () -> b.inbox().links() > 0);
        assertThat(b.inbox().links()).as("links before the first message").isZero();
        assertThat(peer.state()).isEqualTo(Peer.State.DIALLING);

        assertThat(peer.send(number(1))).isEqualTo(Outcome.SENT);

        until("the message is there", () -> b.inbox().count() == 1);
        until("the link is up", () -> peer.state() == Peer.State.UP);
        assertThat(b.inbox().story()).containsExactly("connected " + a.mesh().identity(), "message a");
        assertThat(a.inbox().story()).containsExactly("connected " + b.mesh().identity());
    }

    @Test
    void shouldKeepTheOrderOfEachPeer() {
        Unit a = unit("a");
        Unit b = unit("b");
        Unit c = unit("c");
        Peer fromA = link(a, c);
        Peer fromB = link(b, c);

        for (int i = 0; i < MANY; i++) {
            assertThat(fromA.send(number(i))).isEqualTo(Outcome.SENT);
            assertThat(fromB.send(number(i))).isEqualTo(Outcome.SENT);
        }

        until("all are there", () -> c.inbox().count() == 2 * MANY + 2);
        assertThat(numbers(c, "a")).isEqualTo(upTo(MANY));
        assertThat(numbers(c, "b")).isEqualTo(upTo(MANY));
    }

    @Test
    void shouldCarryMessagesBothWaysOverOneLink() {
        Unit a = unit("a");
        Unit b = unit("b");
        Peer toB = link(a, b);
        Peer toA = b.known(a);

        for (int i = 0; i < 1_000; i++) {
            toB.send(number(i));
            toA.send(number(i));
        }

        until("all are there", () -> a.inbox().count() == 1_000 && b.inbox().count() == 1_001);
        assertThat(numbers(a, "b")).isEqualTo(upTo(1_000));
        assertThat(numbers(b, "a")).isEqualTo(upTo(1_000));
        assertThat(a.inbox().links()).isEqualTo(1);
        assertThat(b.inbox().links()).isEqualTo(1);
    }

    @Test
    void shouldDeliverWhatWasQueuedWhileNobodyListened() {
        Unit a = unit("a");
        Endpoint later = carrier().endpoint();
        Peer peer = a.mesh().peer("b", later);
        for (int i = 0; i < 100; i++) {
            assertThat(peer.send(number(i))).isEqualTo(Outcome.SENT);
        }
        assertThat(peer.send(Message.of(numbered(100, 4 * BULK_BYTES)))).isEqualTo(Outcome.SENT);
        assertThat(peer.queuedBytes()).isGreaterThanOrEqualTo(100 * 4L + 4L * BULK_BYTES);

        Unit b = unitAt(MeshOptions.of("b"), later);

        until("all are there", () -> b.inbox().count() == 101);
        assertThat(numbers(b, "a").stream().filter(number -> number < 100)).isEqualTo(upTo(100));
        assertThat(b.inbox().story().getFirst())
                .isEqualTo("connected " + a.mesh().identity());
        until("nothing is queued", () -> peer.queuedBytes() == 0);
    }

    @Test
    void shouldLeaveThePositionOfABufferAndSendFromThereToItsLimit() {
        Unit a = unit("a");
        Unit b = unit("b");
        Peer peer = link(a, b);
        ByteBuffer direct =
                ByteBuffer.allocateDirect(12).putInt(0, 1).putInt(4, 2).putInt(8, 3);
        direct.position(4).limit(8);

        peer.send(direct);
        assertThat(direct.position()).isEqualTo(4);
        assertThat(direct.limit()).isEqualTo(8);
        direct.putInt(4, -1);

        until("it is there", () -> b.inbox().count() == 2);
        assertThat(numbers(b, "a")).containsExactly(2);
    }

    @Test
    void shouldCarryPartsOfAllSizesByteForByte() {
        Unit a = unit("a");
        Unit b = unit("b");
        Peer peer = link(a, b);
        List<List<MemorySegment>> sent = new ArrayList<>();
        for (long sizeBytes : new long[] {
            0, 1, 2, 254, 255, 256, 1_000, 8_191, 8_192, 8_193, BULK_BYTES - 1, BULK_BYTES, BULK_BYTES + 1, 1_000_000
        }) {
            sent.add(List.of(pattern(sizeBytes)));
        }

        for (int i = 0; i < sent.size(); i++) {
            int count = i + 2;
            assertThat(peer.send(new Message(sent.get(i), () -> {}))).isEqualTo(Outcome.SENT);
            until("message " + i + " is there", () -> b.inbox().count() == count);
            Inbox.Received received = b.inbox().messages().getLast();
            assertSameBytes(received.parts(), sent.get(i));
            assertThat(received.landed()).containsExactly(sent.get(i).getFirst().byteSize() >= BULK_BYTES);
        }
    }

    @Test
    void shouldSendASmallPartOfAnySizeUpToBulkBytes() {
        Unit a = unit("a");
        Unit b = unit("b");
        Peer peer = link(a, b);
        List<MemorySegment> sent = LongStream.of(0, 1, 255, 256, BULK_BYTES - 1, BULK_BYTES)
                .mapToObj(MeshFixture::pattern)
                .toList();

        sent.forEach(part -> assertThat(peer.send(part.asByteBuffer())).isEqualTo(Outcome.SENT));

        until("all are there", () -> b.inbox().count() == sent.size() + 1);
        assertSameBytes(
                b.inbox().messages().stream()
                        .skip(1)
                        .map(message -> message.parts().getFirst())
                        .toList(),
                sent);
        assertThatThrownBy(() -> peer.send(ByteBuffer.allocate(BULK_BYTES + 1)))
                .isInstanceOfSatisfying(
                        MeshException.class, thrown -> assertThat(thrown.code()).isEqualTo(MeshException.Code.MESSAGE));
    }

    @Test
    void shouldCarryOneToTwentyMixedPartsByteForByte() {
        Unit a = unit("a");
        Unit b = unit("b");
        Peer peer = link(a, b);
        SplittableRandom random = new SplittableRandom(1);
        long[] sizesBytes = {0, 1, 100, 300, 5_000, BULK_BYTES - 1, BULK_BYTES, BULK_BYTES + 1, 300_000};
        for (int parts = 1; parts <= 20; parts++) {
            int count = parts + 1;
            List<MemorySegment> sent = random.ints(parts, 0, sizesBytes.length)
                    .mapToObj(size -> pattern(sizesBytes[size]))
                    .toList();

            assertThat(peer.send(new Message(sent, () -> {}))).isEqualTo(Outcome.SENT);

            until("the message of " + parts + " parts is there", () -> b.inbox().count() == count);
            Inbox.Received received = b.inbox().messages().getLast();
            assertSameBytes(received.parts(), sent);
            assertThat(received.landed())
                    .isEqualTo(sent.stream()
                            .map(part -> part.byteSize() >= BULK_BYTES)
                            .toList());
        }
    }

    @Test
    void shouldLandALargePartInTheReceiversOwnMemory() {
        long sizeBytes = 64 << 20;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment place = arena.allocate(sizeBytes);
            MemorySegment lent = arena.allocate(sizeBytes).copyFrom(pattern(sizeBytes));
            Unit a = unit("a");
            Unit b = unit(MeshOptions.of("b").withLanding((from, size) -> {
                assertThat(from).isEqualTo(a.mesh().identity());
                assertThat(size).isEqualTo(sizeBytes);
                return place;
            }));
            AtomicInteger released = new AtomicInteger();
            Peer peer = link(a, b);

            assertThat(peer.send(new Message(List.of(lent), released::incrementAndGet)))
                    .isEqualTo(Outcome.SENT);
            peer.send(number(1));

            until("both are there", () -> b.inbox().count() == 3);
            until("the lent part is released", () -> released.get() == 1);
            Inbox.Received large = b.inbox().messages().stream()
                    .filter(message -> message.landed().getFirst())
                    .findFirst()
                    .orElseThrow();
            assertThat(large.parts().getFirst().address()).as("address").isEqualTo(place.address());
            assertSameBytes(large.parts(), List.of(lent));
            assertThat(numbers(b, "a")).contains(1);
        }
    }

    @Test
    void shouldKeepTheOrderOfLargeMessages() {
        Unit a = unit("a");
        Unit b = unit("b");
        Peer peer = link(a, b);

        for (int i = 0; i < 100; i++) {
            assertThat(peer.send(Message.of(numbered(i, BULK_BYTES + i)))).isEqualTo(Outcome.SENT);
        }

        until("all are there", () -> b.inbox().count() == 101);
        assertThat(numbers(b, "a")).isEqualTo(upTo(100));
    }

    @Test
    void shouldReleaseEachMessageOnce() {
        Unit a = unit("a");
        Unit b = unit("b");
        Peer peer = link(a, b);
        List<AtomicInteger> released =
                IntStream.range(0, 200).mapToObj(i -> new AtomicInteger()).toList();

        for (int i = 0; i < released.size(); i++) {
            MemorySegment part = i % 2 == 0 ? numbered(i, 10) : numbered(i, BULK_BYTES);
            assertThat(peer.send(new Message(List.of(part), released.get(i)::incrementAndGet)))
                    .isEqualTo(Outcome.SENT);
        }

        until("all are there", () -> b.inbox().count() == released.size() + 1);
        until("all are released", () -> released.stream().allMatch(count -> count.get() >= 1));
        a.mesh().close();
        assertThat(released).extracting(AtomicInteger::get).containsOnly(1);
    }

    @Test
    void shouldHoldBackASenderWhoseReceiverIsSlow() {
        long maxQueuedBytes = 256 << 10;
        Unit a = unit(MeshOptions.of("a").withLimits(Limits.DEFAULT.withMaxQueuedBytes(maxQueuedBytes)));
        Unit b = unit("b");
        Peer peer = link(a, b);

        b.inbox().hold();
        int sent = 0;
        int before;
        do { // until the system's buffers, too, take no more
            before = a.inbox().writable();
            while (peer.send(numbered(sent, 16 << 10).asByteBuffer()) == Outcome.SENT) {
                sent++;
                assertThat(peer.queuedBytes()).as("queued").isLessThanOrEqualTo(maxQueuedBytes);
                assertThat(sent).as("messages taken, while nobody receives").isLessThan(MANY);
            }
        } while (isWritableAgain(a, before));
        assertThat(peer.state()).as("a slow receiver is not gone").isEqualTo(Peer.State.UP);
        b.inbox().resume();

        int all = sent;
        int full = before;
        until("the queue is writable", () -> a.inbox().writable() == full + 1);
        assertThat(peer.send(number(all))).isEqualTo(Outcome.SENT);
        until("all are there", () -> b.inbox().count() == all + 2);
        assertThat(numbers(b, "a")).isEqualTo(upTo(all + 1));
        until("nothing is queued", () -> peer.queuedBytes() == 0);
    }

    /** Other threads may make it so. Not by the carrier: where it delivers itself, the receiver would hold it up. */
    private static boolean isWritableAgain(Unit unit, int before) {
        long end = System.nanoTime() + Duration.ofMillis(300).toNanos();
        while (unit.inbox().writable() == before && System.nanoTime() < end) {
            LockSupport.parkNanos(1_000_000);
        }
        return unit.inbox().writable() > before;
    }

    @Test
    void shouldNotReleaseOrDeliverWhatItDidNotTake() {
        Unit a = unit(MeshOptions.of("a").withLimits(Limits.DEFAULT.withMaxQueuedBytes(BULK_BYTES)));
        Endpoint later = carrier().endpoint();
        Peer peer = a.mesh().peer("b", later);
        AtomicInteger taken = new AtomicInteger();
        AtomicInteger turnedDown = new AtomicInteger();

        // Alone in its queue a message may be larger than the queue.
        assertThat(peer.send(new Message(List.of(numbered(1, 3 * BULK_BYTES)), taken::incrementAndGet)))
                .isEqualTo(Outcome.SENT);
        assertThat(peer.send(new Message(List.of(numbered(2, BULK_BYTES)), turnedDown::incrementAndGet)))
                .isEqualTo(Outcome.BACK_PRESSURED);
        MemorySegment[] copied = Collections.nCopies(100, pattern(1_000)).toArray(MemorySegment[]::new);
        assertThat(peer.send(new Message(List.of(copied), turnedDown::incrementAndGet)))
                .isEqualTo(Outcome.BACK_PRESSURED);
        Unit b = unitAt(MeshOptions.of("b"), later);

        until("the queue is writable", () -> a.inbox().writable() == 1);
        assertThat(peer.send(Message.of(numbered(3, BULK_BYTES)))).isEqualTo(Outcome.SENT);
        until("what was taken is there", () -> b.inbox().count() == 2);
        assertThat(numbers(b, "a")).containsExactly(1, 3);
        until("what was taken is released", () -> taken.get() == 1);
        assertThat(turnedDown).hasValue(0);
    }

    @Test
    void shouldRefuseToSendWhatBreaksItsOwnLimits() {
        Unit a = unit(MeshOptions.of("a")
                .withLimits(Limits.DEFAULT.withMaxPartBytes(BULK_BYTES).withMaxParts(2)));
        Unit b = unit("b");
        Peer peer = link(a, b);
        AtomicInteger released = new AtomicInteger();

        assertThatThrownBy(() -> peer.send(new Message(List.of(pattern(BULK_BYTES + 1)), released::incrementAndGet)))
                .isInstanceOf(MeshException.class)
                .hasMessageContaining("maxPartBytes");
        assertThatThrownBy(() ->
                        peer.send(new Message(List.of(pattern(1), pattern(1), pattern(1)), released::incrementAndGet)))
                .isInstanceOf(MeshException.class)
                .hasMessageContaining("maxParts");

        assertThat(released).hasValue(0);
        assertThat(peer.send(number(1))).as("the link is unharmed").isEqualTo(Outcome.SENT);
        until("it is there", () -> b.inbox().count() == 2);
    }

    @Test
    void shouldLetReceiversAnswer() {
        Unit a = unit("a");
        Unit b = unit("b");
        b.inbox().then((from, message) -> from.send(message.bytes(0)));
        Peer peer = link(a, b);

        for (int i = 0; i < 1_000; i++) {
            peer.send(number(i));
        }

        until("all answers are there", () -> a.inbox().count() == 1_001);
        assertThat(numbers(a, "b")).isEqualTo(upTo(1_000));
    }

    private static List<Integer> upTo(int end) {
        return IntStream.range(0, end).boxed().toList();
    }
}
