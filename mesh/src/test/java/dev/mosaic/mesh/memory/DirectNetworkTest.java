package dev.mosaic.mesh.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Inbox;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshException;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Peer;
import dev.mosaic.testing.LogGuard;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a network in real time adds to the port: which thread receives. */
class DirectNetworkTest {
    private static final Endpoint B_ENDPOINT = Endpoint.parse("inproc://b");

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private final MemoryNetwork network = MemoryNetwork.direct();

    @Test
    void shouldReceiveOnTheThreadThatCarriesOnceItsOwnThreadIsFree() {
        List<Thread> receivedOn = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch carried = new CountDownLatch(1);
        try (Mesh a = network.join(MeshOptions.of("a"), (from, message) -> {});
                Mesh b = network.join(MeshOptions.of("b"), (from, message) -> {
                    begun.countDown();
                    await(carried);
                    receivedOn.add(Thread.currentThread());
                })) {
            b.listen(B_ENDPOINT);
            Peer peer = a.peer("b", B_ENDPOINT);
            peer.send(ByteBuffer.allocate(1));
            peer.send(ByteBuffer.allocate(1));
            await(begun);

            boolean done = b.carry(
                    () -> {
                        carried.countDown();
                        return receivedOn.size() == 2;
                    },
                    TimeUnit.SECONDS.toNanos(10));

            assertThat(done).isTrue();
            assertThat(receivedOn.get(0)).isNotEqualTo(Thread.currentThread());
            assertThat(receivedOn.get(1)).isEqualTo(Thread.currentThread());
        }
    }

    @Test
    void shouldKnowAReplacedInstanceEvenBeforeItsOwnerHeard() {
        MemoryCarrier carrier = new MemoryCarrier(network);
        Inbox inbox = new Inbox();
        MeshOptions newest = MeshOptions.of("a");
        try (Mesh b = network.join(MeshOptions.of("b"), inbox);
                Mesh olderMesh = network.join(MeshOptions.of("a"), (from, message) -> {});
                Mesh newerMesh = network.join(newest, (from, message) -> {})) {
            b.listen(B_ENDPOINT);
            Peer older = olderMesh.peer("b", B_ENDPOINT);
            inbox.hold();
            older.send(ByteBuffer.allocate(4));
            carrier.within(Duration.ofSeconds(10), () -> older.state() == Peer.State.UP && older.queuedBytes() == 0);
            Peer newer = newerMesh.peer("b", B_ENDPOINT);
            newer.send(ByteBuffer.allocate(4));

            // It dials again while its replacement waits for the receiver, which is busy.
            assertThat(carrier.within(Duration.ofSeconds(10), () -> older.state() == Peer.State.GONE))
                    .isTrue();
            inbox.resume();
            assertThat(carrier.within(Duration.ofSeconds(10), () -> inbox.count() == 2))
                    .isTrue();
            assertThat(b.find("a").orElseThrow().identity()).isEqualTo(newest.identity());
            log.expect(1, "replaced");
        }
    }

    @Test
    void shouldRefuseAPartThatOnlyItsSenderMayRead() {
        try (Mesh a = network.join(MeshOptions.of("a"), (from, message) -> {});
                Arena confined = Arena.ofConfined()) {
            Message message = Message.of(confined.allocate(100_000));
            assertThatThrownBy(() -> a.peer("b", B_ENDPOINT).send(message))
                    .isInstanceOf(MeshException.class)
                    .hasMessageContaining("shared arena");
        }
    }

    @Test
    void shouldRefuseEndpointsOfOtherKindsAndItself() {
        try (Mesh a = network.join(MeshOptions.of("a"), (from, message) -> {})) {
            assertThatThrownBy(() -> a.listen(Endpoint.parse("tcp://localhost:0")))
                    .isInstanceOfSatisfying(
                            MeshException.class,
                            thrown -> assertThat(thrown.code()).isEqualTo(MeshException.Code.ENDPOINT));
            assertThatThrownBy(() -> a.peer("a", B_ENDPOINT))
                    .isInstanceOfSatisfying(
                            MeshException.class,
                            thrown -> assertThat(thrown.code()).isEqualTo(MeshException.Code.OPTION));
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError("interrupted", interrupted);
        }
    }
}
