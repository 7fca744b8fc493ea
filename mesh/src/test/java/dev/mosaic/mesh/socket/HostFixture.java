package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Inbox;
import dev.mosaic.mesh.Incoming;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.mesh.Timing;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A mesh called {@code host} that tests do bad things to, and a neighbour that must not notice. */
abstract class HostFixture {
    /** Long enough for a machine under load, short enough for a test. */
    static final Timing QUICK = new Timing(
            Duration.ofMillis(500),
            Timing.DEFAULT.heartbeat(),
            Timing.DEFAULT.silence(),
            Timing.DEFAULT.giveUp(),
            Duration.ofMillis(200));

    static final Endpoint LOOPBACK = Endpoint.parse("tcp://127.0.0.1:0");

    @RegisterExtension
    final LogGuard log = new LogGuard();

    /** What the host got from everybody but the neighbour. */
    final Inbox inbox = new Inbox();

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    /** Set by {@link #host}. */
    Mesh host;

    Endpoint endpoint;
    Neighbour neighbour;

    @AfterEach
    void closeAll() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    /** Closes it after the test, before what was opened earlier. */
    <T extends AutoCloseable> T keep(T resource) {
        open.push(resource);
        return resource;
    }

    /** Of the host and the neighbour. */
    MeshOptions options() {
        return MeshOptions.of("host").withTiming(QUICK);
    }

    /** Dials the host as bare bytes. */
    RawPeer dialRaw() throws IOException {
        return RawPeer.dial(endpoint);
    }

    /** Dials the host and gets through the handshake, as a DEALER of that name. */
    RawPeer shakeHands(String identity) throws IOException {
        return dialRaw().shakeHands(identity);
    }

    /** Opens the host and the neighbour that talks with it. */
    void host(MeshOptions options) {
        hostAlone(options);
        neighbour = keep(new Neighbour(
                options.withIdentity(new Identity(Neighbour.UID, 1, MeshOptions.PROTOCOL)), "host", endpoint));
    }

    /** Opens the host without a neighbour. */
    void hostAlone(MeshOptions options) {
        host = keep(SocketMesh.open(options, new Echo(inbox)));
        endpoint = host.listen(LOOPBACK);
    }

    /** What came from that peer, as text. */
    List<String> heardFrom(String uid) {
        return inbox.messages().stream()
                .filter(message -> message.from().uid().equals(uid))
                .map(message -> new String(
                        message.parts().getFirst().toArray(java.lang.foreign.ValueLayout.JAVA_BYTE),
                        java.nio.charset.StandardCharsets.ISO_8859_1))
                .toList();
    }

    /** The peer of that name, once it is linked. */
    Peer known(String uid) {
        Eventually.holds(
                uid + " is linked",
                () -> host.find(uid)
                        .map(Peer::state)
                        .filter(Peer.State.UP::equals)
                        .isPresent());
        return host.find(uid).orElseThrow();
    }

    /** Why the link to that peer ended, once it has. */
    String loss(String uid) {
        Eventually.holds("the link to " + uid + " ends", () -> losses(uid) > 0);
        return inbox.losses().stream()
                .filter(loss -> loss.peer().identity().uid().equals(uid))
                .map(Inbox.Loss::reason)
                .findFirst()
                .orElseThrow();
    }

    long losses(String uid) {
        return inbox.losses().stream()
                .filter(loss -> loss.peer().identity().uid().equals(uid))
                .count();
    }

    /** Waits for the one line that the log has about it, and nothing else. */
    void expectOneWarning(String about) {
        Eventually.holds("a warning about " + about, () -> log.count(about) > 0);
        assertThat(log.count("\n")).as("warnings of several lines").isZero();
        log.expect(1, about);
    }

    /** Sends, and waits where the queue is full until it is said to be half empty. */
    static void sendPatiently(Peer peer, Inbox inbox, Supplier<Outcome> send) {
        int before = inbox.writable();
        for (Outcome outcome = send.get(); outcome != Outcome.SENT; outcome = send.get()) {
            assertThat(outcome).as("sending to " + peer).isEqualTo(Outcome.BACK_PRESSURED);
            int seen = before;
            Eventually.holds("the queue of " + peer + " is half empty", () -> inbox.writable() > seen);
            before = inbox.writable();
        }
    }

    static MemorySegment part(byte[] bytes) {
        return MemorySegment.ofArray(bytes);
    }

    static ByteBuffer text(String text) {
        return ByteBuffer.wrap(Wire.ascii(text));
    }

    /** Answers the neighbour and keeps what others say. */
    private record Echo(Inbox inbox) implements Receiver {
        @Override
        public void received(Peer from, Incoming message) {
            if (isStranger(from)) {
                inbox.received(from, message);
            } else {
                from.send(message.bytes(0));
            }
        }

        @Override
        public void connected(Peer peer) {
            if (isStranger(peer)) {
                inbox.connected(peer);
            }
        }

        @Override
        public void disconnected(Peer peer, String reason) {
            if (isStranger(peer)) {
                inbox.disconnected(peer, reason);
            }
        }

        @Override
        public void writable(Peer peer) {
            if (isStranger(peer)) {
                inbox.writable(peer);
            }
        }

        private static boolean isStranger(Peer peer) {
            return !peer.identity().uid().equals(Neighbour.UID);
        }
    }
}
