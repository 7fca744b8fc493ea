package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Inbox;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Peer;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A token on links without TLS: both sides show that they know it, and neither says it. S7.5. */
class VouchingTest extends HostFixture {
    private static final String TOKEN = "f00dcafef00dcafef00dcafef00dcafe";
    private static final byte[] SECRET_TEXT = Wire.ascii("for members only");

    private MeshOptions member(String uid) {
        return options()
                .withIdentity(new Identity(uid, 1, MeshOptions.PROTOCOL))
                .withToken(TOKEN);
    }

    /** Sends a text to who listens there, as soon as there is a link. */
    private Peer sends(Mesh from, String to, Endpoint at) {
        Peer peer = from.peer(to, at);
        peer.send(java.nio.ByteBuffer.wrap(SECRET_TEXT.clone()));
        return peer;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Test
    void shouldLinkTwoThatKnowTheToken_S7_5() {
        hostAlone(options().withToken(TOKEN));
        Mesh friend = keep(SocketMesh.open(member("friend"), new Inbox()));

        sends(friend, "host", endpoint);

        Eventually.holds("it is heard", () -> heardFrom("friend").contains(text(SECRET_TEXT)));
    }

    /** Whoever took the port first: it gets neither the token nor a message. */
    @Test
    void shouldTellNothingToAListenerThatDoesNotKnowTheToken_S7_5() throws IOException {
        try (ServerSocket thief = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Inbox told = new Inbox();
            Mesh victim = keep(SocketMesh.open(member("victim"), told));
            Peer peer = sends(victim, "host", new Endpoint.Tcp("127.0.0.1", thief.getLocalPort()));
            String said;
            try (RawPeer dialler = RawPeer.of(thief.accept())) {
                dialler.send(Wire.greeting());
                byte[] greeting = dialler.read(Wire.GREETING_BYTES);
                byte[] header = dialler.read(2);
                byte[] ready = header[0] == Wire.COMMAND
                        ? dialler.read(header[1] & 0xFF)
                        : dialler.read(longSize(dialler, header));
                dialler.send(Wire.ready(
                        Wire.property("Socket-Type", Wire.ascii("ROUTER")),
                        Wire.property("Identity", Wire.ascii("host")),
                        Wire.property("X-Mosaic-Protocol", Wire.ascii(Integer.toString(MeshOptions.PROTOCOL))),
                        Wire.property("X-Mosaic-Instance", Wire.ascii("1"))));
                said = text(greeting) + text(ready) + text(dialler.readToEnd());
            }

            Eventually.holds("it gives up", () -> peer.state() == Peer.State.GONE);
            assertThat(said).contains("READY").doesNotContain(TOKEN).doesNotContain(text(SECRET_TEXT));
            assertThat(told.connected()).isEmpty();
            log.expect(1, "no token");
        }
    }

    private static int longSize(RawPeer dialler, byte[] begun) throws IOException {
        byte[] rest = dialler.read(7);
        assertThat(begun[0]).isEqualTo((byte) (Wire.COMMAND | Wire.LONG));
        return ((rest[5] & 0xFF) << 8) | (rest[6] & 0xFF);
    }

    @Test
    void shouldNotSayTheTokenToWhoDials_S7_5() throws IOException {
        hostAlone(options().withToken(TOKEN));
        RawPeer stranger = keep(RawPeer.dial(endpoint));

        stranger.send(Wire.greeting(), Wire.ready("DEALER", "stranger"));

        assertThat(text(stranger.readToEnd())).contains("no token").doesNotContain(TOKEN);
        log.expect(1, "no token");
    }

    /** What a ZeroMQ peer can do: it may have the token, and say it. */
    @Test
    void shouldLetInAForeignPeerThatSaysTheToken_S7_5() throws IOException {
        hostAlone(options().withToken(TOKEN));
        RawPeer foreign = keep(RawPeer.dial(endpoint));

        foreign.send(
                Wire.greeting(),
                Wire.ready(
                        Wire.property("Socket-Type", Wire.ascii("DEALER")),
                        Wire.property("Identity", Wire.ascii("foreign")),
                        Wire.property("X-Mosaic-Token", Wire.ascii(TOKEN))),
                Wire.message("hello"));

        Eventually.holds("it is heard", () -> heardFrom("foreign").contains("hello"));
    }

    /** A process that has another port, and passes on what members say to each other. */
    @Test
    void shouldNotBeLinkedThroughAProcessThatTookAnotherPort_S7_5() throws IOException {
        hostAlone(options().withToken(TOKEN));
        Tap between = keep(Tap.between(FreeEndpoint.next(), endpoint));
        Mesh victim = keep(SocketMesh.open(member("victim"), new Inbox()));

        Peer peer = sends(victim, "host", between.endpoint());

        Eventually.holds("it gives up", () -> peer.state() == Peer.State.GONE);
        assertThat(inbox.links()).isZero();
        assertThat(inbox.count()).isZero();
        Eventually.holds("it is said", () -> log.count("a proxy between forwards it") > 0);
        victim.close();
        host.close();
        log.expect(log.count("a proxy between forwards it"), "a proxy between forwards it");
    }

    @Test
    void shouldNotTakeAProofTwice_S7_5() {
        Vouching dials = new Vouching(TOKEN, true, 7600);
        Vouching first = new Vouching(TOKEN, false, 7600);
        dev.mosaic.mesh.zmtp.Metadata said = new dev.mosaic.mesh.zmtp.Metadata().with("Identity", "a");
        dials.introduce(said, first.nonce());

        assertThat(first.refusal(said)).isNull();
        assertThat(new Vouching(TOKEN, false, 7600).refusal(said)).isEqualTo("wrong token");
        assertThat(new Vouching("other", false, 7600).refusal(said)).isEqualTo("wrong token");
        assertThat(dials.refusal(said)).as("its own proof, sent back").isEqualTo("wrong token");

        dev.mosaic.mesh.zmtp.Metadata answered = new dev.mosaic.mesh.zmtp.Metadata().with("Identity", "b");
        first.answer(answered);
        assertThat(dials.refusal(answered)).isNull();
    }
}
