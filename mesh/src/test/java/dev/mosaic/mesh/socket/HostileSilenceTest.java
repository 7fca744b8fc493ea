package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Limits;
import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Timing;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that do not read, or no longer answer: what waits for them is bounded, and is given back. */
class HostileSilenceTest extends HostFixture {
    private static final String DEAF = "deaf";
    private static final int QUEUE_BYTES = 1 << 20;
    private static final Limits LIMITS = Limits.DEFAULT.withMaxQueuedBytes(QUEUE_BYTES);

    /** Of the parts of one message. */
    private static final int HEADERS_BYTES = 64;

    /** More than the buffers of the system ever hold for one connection. */
    private static final long ENOUGH_BYTES = 64L << 20;

    private static final Timing NERVOUS = QUICK.withHeartbeat(Duration.ofMillis(100), Duration.ofMillis(400));

    @Test
    void shouldEndTheLinkOfWhoFallsSilent() throws IOException {
        host(options().withTiming(NERVOUS));
        RawPeer silent = keep(shakeHands(DEAF));

        String said = new String(silent.readToEnd(), java.nio.charset.StandardCharsets.ISO_8859_1);

        assertThat(said).as("what it was told before the end").contains("\4PING");
        assertThat(loss(DEAF)).contains("silent");
        assertThat(host.find(DEAF)).isEmpty();
        neighbour.proveUndisturbed();
    }

    @Test
    void shouldKeepTheLinkOfWhoAnswersPings() throws IOException {
        host(options().withTiming(NERVOUS));
        RawPeer peer = keep(shakeHands("answering"));
        byte[] ping = Wire.command("PING", Wire.bytes(0, 0));

        for (int i = 0; i < 10; i++) {
            assertThat(peer.read(ping.length))
                    .as("heartbeat %s, without a time to live", i)
                    .isEqualTo(ping);
            peer.send(Wire.command("PONG"));
        }

        assertThat(inbox.losses()).isEmpty();
        neighbour.proveUndisturbed();
    }

    /** A large part takes longer than the silence that is borne; the peer lives, for it reads. */
    @Test
    void shouldKeepTheLinkOfWhoReadsSlowlyAndHasNothingToSay() throws IOException {
        Timing patient = QUICK.withHeartbeat(Duration.ofMillis(100), Duration.ofMillis(800));
        host(options().withTiming(patient));
        RawPeer slow = keep(shakeHands(DEAF));
        Peer peer = known(DEAF);
        int size = 32 << 20;
        AtomicInteger released = new AtomicInteger();
        assertThat(peer.send(new Message(List.of(MemorySegment.ofArray(new byte[size])), released::incrementAndGet)))
                .isEqualTo(Outcome.SENT);

        byte[] piece = new byte[512 << 10];
        long begunNanos = System.nanoTime();
        long read = 0;
        while (read < 9 + size) {
            long due = begunNanos + Duration.ofSeconds(2).toNanos() * read / size;
            Eventually.holds("it is time to read on", () -> System.nanoTime() - due >= 0);
            int bytes = slow.readSome(piece);
            assertThat(bytes)
                    .as("the link ended after %s of %s bytes: %s", read, size, inbox.losses())
                    .isPositive();
            read += bytes;
        }
        slow.send(Wire.message("got it"));

        Eventually.holds("its answer arrives", () -> heardFrom(DEAF).contains("got it"));
        assertThat(Duration.ofNanos(System.nanoTime() - begunNanos)).isGreaterThan(patient.silence());
        assertThat(inbox.losses()).isEmpty();
        Eventually.holds("the part is released", () -> released.get() == 1);
        neighbour.proveUndisturbed();
    }

