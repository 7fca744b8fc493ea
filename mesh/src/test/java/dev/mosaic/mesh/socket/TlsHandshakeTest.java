package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.tls.TestAuthority;
import dev.mosaic.mesh.tls.TestAuthority.Leaf;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Strangers at a listener with TLS: refused, with one line that says why in plain words, and nobody else notices. S7.5. */
class TlsHandshakeTest extends HostFixture {
    private static final int FUZZED_HANDSHAKES = 150;

    @TempDir
    Path folder;

    private TlsPeers peers;

    @BeforeEach
    void openHost() {
        peers = new TlsPeers(folder);
        host(options());
    }

    @Override
    MeshOptions options() {
        return super.options().withTiming(TlsPeers.QUICK).withKeys(peers.keys);
    }

    static Stream<Arguments> wrongBytes() {
        byte[] random = new byte[500];
        new SplittableRandom(1).nextBytes(random);
        random[0] = 0x42;
        byte[] likeTls = random.clone();
        System.arraycopy(Wire.bytes(22, 3, 1, 1, 0), 0, likeTls, 0, 5);
        return Stream.of(
                arguments("ZeroMQ without TLS", Wire.greeting(), "it speaks ZeroMQ without TLS"),
                arguments("HTTP", Wire.ascii("GET / HTTP/1.1\r\n\r\n"), "it does not speak TLS"),
                arguments("zeros", new byte[100], "it does not speak TLS"),
                arguments("random bytes", random, "it does not speak TLS"),
                arguments("random bytes in a record", likeTls, "no TLS: "),
                arguments("a record of 65,535 bytes", Wire.bytes(22, 3, 1, 0xFF, 0xFF, 1), "a record of 65540 bytes"),
                arguments("a record of 16,641 bytes", Wire.bytes(22, 3, 1, 0x41, 0x01, 1), "a record of 16646 bytes"),
                arguments("an empty record", Wire.bytes(22, 3, 1, 0, 0), "no TLS: "),
                arguments("data instead of a handshake", Wire.bytes(23, 3, 3, 0, 1, 1), "no TLS: "),
                arguments("an alert", Wire.bytes(21, 3, 3, 0, 2, 2, 40), "handshake_failure"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongBytes")
    void shouldRefuseWhatIsNoTlsWithOneLine(String what, byte[] bytes, String why) throws IOException {
        RawPeer stranger = keep(RawPeer.dial(endpoint));

        stranger.send(bytes);
        stranger.readToEnd();

        expectRefusal(stranger, why);
    }

    static Stream<Arguments> wrongKeys() {
        return Stream.of(
                arguments("of another authority of the same name", "not from this cluster's authority"),
                arguments("that expired", "its certificate expired"),
                arguments("that is not valid yet", "its certificate is not valid yet"),
                arguments("for servers only", "client authentication"),
                arguments("missing", "it shows no certificate"));
    }

    @ParameterizedTest(name = "a certificate {0}")
    @MethodSource("wrongKeys")
    void shouldRefuseWrongKeysWithOneLine(String what, String why) throws IOException {
        SSLContext context = TestAuthority.context(
                switch (what) {
                    case "of another authority of the same name" -> new TestAuthority("cluster").make(Leaf.GOOD);
                    case "that expired" -> peers.authority.make(Leaf.EXPIRED);
                    case "that is not valid yet" -> peers.authority.make(Leaf.NOT_YET);
                    case "for servers only" -> peers.authority.make(Leaf.SERVER_ONLY);
                    default -> null;
                });
        SSLSocket socket = TlsPeers.secure(RawPeer.connect(endpoint), context);
        RawPeer stranger = keep(RawPeer.of(socket));

        talk(stranger, socket);

        expectRefusal(stranger, why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2"})
    void shouldRefuseOlderVersions(String version) throws IOException {
        SSLSocket socket =
                TlsPeers.secure(RawPeer.connect(endpoint), TestAuthority.context(peers.authority.make(Leaf.GOOD)));
        socket.setEnabledProtocols(new String[] {version});
        RawPeer stranger = keep(RawPeer.of(socket));

        talk(stranger, socket);

        expectRefusal(stranger, "it does not speak TLS 1.3");
    }

    @Test
    void shouldTalkWithWhoHasTheRightKeys() throws IOException {
        RawPeer friend = keep(peers.dial(endpoint));
        friend.shakeHands("friend").send(Wire.message("hello"));

        Eventually.holds("it is heard", () -> heardFrom("friend").contains("hello"));
    }

    /** The token is asked for inside. */
    @Test
    void shouldStillAskForTheToken() throws IOException {
        host.close();
        hostAlone(options().withToken("right"));
        RawPeer stranger = keep(peers.dial(endpoint));

        stranger.send(Wire.greeting(), Wire.ready("DEALER", "stranger"));
        stranger.readToEnd();

        Eventually.holds("a warning", () -> log.count("token") > 0);
        log.expect(1, "no token");
        log.expect(log.count("neighbour"), "neighbour");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4, 5, 60, 200})
    void shouldEndAHandshakeThatStops(int bytes) throws IOException {
        RawPeer half = keep(RawPeer.dial(endpoint));
        half.send(Arrays.copyOf(TlsPeers.clientHello(), bytes));

        half.readToEnd();

        expectRefusal(half, "no handshake within");
    }

    /** It has our part of the handshake and does not go on. */
    @Test
    void shouldEndAHandshakeThatIsHalfOpen() throws IOException {
        RawPeer half = keep(RawPeer.dial(endpoint));
        half.send(TlsPeers.clientHello());

        assertThat(half.readToEnd()).as("what the host said").hasSizeGreaterThan(200);

        expectRefusal(half, "no handshake within");
    }

    /** With the keys, but without a word of ZeroMQ. */
    @Test
    void shouldEndWhoSaysNothingOnceSecured() throws IOException {
        RawPeer silent = keep(peers.dial(endpoint));

        assertThat(silent.readToEnd()).hasSize(Wire.SIGNATURE_BYTES);

        expectRefusal(silent, "no handshake within");
    }

    @Test
    void shouldSayNothingOfWhoLeavesDuringTheHandshake() throws IOException {
        byte[] hello = TlsPeers.clientHello();
        for (int bytes = 0; bytes <= hello.length; bytes += 7) {
            RawPeer visitor = RawPeer.dial(endpoint);
            visitor.send(Arrays.copyOf(hello, bytes));
            visitor.close();
        }

        neighbour.proveUndisturbed();
        assertThat(inbox.links()).isZero();
    }

    /** A handshake takes bytes one by one. */
    @Test
    void shouldTakeAHandshakeInSmallPieces() throws IOException {
        RawPeer slow = keep(RawPeer.dial(endpoint));

        for (byte each : TlsPeers.clientHello()) {
            slow.send(Wire.bytes(each));
        }

        assertThat(slow.read(5)).as("head of the record with ServerHello").startsWith(22, 3, 3);
        slow.reset();
    }

    @Test
    void shouldLiveOnWhateverIsWrongInAHello() throws IOException {
        byte[] hello = TlsPeers.clientHello();
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < FUZZED_HANDSHAKES; i++) {
            byte[] wrong = hello.clone();
            for (int n = random.nextInt(1, 6); n > 0; n--) {
                wrong[random.nextInt(5, wrong.length)] = (byte) random.nextInt();
            }
            try (RawPeer stranger = RawPeer.dial(endpoint)) {
                stranger.send(wrong);
                byte[] answer = new byte[1];
                stranger.readSome(answer);
            }
        }

        neighbour.proveUndisturbed();
        assertThat(log.count("")).as("lines").isLessThanOrEqualTo(FUZZED_HANDSHAKES);
        assertThat(log.count("carried work failed")).isZero();
        Eventually.holds("all are gone", () -> host.peers().size() == 1);
        log.expect(log.count("refused connection"), "refused connection");
    }

    @Test
    void shouldEndALinkWhoseRecordsWereTamperedWith() throws IOException {
        Socket socket = RawPeer.connect(endpoint);
        SSLSocket secured = TlsPeers.secure(socket, TestAuthority.context(peers.authority.make(Leaf.GOOD)));
        RawPeer.of(secured).shakeHands("tampered").send(Wire.message("before"));
        Eventually.holds("it is heard", () -> heardFrom("tampered").contains("before"));
        byte[] forged = new byte[40];
        System.arraycopy(Wire.bytes(23, 3, 3, 0, 35), 0, forged, 0, 5);

        RawPeer stranger = keep(RawPeer.of(socket));
        stranger.send(forged);
        stranger.readToEnd();

        Eventually.holds("it is told", () -> losses("tampered") == 1);
        log.expect(1, stranger.name());
        neighbour.proveUndisturbed();
    }

    /** Who cuts a connection between two units cannot make it look as if one of them had closed it. */
    @Test
    void shouldTellACutFromAGoodbye() throws IOException {
        Socket socket = RawPeer.connect(endpoint);
        SSLSocket secured = TlsPeers.secure(socket, TestAuthority.context(peers.authority.make(Leaf.GOOD)));
        RawPeer.of(secured).shakeHands("cut");
        RawPeer leaving = peers.dial(endpoint).shakeHands("leaving");
        known("cut");
        known("leaving");

        socket.shutdownOutput();
        leaving.close();

        assertThat(loss("cut")).contains("cut off without a goodbye");
        assertThat(loss("leaving")).isEqualTo("closed by the peer");
        socket.close();
    }

    /** RFC 8446 4.6.3: a peer may have both sides change their keys at any time. */
    @Test
    void shouldGoOnWhenKeysAreChangedWithinALink() throws IOException {
        SSLSocket socket =
                TlsPeers.secure(RawPeer.connect(endpoint), TestAuthority.context(peers.authority.make(Leaf.GOOD)));
        RawPeer peer = keep(RawPeer.of(socket)).shakeHands("changing");
        for (int i = 0; i < 20; i++) {
            int round = i;
            socket.startHandshake(); // once secured, JSSE sends KeyUpdate and asks for ours
            peer.send(Wire.message("here " + i));
            Eventually.holds("it is heard", () -> heardFrom("changing").contains("here " + round));
            known("changing").send(text("there"));
            assertThat(peer.read(7)).isEqualTo(Wire.message("there"));
        }
    }

    private void expectRefusal(RawPeer stranger, String why) {
        Eventually.holds("a warning about " + stranger.name(), () -> log.count(stranger.name()) > 0);
        assertThat(log.count("\n")).as("warnings of several lines").isZero();
        assertThat(log.count(why)).as("lines that say \"%s\"", why).isEqualTo(1);
        log.expect(1, "host refused connection with " + stranger.name() + ": ");
        assertThat(inbox.links()).isZero();
        neighbour.proveUndisturbed();
    }

    /** Says hello, which may fail early or late. */
    private static void talk(RawPeer stranger, SSLSocket socket) {
        try {
            socket.startHandshake();
            stranger.send(Wire.greeting());
            stranger.readToEnd();
        } catch (IOException refused) {
            assertThat(refused).hasMessageMatching("(?is).*(alert|reset|broken pipe|closed|terminated).*");
        }
    }
}
