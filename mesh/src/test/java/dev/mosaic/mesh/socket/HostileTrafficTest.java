package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Landing;
import dev.mosaic.mesh.Limits;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Peers that were let in and then break the rules: their link ends, with one line, and nobody else notices. */
class HostileTrafficTest extends HostFixture {
    private static final String HOSTILE = "hostile";
    private static final int MAX_PART_BYTES = 1 << 20;
    private static final int MAX_PARTS = 3;
    private static final Limits LIMITS =
            Limits.DEFAULT.withMaxPartBytes(MAX_PART_BYTES).withMaxParts(MAX_PARTS);
    private static final byte[] LAST = Wire.message("last");
    private static final byte[] MORE = Wire.frame(Wire.MORE, Wire.ascii("more"));
    private static final byte[] LARGE_MORE = Wire.frame(Wire.MORE, Wire.filled(100_000, 1));

    /** Gives memory as a test wants it, and remembers what became of it. */
    private static final class Ledger implements Landing {
        private final List<MemorySegment> given = new CopyOnWriteArrayList<>();
        private final List<MemorySegment> abandoned = new CopyOnWriteArrayList<>();
        private final LongFunction<MemorySegment> memory;

        Ledger(LongFunction<MemorySegment> memory) {
            this.memory = memory;
        }

        @Override
        public MemorySegment land(Identity from, long sizeBytes) {
            MemorySegment segment = memory.apply(sizeBytes);
            if (segment != null) {
                given.add(segment);
            }
            return segment;
        }

        @Override
        public void abandoned(MemorySegment landed) {
            abandoned.add(landed);
        }
    }

