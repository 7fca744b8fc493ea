package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.mosaic.mesh.Limits;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Timing;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Strangers that get the handshake wrong: refused, with one line, and nobody else notices. */
class HostileHandshakeTest extends HostFixture {
    private static final byte[] GREETING = Wire.greeting();
    private static final byte[] DEALER = Wire.property("Socket-Type", Wire.ascii("DEALER"));

    @BeforeEach
    void openHost() {
        host(options());
    }

    static Stream<Arguments> refusedHandshakes() {
        byte[] oddSignature = Wire.greeting();
        oddSignature[9] = 0x7E;
        byte[] strangeMechanism = Wire.greeting(3, 1, "\nROOT\n\7 logged in");
        return Stream.of(
                arguments("of HTTP", Wire.ascii("GET / HTTP/1.1\r\n\r\n")),
                arguments("of TLS", Wire.bytes(0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3)),
                arguments("of zeros", Wire.filled(64, 0)),
                arguments("of ZMTP 1.0, anonymous", Wire.bytes(1, 0)),
                arguments("of ZMTP 1.0, named", Wire.bytes(4, 0, 'a', 'b', 'c')),
                arguments(
                        "of ZMTP 2.0",
                        Wire.join(Wire.filled(1, 0xFF), Wire.bytes(0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 1, 5, 0, 0))),
                arguments("with an odd signature", oddSignature),
                arguments("for PLAIN", Wire.greeting(3, 1, "PLAIN")),
                arguments("for CURVE", Wire.greeting(3, 1, "CURVE")),
                arguments("for no mechanism", Wire.greeting(3, 1, "")),
                arguments("for a mechanism of 20 letters", Wire.greeting(3, 1, "NULLNULLNULLNULLNULL")),
                arguments("for a mechanism that forges lines", strangeMechanism),
                arguments(
                        "and READY without Socket-Type", ready(Wire.ready(Wire.property("Identity", Wire.ascii("x"))))),
                arguments("and READY without anything", ready(Wire.ready())),
                arguments("and READY of a PUB", ready(Wire.ready("PUB", "x"))),
                arguments(
                        "and READY of a type that forges lines", ready(Wire.ready("DEALER\nWARNING all is lost", "x"))),
                arguments("and READY of a type of 4,000 letters", ready(Wire.ready("x".repeat(4_000), "x"))),
                arguments(
                        "and READY with a name that is too long", ready(Wire.ready(DEALER, Wire.bytes(200, 'a', 'b')))),
                arguments("and READY with a name of no letters", ready(Wire.ready(DEALER, Wire.bytes(0, 0, 0, 0, 0)))),
                arguments("and READY that ends within a length", ready(Wire.ready(DEALER, Wire.bytes(1, 'a', 0, 0)))),
                arguments(
                        "and READY with a value that is too long",
                        ready(Wire.ready(DEALER, Wire.bytes(1, 'a', 0, 0, 0, 9, 'b')))),
                arguments(
                        "and READY with a value of negative length",
                        ready(Wire.ready(DEALER, Wire.bytes(1, 'a', 0xFF, 0xFF, 0xFF, 0xFF, 'b')))),
                arguments(
                        "and READY with a value of 2 GiB",
                        ready(Wire.ready(DEALER, Wire.bytes(1, 'a', 0x7F, 0xFF, 0xFF, 0xFF, 'b')))),
                arguments("and READY with an identity of 256 bytes", ready(Wire.ready("DEALER", "x".repeat(256)))),
                arguments("and READY with the host's own name", ready(Wire.ready("DEALER", "host"))),
                arguments(
                        "and a command above the limit",
                        ready(Wire.header(Wire.COMMAND, Limits.DEFAULT.maxHandshakeBytes() + 1L))),
                arguments("and a command of 2^62 bytes", ready(Wire.header(Wire.COMMAND, 1L << 62))),
                arguments("and a command of negative size", ready(Wire.header(Wire.COMMAND, -1))),
                arguments("and an empty command", ready(Wire.frame(Wire.COMMAND, new byte[0]))),
                arguments(
                        "and a command whose name is cut off",
                        ready(Wire.frame(Wire.COMMAND, Wire.bytes(5, 'R', 'E')))),
                arguments("and PING", ready(Wire.command("PING", Wire.bytes(0, 0)))),
                arguments("and a message instead of READY", ready(Wire.message("hello"))),
                arguments("and a large message instead of READY", ready(Wire.header(0, 1L << 30))),
                arguments("and READY with MORE", ready(more(Wire.ready("DEALER", "x")))),
                arguments("and reserved flags", ready(Wire.bytes(0x84, 0))));
    }