    @Test
    void shouldPushBackOnWhoDoesNotReadAndGoOnWhenItDoes() throws IOException {
        host(options().withLimits(LIMITS));
        RawPeer deaf = keep(shakeHands(DEAF));
        Peer peer = known(DEAF);

        byte[] body = new byte[1_000];
        int taken = 0;
        while (peer.send(ByteBuffer.wrap(body).putInt(0, taken)) == Outcome.SENT) {
            taken++;
            assertThat(taken * (long) body.length).as("bytes that were taken").isLessThan(ENOUGH_BYTES);
            assertThat(peer.queuedBytes()).isLessThanOrEqualTo(QUEUE_BYTES + 2 * body.length);
        }
        assertThat(peer.send(ByteBuffer.wrap(body))).isEqualTo(Outcome.BACK_PRESSURED);
        assertThat(inbox.writable()).isZero();
        neighbour.proveUndisturbed();

        for (int i = 0; i < taken; i++) {
            byte[] frame = deaf.read(9 + body.length);
            assertThat(ByteBuffer.wrap(frame).getInt(9)).isEqualTo(i);
        }
        Eventually.holds("the queue is writable", () -> inbox.writable() == 1);
        assertThat(peer.send(ByteBuffer.wrap(body))).isEqualTo(Outcome.SENT);
        assertThat(deaf.read(9 + body.length)).hasSize(9 + body.length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"peer resets", "peer closes", "mesh closes", "peer is closed"})
    void shouldReleaseEachMessageOnceWhoeverEndsTheLink(String who) throws IOException {
        host(options().withLimits(LIMITS));
        RawPeer deaf = keep(shakeHands(DEAF));
        Peer peer = known(DEAF);
        List<AtomicInteger> taken = new ArrayList<>();
        AtomicInteger refused = new AtomicInteger();
        try (Arena arena = Arena.ofShared()) {
            MemorySegment large = arena.allocate(300_000);
            MemorySegment small = arena.allocate(100);
            Outcome outcome = Outcome.SENT;
            while (outcome == Outcome.SENT) {
                AtomicInteger released = new AtomicInteger();
                List<MemorySegment> parts = switch (taken.size() % 4) {
                    case 0 -> List.of(large);
                    case 1 -> List.of(small, large, small, large);
                    case 2 -> List.of(large, small);
                    default -> List.of(small);
                };
                outcome = peer.send(new Message(parts, released::incrementAndGet));
                if (outcome == Outcome.SENT) {
                    taken.add(released);
                    assertThat(peer.queuedBytes()).isLessThanOrEqualTo(QUEUE_BYTES + HEADERS_BYTES);
                } else {
                    refused = released;
                }
            }
            assertThat(outcome).isEqualTo(Outcome.BACK_PRESSURED);

            switch (who) {
                case "peer resets" -> deaf.reset();
                case "peer closes" -> deaf.close();
                case "mesh closes" -> host.close();
                default -> peer.close();
            }
            Eventually.holds(
                    "all " + taken.size() + " messages are released",
                    () -> taken.stream().allMatch(released -> released.get() > 0));
            host.close();
        }
        assertThat(taken)
                .extracting(AtomicInteger::get)
                .as("how often each was released")
                .containsOnly(1);
        assertThat(refused).as("how often the refused one was released").hasValue(0);
        assertThat(peer.send(text("too late"))).isEqualTo(Outcome.GONE);
        assertThat(peer.queuedBytes()).isZero();
    }

    /** The answers to PING wait in the same queue; a peer that does not read them must not fill the memory with them. */
    @Test
    void shouldEndTheLinkOfWhoPingsAndDoesNotReadTheAnswers() throws IOException {
        host(options().withLimits(LIMITS));
        RawPeer hostile = keep(shakeHands(DEAF));
        Peer peer = known(DEAF);
        byte[] ping = Wire.command("PING", Wire.bytes(0, 0), Wire.ascii("0123456789abcdef"));
        byte[] pings = Wire.join(java.util.Collections.nCopies(10_000, ping).toArray(byte[][]::new));

        try {
            for (long sent = 0; sent < ENOUGH_BYTES; sent += pings.length) {
                hostile.send(pings);
                assertThat(peer.queuedBytes())
                        .as("bytes that wait for a peer that does not read, after %s bytes of PING", sent)
                        .isLessThanOrEqualTo(2 * QUEUE_BYTES);
            }
        } catch (IOException ended) {
            assertThat(loss(DEAF)).isNotEmpty();
            expectOneWarning(hostile.name());
        }
        neighbour.proveUndisturbed();
    }

    @Test
    void shouldRefuseMoreLinksThanTheLimitUntilOneEnds() throws IOException {
        host(options().withLimits(LIMITS.withMaxLinks(3)));
        RawPeer first = keep(shakeHands("first"));
        keep(shakeHands("second"));

        RawPeer third = keep(RawPeer.dial(endpoint));
        assertThat(third.readToEnd()).as("what the third is told").isEmpty();
        neighbour.proveUndisturbed();

        first.close();
        loss("first");
        keep(shakeHands("fourth")).send(Wire.message("hello"));
        Eventually.holds("the fourth is heard", () -> heardFrom("fourth").contains("hello"));
    }
}
