package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Inbox;
import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Timing;
import dev.mosaic.testing.Eventually;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the mesh dials is not what it should be: it tries again, less and less often, and gives up. */
class HostileServerTest extends HostFixture {
    private static final String WANTED = "wanted";
    private static final Timing IMPATIENT =
            QUICK.withHandshake(Duration.ofMillis(100)).withGiveUp(Duration.ofMillis(400));

    /** What a server does with each connection. */
    interface Manners {
        void serve(RawPeer client) throws IOException;
    }

    /** Serves one connection after the other, until it is closed. */
    private static final class Server implements AutoCloseable {
        private final ServerSocket listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        private final AtomicInteger connections = new AtomicInteger();

        Server(Manners manners) throws IOException {
            Thread.ofVirtual().name("hostile-server").start(() -> {
                try {
                    while (true) {
                        RawPeer client = RawPeer.of(listener.accept());
                        connections.incrementAndGet();
                        try (client) {
                            manners.serve(client);
                        } catch (EOFException | SocketException clientLeft) {
                            // The next one may be better.
                        }
                    }
                } catch (IOException closed) {
                    // The test is over.
                }
            });
        }

        Endpoint endpoint() {
            return new Endpoint.Tcp("127.0.0.1", listener.getLocalPort());
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }

    static Stream<Arguments> badManners() {
        return Stream.of(
                arguments("closes", (Manners) client -> {}),
                arguments("resets", (Manners) RawPeer::reset),
                arguments("says nothing", (Manners) RawPeer::readToEnd),
                arguments("talks SMTP", (Manners) client -> {
                    client.send(Wire.ascii("220 mail.example.org ESMTP\r\n"));
                    client.readToEnd();
                }),
                arguments("wants CURVE", (Manners) client -> {
                    client.send(Wire.greeting(3, 1, "CURVE"));
                    client.readToEnd();
                }),
                arguments("answers with ERROR", (Manners) client -> {
                    client.send(Wire.greeting(), Wire.command("ERROR", Wire.bytes(2, 'n', 'o')));
                    client.readToEnd();
                }),
                arguments("is a PUB", (Manners) client -> {
                    client.send(Wire.greeting(), Wire.ready("PUB", ""));
                    client.readToEnd();
                }),
                arguments("is another unit", (Manners) client -> {
                    client.send(
                            Wire.greeting(),
                            Wire.ready(
                                    Wire.property("Socket-Type", Wire.ascii("ROUTER")),
                                    Wire.property("Identity", Wire.ascii("unwanted")),
                                    Wire.property("X-Mosaic-Protocol", Wire.ascii("1")),
                                    Wire.property("X-Mosaic-Instance", Wire.ascii("7"))));
                    client.readToEnd();
                }));
    }

    /** As a process that begins with many others: each handshake that is broken off costs it the time that the next one would need. */
    @Test
    void shouldWaitLongerForEachAnswerOfWhoTakesConnectionsAndIsSlow() throws Exception {
        Timing doubling = QUICK.withHandshake(Duration.ofSeconds(5))
                .withHeartbeat(Duration.ofMillis(50), Duration.ofMillis(100))
                .withGiveUp(Duration.ofMinutes(1));
        hostAlone(options().withTiming(doubling));
        Server server = keep(new Server(client -> {
            LockSupport.parkNanos(Duration.ofMillis(250).toNanos());
            client.send(Wire.greeting(), Wire.ready("ROUTER", ""));
            client.readToEnd();
        }));
        Peer peer = host.peer(WANTED, server.endpoint());
        assertThat(peer.send(text("hello"))).isEqualTo(Outcome.SENT);

        Eventually.holds("there is a link", () -> inbox.links() > 0);

        log.expect(log.count("no handshake within"), "no handshake within");
        assertThat(server.connections.get())
                .as("100, 200, 400 and 800 ms were waited")
                .isBetween(3, 6);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badManners")
    void shouldGiveUp(String what, Manners manners) throws Exception {
        hostAlone(options().withTiming(IMPATIENT));
        Server server = keep(new Server(manners));
        Peer peer = host.peer(WANTED, server.endpoint());
        AtomicInteger released = new AtomicInteger();
        assertThat(peer.send(new Message(List.of(MemorySegment.ofArray(new byte[100_000])), released::incrementAndGet)))
                .isEqualTo(Outcome.SENT);

        Eventually.holds("it is given up", () -> peer.state() == Peer.State.GONE);

        Eventually.holds("the message is released", () -> released.get() > 0);
        assertThat(peer.send(text("anybody?"))).isEqualTo(Outcome.GONE);
        assertThat(peer.queuedBytes()).isZero();
        assertThat(host.find(WANTED)).isEmpty();
        assertThat(server.connections).as("how often it was dialled").hasValueBetween(1, 12);
        assertThat(inbox.links()).isZero();
        Eventually.holds("it is told", () -> !inbox.losses().isEmpty());
        assertThat(inbox.losses()).extracting(Inbox.Loss::state).containsExactly(Peer.State.GONE);
        host.close();
        assertThat(released).hasValue(1);
        // The system may take a connection that the server, busy with the one before, never sees.
        assertThat(log.count("")).as("lines about it").isLessThanOrEqualTo(12);
        log.expect(log.count(""), "");
    }

    @Test
    void shouldGiveUpWhereNobodyListens() throws Exception {
        hostAlone(options().withTiming(IMPATIENT));
        Peer peer = host.peer(WANTED, FreeEndpoint.next());
        assertThat(peer.send(text("anybody?"))).isEqualTo(Outcome.SENT);

        Eventually.holds("it is given up", () -> peer.state() == Peer.State.GONE);

        Eventually.holds("it is told", () -> !inbox.losses().isEmpty());
        assertThat(inbox.losses()).hasSize(1);
        assertThat(peer.send(text("anybody?"))).isEqualTo(Outcome.GONE);
    }

    /** A server that lets in and breaks off each time must not keep the machine busy. */
    @Test
    void shouldNotStormAServerThatLetsInAndBreaksOff() throws Exception {
        hostAlone(options().withTiming(IMPATIENT));
        Server server = keep(new Server(client -> {
            client.send(Wire.greeting(), Wire.ready("ROUTER", ""));
            client.readHandshake();
            client.reset();
        }));
        assertThat(host.peer(WANTED, server.endpoint()).send(text("hello"))).isEqualTo(Outcome.SENT);
        Eventually.holds("it was linked a few times", () -> server.connections.get() >= 3);

        boolean storm = Eventually.isSoWithin(Duration.ofMillis(500), () -> server.connections.get() > 50);

        assertThat(storm)
                .as("dialled %s times within half a second", server.connections)
                .isFalse();
    }

    @Test
    void shouldLinkWhenTheServerComesToItsSenses() throws Exception {
        hostAlone(options().withTiming(IMPATIENT));
        AtomicInteger times = new AtomicInteger();
        Server server = keep(new Server(client -> {
            if (times.getAndIncrement() < 3) {
                client.reset();
            } else {
                client.send(Wire.greeting(), Wire.ready("ROUTER", ""));
                client.readHandshake();
                assertThat(client.read(7)).isEqualTo(Wire.message("hello"));
                client.send(Wire.message("welcome"));
                client.readToEnd();
            }
        }));

        assertThat(host.peer(WANTED, server.endpoint()).send(text("hello"))).isEqualTo(Outcome.SENT);

        Eventually.holds("it is answered", () -> heardFrom(WANTED).contains("welcome"));
    }
}