    static Stream<Arguments> brokenRules() {
        return Stream.of(
                arguments("reserved flags", Wire.bytes(0x08, 1, 'x')),
                arguments("all reserved flags", Wire.bytes(0xF8, 1, 'x')),
                arguments("a part of 2^62 bytes", Wire.header(0, 1L << 62)),
                arguments("a part of 2^63 - 1 bytes", Wire.header(0, Long.MAX_VALUE)),
                arguments("a part of negative size", Wire.header(0, -1)),
                arguments("a part of the least size", Wire.header(0, Long.MIN_VALUE)),
                arguments("a part of 2^32 bytes, 0 as an int", Wire.header(0, 1L << 32)),
                arguments("a part above the limit", Wire.header(0, MAX_PART_BYTES + 1)),
                arguments("a second part above the limit", Wire.join(MORE, Wire.header(0, MAX_PART_BYTES + 1))),
                arguments("too many parts", Wire.join(MORE, MORE, MORE, LAST)),
                arguments("too many large parts", Wire.join(LARGE_MORE, LARGE_MORE, LARGE_MORE, LAST)),
                arguments("too many parts, large and small", Wire.join(LARGE_MORE, MORE, LARGE_MORE, LARGE_MORE)),
                arguments("a command with MORE", Wire.bytes(5, 7, 4, 'P', 'I', 'N', 'G', 0, 0)),
                arguments("a command above the limit", Wire.header(Wire.COMMAND, 1L << 40)),
                arguments("a command of negative size", Wire.header(Wire.COMMAND, -2)),
                arguments("PING with a context of 17 bytes", Wire.command("PING", Wire.filled(19, 1))),
                arguments("PING with half a time to live", Wire.command("PING", Wire.bytes(1))),
                arguments("PING without anything", Wire.command("PING")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("brokenRules")
    void shouldEndTheLinkWithOneLine(String what, byte[] frames) throws IOException {
        host(options().withLimits(LIMITS));
        RawPeer hostile = keep(shakeHands(HOSTILE));

        try {
            hostile.send(Wire.message("before"), frames);
        } catch (IOException endedBeforeAllWasSent) {
            assertThat(endedBeforeAllWasSent).hasMessageMatching("(?i).*(broken pipe|connection reset).*");
        }
        hostile.readToEnd();

        assertThat(log.count("receiver failed"))
                .as("rules found broken by accident")
                .isZero();
        expectOneWarning(hostile.name());
        loss(HOSTILE);
        assertThat(heardFrom(HOSTILE)).containsExactly("before");
        assertThat(host.find(HOSTILE)).isEmpty();
        neighbour.proveUndisturbed();
    }

    @Test
    void shouldLetGoOfWhoEndsTheLinkByAnError() throws IOException {
        host(options());
        RawPeer peer = keep(shakeHands("leaving"));

        peer.send(Wire.message("before"), Wire.command("ERROR", Wire.bytes(3, 'b', 'y', 'e')));
        peer.readToEnd();

        assertThat(loss("leaving")).contains("bye");
        neighbour.proveUndisturbed();
    }

    /** RFC 37 has commands that are not for everybody, and later versions may have more: they are passed over. */
    @Test
    void shouldPassOverCommandsItDoesNotKnow() throws IOException {
        host(options());
        RawPeer peer = keep(shakeHands("later"));

        peer.send(
                Wire.message("one"),
                Wire.command("SUBSCRIBE", Wire.ascii("news")),
                Wire.command("CANCEL", Wire.ascii("news")),
                Wire.command("PONG"),
                Wire.command("PONG", Wire.filled(40, 1)),
                Wire.command("X".repeat(255)),
                Wire.frame(Wire.COMMAND, new byte[0]),
                Wire.frame(Wire.COMMAND, Wire.bytes(200, 'a')),
                Wire.frame(Wire.COMMAND | Wire.LONG, Wire.ascii("\4LONG")),
                Wire.ready("DEALER", "another"),
                Wire.frame(Wire.MORE, Wire.ascii("two")),
                Wire.command("BETWEEN"),
                Wire.message("parts"),
                Wire.message("three"));

        Eventually.holds("all messages arrive", () -> inbox.count() == 3);
        assertThat(heardFrom("later")).containsExactly("one", "two", "three");
        assertThat(inbox.messages().get(1).parts()).hasSize(2);
        assertThat(inbox.losses()).isEmpty();
    }

    @Test
    void shouldAnswerPingWithItsContext() throws IOException {
        host(options());
        RawPeer peer = keep(shakeHands("pinging"));

        peer.send(
                Wire.command("PING", Wire.bytes(0, 1)),
                Wire.command("PING", Wire.bytes(0xFF, 0xFF), Wire.ascii("0123456789abcdef")));

        byte[] expected = Wire.join(Wire.command("PONG"), Wire.command("PONG", Wire.ascii("0123456789abcdef")));
        assertThat(peer.read(expected.length)).isEqualTo(expected);
    }

    @Test
    void shouldTakeAsManyAndAsLargePartsAsTheLimitsSay() throws IOException {
        host(options().withLimits(LIMITS));
        RawPeer peer = keep(shakeHands("exact"));

        peer.send(MORE, MORE, LAST);
        peer.send(Wire.frame(Wire.MORE, Wire.filled(MAX_PART_BYTES, 7)), LAST);

        Eventually.holds("both messages arrive", () -> inbox.count() == 2);
        assertThat(inbox.messages().getFirst().parts()).hasSize(MAX_PARTS);
        assertThat(inbox.messages().getLast().parts().getFirst().byteSize()).isEqualTo(MAX_PART_BYTES);
    }

    @Test
    void shouldAbandonTheMemoryOfAPartThatBreaksOff() throws IOException {
        Ledger ledger = new Ledger(size -> MemorySegment.ofArray(new byte[(int) size]));
        host(options().withLanding(ledger));
        RawPeer peer = shakeHands(HOSTILE);

        peer.send(Wire.header(0, 1 << 20), Wire.filled(500_000, 1));
        Eventually.holds("memory was asked for", () -> ledger.given.size() == 1);
        peer.reset();
        loss(HOSTILE);

        host.close();
        assertThat(ledger.abandoned).isEqualTo(ledger.given);
        assertThat(inbox.count()).isZero();
    }

    @Test
    void shouldAbandonTheMemoryOfAllPartsOfAMessageThatBreaksOff() throws IOException {
        Ledger ledger = new Ledger(size -> MemorySegment.ofArray(new byte[(int) size]));
        host(options().withLanding(ledger));
        RawPeer peer = shakeHands(HOSTILE);

        byte[] large = Wire.frame(Wire.MORE, Wire.filled(100_000, 1));
        peer.send(large, MORE, large, MORE, Wire.header(0, 100_000), Wire.filled(99_999, 1));
        Eventually.holds("memory was asked for", () -> ledger.given.size() == 3);
        peer.close();
        loss(HOSTILE);

        host.close();
        assertThat(ledger.abandoned).containsExactlyInAnyOrderElementsOf(ledger.given);
        assertThat(inbox.count()).isZero();
    }

    @Test
    void shouldAbandonNothingOfMessagesThatArrived() throws IOException {
        Ledger ledger = new Ledger(size -> MemorySegment.ofArray(new byte[(int) size]));
        host(options().withLanding(ledger));
        RawPeer peer = shakeHands(HOSTILE);

        peer.send(Wire.frame(0, Wire.filled(100_000, 1)), Wire.header(0, 100_000));
        Eventually.holds("memory was asked for", () -> ledger.given.size() == 2);
        peer.close();
        loss(HOSTILE);

        assertThat(inbox.count()).isEqualTo(1);
        assertThat(ledger.abandoned).containsExactly(ledger.given.getLast());
    }

    static Stream<Arguments> unusableMemory() {
        return Stream.of(
                arguments("none", (LongFunction<MemorySegment>) size -> null),
                arguments("too little", (LongFunction<MemorySegment>) size -> MemorySegment.ofArray(new byte[10])),
                arguments("a failure", (LongFunction<MemorySegment>) size -> {
                    throw new IllegalStateException("no");
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unusableMemory")
    void shouldEndTheLinkWhereThereIsNoMemory(String what, LongFunction<MemorySegment> memory) throws IOException {
        host(options().withLanding(new Ledger(memory)));
        RawPeer hostile = keep(shakeHands(HOSTILE));

        hostile.send(Wire.header(0, 1 << 20), Wire.filled(1_000, 1));
        hostile.readToEnd();

        expectOneWarning(hostile.name());
        neighbour.proveUndisturbed();
    }

    @Test
    @SuppressWarnings("restricted") // Memory that is not there, and that nobody touches.
    void shouldAllocateNothingForWhatIsOnlyAnnounced() throws IOException {
        Ledger ledger = new Ledger(size -> MemorySegment.NULL.reinterpret(size));
        host(options().withLanding(ledger).withLimits(Limits.DEFAULT.withMaxPartBytes(Long.MAX_VALUE)));
        RawPeer peer = shakeHands(HOSTILE);

        peer.send(Wire.header(0, Long.MAX_VALUE));
        Eventually.holds("memory was asked for", () -> ledger.given.size() == 1);
        peer.close();
        loss(HOSTILE);

        assertThat(ledger.abandoned).isEqualTo(ledger.given);
        neighbour.proveUndisturbed();
    }

    @Test
    void shouldGiveEachPeerOnlyItsOwnHalfMessages() throws IOException {
        host(options());
        RawPeer first = keep(shakeHands("first"));
        RawPeer second = keep(shakeHands("second"));

        first.send(Wire.frame(Wire.MORE, Wire.ascii("a1")));
        second.send(Wire.frame(Wire.MORE, Wire.ascii("b1")));
        first.send(Wire.frame(Wire.MORE, Wire.ascii("a2")));
        second.send(Wire.message("b2"));
        first.send(Wire.message("a3"));

        Eventually.holds("both messages arrive", () -> inbox.count() == 2);
        assertThat(heardFrom("first")).containsExactly("a1");
        assertThat(heardFrom("second")).containsExactly("b1");
    }
}