    @ParameterizedTest(name = "a greeting {0}")
    @MethodSource("refusedHandshakes")
    void shouldRefuseWithOneLine(String what, byte[] handshake) throws IOException {
        RawPeer stranger = keep(RawPeer.dial(endpoint));

        stranger.send(handshake);
        stranger.readToEnd();

        assertThat(log.count("receiver failed"))
                .as("rules found broken by accident")
                .isZero();
        assertThat(log.count("x".repeat(500)))
                .as("lines that a stranger made long")
                .isZero();
        expectOneWarning(stranger.name());
        assertThat(inbox.links()).isZero();
        neighbour.proveUndisturbed();
    }

    @ParameterizedTest
    @MethodSource("refusedHandshakes")
    void shouldRefuseTheSameOneByteAtATime(String what, byte[] handshake) throws IOException {
        RawPeer stranger = keep(RawPeer.dial(endpoint));

        try {
            for (byte each : handshake) {
                stranger.send(Wire.bytes(each));
            }
        } catch (IOException refusedBeforeTheEnd) {
            assertThat(refusedBeforeTheEnd).hasMessageMatching("(?i).*(broken pipe|connection reset).*");
        }
        stranger.readToEnd();

        expectOneWarning(stranger.name());
        neighbour.proveUndisturbed();
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                arguments("with a reason", Wire.command("ERROR", Wire.bytes(3, 'n', 'o', '\n'))),
                arguments("without a reason", Wire.command("ERROR")),
                arguments("with a reason that is too long", Wire.command("ERROR", Wire.bytes(200, 'n'))));
    }

    /** It breaks no rule to want nothing of us. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void shouldLetGoOfWhoRefusesUsByAnError(String what, byte[] error) throws IOException {
        RawPeer visitor = keep(RawPeer.dial(endpoint));

        visitor.send(GREETING, error);

        assertThat(visitor.readToEnd()).as("what the visitor was told").isEqualTo(GREETING);
        neighbour.proveUndisturbed();
    }

    /** Nobody can know that a mesh is about to close. */
    @Test
    void shouldSayNothingOfWhoComesWhileItCloses() throws Exception {
        host.close();
        hostAlone(options()
                .withTiming(new Timing(
                        QUICK.handshake(), QUICK.heartbeat(), QUICK.silence(), QUICK.giveUp(), Duration.ofSeconds(5))));
        RawPeer deaf = keep(shakeHands("deaf"));
        Peer peer = known("deaf");
        byte[] piece = new byte[32 << 10];
        Outcome outcome = Outcome.SENT;
        while (outcome == Outcome.SENT) {
            outcome = peer.send(ByteBuffer.wrap(piece));
        }
        RawPeer visitor = keep(dialRaw());
        visitor.send(GREETING);
        var _ = visitor.read(Wire.GREETING_BYTES);

        Thread closing = Thread.ofVirtual().start(host::close);
        Eventually.holds("the host closes", () -> {
            try (RawPeer late = dialRaw()) {
                return late == null;
            } catch (IOException refused) {
                return true;
            }
        });
        visitor.send(Wire.ready("DEALER", "visitor"));

        assertThat(new String(visitor.readToEnd(), StandardCharsets.ISO_8859_1)).contains("closing");
        deaf.close();
        closing.join();
    }

    @Test
    void shouldSayNothingOfWhoLeavesDuringTheHandshake() throws IOException {
        byte[] whole = Wire.join(GREETING, Wire.ready("DEALER", "visitor"));
        for (int bytes = 0; bytes < whole.length; bytes++) {
            RawPeer visitor = RawPeer.dial(endpoint);
            visitor.send(java.util.Arrays.copyOf(whole, bytes));
            if (bytes % 2 == 0) {
                visitor.reset();
            } else {
                visitor.close();
            }
        }

        neighbour.proveUndisturbed();
        assertThat(inbox.links()).isZero();
    }

    @Test
    void shouldTellWhyInAnError() throws IOException {
        RawPeer stranger = keep(RawPeer.dial(endpoint));

        stranger.send(GREETING, Wire.ready("PUB", "x"));
        String said = new String(stranger.readToEnd(), java.nio.charset.StandardCharsets.ISO_8859_1);

        assertThat(said).contains("\5ERROR").contains("PUB").doesNotContain("READY");
        expectOneWarning(stranger.name());
    }

    /** A dialler that has read a whole greeting may think that it is linked; it has to say something first. */
    @Test
    void shouldSayTheRestOfItsGreetingOnlyToWhoHasBegunToGreet() throws IOException {
        RawPeer visitor = keep(RawPeer.dial(endpoint));
        byte[] signature = java.util.Arrays.copyOf(GREETING, Wire.SIGNATURE_BYTES);

        assertThat(visitor.read(Wire.SIGNATURE_BYTES)).isEqualTo(signature);
        visitor.send(java.util.Arrays.copyOf(signature, Wire.SIGNATURE_BYTES - 1));
        neighbour.proveUndisturbed();
        visitor.send(Wire.bytes(signature[Wire.SIGNATURE_BYTES - 1]));

        assertThat(visitor.read(Wire.GREETING_BYTES - Wire.SIGNATURE_BYTES))
                .isEqualTo(java.util.Arrays.copyOfRange(GREETING, Wire.SIGNATURE_BYTES, Wire.GREETING_BYTES));
    }

    @Test
    void shouldEndWhoConnectsAndSaysNothing() throws IOException {
        RawPeer silent = keep(RawPeer.dial(endpoint));

        assertThat(silent.readToEnd())
                .as("what it was told")
                .isEqualTo(java.util.Arrays.copyOf(GREETING, Wire.SIGNATURE_BYTES));

        expectOneWarning(silent.name());
        neighbour.proveUndisturbed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"greeting", "ready", "pad"})
    void shouldEndWhoTalksTooSlowly(String what) throws Exception {
        RawPeer loris = keep(RawPeer.dial(endpoint));
        byte[] drops = switch (what) {
            case "greeting" -> GREETING;
            case "ready" -> {
                loris.send(GREETING);
                yield Wire.ready("DEALER", "x".repeat(100));
            }
            default -> {
                loris.send(GREETING);
                yield Wire.header(Wire.COMMAND, 8_000);
            }
        };
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        try {
            int[] next = {0};
            Future<?> dripping = clock.scheduleAtFixedRate(
                    () -> {
                        try {
                            loris.send(Wire.bytes(next[0] < drops.length ? drops[next[0]++] : 0));
                        } catch (IOException closed) {
                            clock.shutdown();
                        }
                    },
                    0,
                    50,
                    TimeUnit.MILLISECONDS);

            loris.readToEnd();
            dripping.cancel(false);
        } finally {
            clock.shutdownNow();
        }
        expectOneWarning(loris.name());
        neighbour.proveUndisturbed();
    }

    /** A unit's name is not taken by who only claims it. */
    @Test
    void shouldNotLetAForeignPeerTakeTheNameOfAUnit() throws IOException {
        RawPeer thief = keep(RawPeer.dial(endpoint));

        thief.send(GREETING, Wire.ready("DEALER", Neighbour.UID), Wire.message("it is me"));
        thief.readToEnd();

        expectOneWarning(thief.name());
        neighbour.proveUndisturbed();
        assertThat(inbox.count()).isZero();
    }

    @Test
    void shouldNotMixUpAnonymousPeersWithNamedOnes() throws IOException {
        for (int i = 0; i < 3; i++) {
            keep(RawPeer.shakeHands(endpoint, "peer:" + i));
        }
        for (int i = 0; i < 3; i++) {
            keep(RawPeer.shakeHands(endpoint, ""));
        }

        Eventually.holds("all are linked", () -> inbox.links() == 6);
        neighbour.proveUndisturbed();
        assertThat(inbox.losses()).isEmpty();
        assertThat(host.peers()).as("six strangers and the neighbour").hasSize(7);
    }

    @Test
    void shouldReadNumbersThatAreNoneAsForeign() throws IOException {
        RawPeer odd = keep(RawPeer.dial(endpoint));

        odd.send(
                GREETING,
                Wire.ready(
                        DEALER,
                        Wire.property("Identity", Wire.ascii("odd")),
                        Wire.property("X-Mosaic-Protocol", Wire.ascii("one")),
                        Wire.property("X-Mosaic-Instance", Wire.ascii("-zz")),
                        Wire.property("X-Mosaic-Lane", Wire.ascii("FAST"))));
        odd.readHandshake();

        assertThat(known("odd").identity().isMosaic()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"" + (MeshOptions.PROTOCOL + 1), "99", "2147483647", "4294967297", "18446744073709551615"})
    void shouldRefuseAnotherProtocol(String protocol) throws IOException {
        RawPeer later = keep(RawPeer.dial(endpoint));

        later.send(
                GREETING,
                Wire.ready(
                        DEALER,
                        Wire.property("Identity", Wire.ascii("later")),
                        Wire.property("X-Mosaic-Protocol", Wire.ascii(protocol)),
                        Wire.property("X-Mosaic-Instance", Wire.ascii("1"))));
        later.readToEnd();

        expectOneWarning(later.name());
        neighbour.proveUndisturbed();
    }

    @Test
    void shouldRefuseABulkLaneWithoutAControlLane() throws IOException {
        RawPeer thief = keep(RawPeer.dial(endpoint));

        thief.send(
                GREETING,
                Wire.ready(
                        DEALER,
                        Wire.property("Identity", Wire.ascii(Neighbour.UID)),
                        Wire.property("X-Mosaic-Protocol", Wire.ascii("1")),
                        Wire.property("X-Mosaic-Instance", Wire.ascii("ffff")),
                        Wire.property("X-Mosaic-Lane", Wire.ascii("BULK"))));
        thief.readToEnd();

        expectOneWarning(thief.name());
        neighbour.proveUndisturbed();
    }

    /** RFC 37: a peer must accept later versions of the protocol; their bytes 1 to 8 have no meaning. */
    @Test
    void shouldAcceptLaterVersionsAndAnyPadding() throws IOException {
        byte[] greeting = Wire.greeting(4, 7, "NULL");
        System.arraycopy(Wire.ascii("anything"), 0, greeting, 1, 8);
        RawPeer later = keep(RawPeer.dial(endpoint));

        later.send(greeting, Wire.ready("dealer", "later"), Wire.message("hello"));
        later.readHandshake();

        Eventually.holds("its message arrives", () -> heardFrom("later").contains("hello"));
        neighbour.proveUndisturbed();
    }

    @Test
    void shouldTakeHandshakeAndMessagesInOnePieceOrInMany() throws IOException {
        byte[] all = Wire.join(
                GREETING,
                Wire.ready("DEALER", "pieces"),
                Wire.message("one"),
                Wire.frame(Wire.LONG, Wire.ascii("two")),
                Wire.message(""));
        RawPeer pieces = keep(RawPeer.dial(endpoint));

        for (byte each : all) {
            pieces.send(Wire.bytes(each));
        }

        Eventually.holds("all messages arrive", () -> heardFrom("pieces").size() == 3);
        assertThat(heardFrom("pieces")).containsExactly("one", "two", "");
    }

    private static byte[] ready(byte[] afterTheGreeting) {
        return Wire.join(GREETING, afterTheGreeting);
    }

    private static byte[] more(byte[] frame) {
        byte[] flagged = frame.clone();
        flagged[0] |= Wire.MORE;
        return flagged;
    }
}
