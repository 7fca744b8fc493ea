package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Incoming;
import dev.mosaic.mesh.Landing;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The mesh's own owner fails where it is called: that costs a link at most, with a line, never the mesh. */
class OwnerFailureTest extends HostFixture {
    private static final String VICTIM = "victim";

    static Stream<Arguments> failures() {
        return Stream.of(
                arguments("an exception", (Runnable) () -> {
                    throw new IllegalStateException("the owner's own");
                }),
                arguments("an error", (Runnable) () -> {
                    throw new AssertionError("the owner's own");
                }),
                arguments("no stack left", (Runnable) () -> {
                    throw new StackOverflowError("the owner's own");
                }),
                arguments("no class", (Runnable) () -> {
                    throw new NoClassDefFoundError("the owner's own");
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void shouldEndTheLinkOfAMessageThatIsNotReceived(String what, Runnable failure) throws IOException {
        host(options());
        inbox.then((peer, message) -> failure.run());
        RawPeer victim = keep(RawPeer.shakeHands(endpoint, VICTIM));

        victim.send(Wire.message("one"), Wire.message("two"));
        victim.readToEnd();

        expectOneWarning(victim.name());
        loss(VICTIM);
        assertThat(heardFrom(VICTIM)).containsExactly("one");
        neighbour.proveUndisturbed();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void shouldLiveOnWhereNewsOfLinksAreNotReceived(String what, Runnable failure) throws IOException {
        hostTold(new Receiver() {
            @Override
            public void received(Peer from, Incoming message) {
                from.send(message.bytes(0));
            }

            @Override
            public void connected(Peer peer) {
                failIf(peer);
            }

            @Override
            public void disconnected(Peer peer, String reason) {
                failIf(peer);
            }

            private void failIf(Peer peer) {
                if (peer.identity().uid().equals(VICTIM)) {
                    failure.run();
                }
            }
        });

        try (RawPeer victim = RawPeer.dial(endpoint)) {
            victim.send(Wire.greeting(), Wire.ready("DEALER", VICTIM), Wire.header(0, -1));
            victim.readToEnd();
        }

        Eventually.holds("the log says so", () -> log.count("the owner's own") > 0);
        Eventually.holds("the victim is forgotten", () -> host.find(VICTIM).isEmpty());
        neighbour.proveUndisturbed();
        log.expect(log.count(""), "");
    }

    /** What was sent after a message must not wait for ever because nobody could be told that the message is written. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void shouldSendOnWhereAReleaseFails(String what, Runnable failure) throws IOException {
        host(options());
        RawPeer reader = keep(RawPeer.shakeHands(endpoint, VICTIM));
        Peer peer = known(VICTIM);
        MemorySegment large = MemorySegment.ofArray(new byte[100_000]);

        assertThat(peer.send(new Message(List.of(large), failure))).isEqualTo(Outcome.SENT);
        assertThat(peer.send(text("after"))).isEqualTo(Outcome.SENT);

        reader.read(9 + 100_000);
        assertThat(reader.read(7)).isEqualTo(Wire.message("after"));
        expectOneWarning("the owner's own");
        neighbour.proveUndisturbed();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void shouldSendOnWhereAReleaseOfASmallMessageFails(String what, Runnable failure) throws IOException {
        host(options());
        RawPeer reader = keep(RawPeer.shakeHands(endpoint, VICTIM));
        Peer peer = known(VICTIM);

        assertThat(peer.send(new Message(List.of(part(Wire.ascii("small"))), failure)))
                .isEqualTo(Outcome.SENT);
        assertThat(peer.send(text("after"))).isEqualTo(Outcome.SENT);

        assertThat(reader.read(14)).isEqualTo(Wire.join(Wire.message("small"), Wire.message("after")));
        expectOneWarning("the owner's own");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void shouldEndALinkWhoseMemoryIsNotTakenBack(String what, Runnable failure) throws IOException {
        host(options().withLanding(new Landing() {
            @Override
            public MemorySegment land(Identity from, long sizeBytes) {
                return MemorySegment.ofArray(new byte[(int) sizeBytes]);
            }

            @Override
            public void abandoned(MemorySegment landed) {
                failure.run();
            }
        }));
        RawPeer victim = RawPeer.shakeHands(endpoint, VICTIM);

        victim.send(Wire.header(0, 100_000), Wire.filled(1_000, 1));
        victim.close();

        loss(VICTIM);
        expectOneWarning("the owner's own");
        neighbour.proveUndisturbed();
    }

    @Test
    void shouldReceiveWhatTheHeapHasNoMemoryFor() throws IOException {
        host(options().withLanding((from, sizeBytes) -> {
            throw new OutOfMemoryError("Java heap space");
        }));
        byte[] last = new byte[2];
        inbox.then((peer, message) -> {
            if (message.sizeBytes(0) == 100_000) {
                last[0] = message.bytes(0).get(99_999);
                last[1] = message.segment(0).get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0);
            }
        });
        RawPeer victim = keep(RawPeer.shakeHands(endpoint, VICTIM));

        victim.send(Wire.header(0, 100_000), Wire.filled(100_000, 7), Wire.message("after"));

        Eventually.holds(
                "the next one on the same link", () -> heardFrom(VICTIM).contains("after"));
        assertThat(last).containsExactly(7, 7);
        neighbour.proveUndisturbed();
    }

    /** Half of the part is on the wire already: nothing else can follow it. */
    @Test
    void shouldEndTheLinkOfAPartThatWasFreedTooEarly() throws IOException {
        host(options());
        RawPeer reader = keep(RawPeer.shakeHands(endpoint, VICTIM));
        Peer peer = known(VICTIM);
        AtomicInteger released = new AtomicInteger();
        try (Arena arena = Arena.ofShared()) {
            Message message = new Message(List.of(arena.allocate(32 << 20)), released::incrementAndGet);
            assertThat(peer.send(message)).isEqualTo(Outcome.SENT);
            reader.read(9);
        }

        reader.readToEnd();

        expectOneWarning(reader.name());
        loss(VICTIM);
        Eventually.holds("the message is released", () -> released.get() > 0);
        assertThat(peer.send(text("after"))).isEqualTo(Outcome.GONE);
        neighbour.proveUndisturbed();
        host.close();
        assertThat(released).hasValue(1);
    }

    /** Its owner's code keeps the thread that would see that the time to close is over. */
    @Test
    void shouldReleaseAllWhereItsOwnerIsBusyWhileItCloses() throws Exception {
        Receiver busy = new Receiver() {
            @Override
            public void received(Peer from, Incoming message) {}

            @Override
            public void disconnected(Peer peer, String reason) {
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            }
        };
        host = keep(SocketMesh.open(options(), busy));
        endpoint = host.listen(LOOPBACK);
        AtomicInteger released = new AtomicInteger();
        Message message = new Message(List.of(MemorySegment.ofArray(new byte[100_000])), released::incrementAndGet);
        assertThat(host.peer("nobody", FreeEndpoint.next()).send(message)).isEqualTo(Outcome.SENT);
        RawPeer victim = RawPeer.shakeHands(endpoint, VICTIM);

        Thread closing = Thread.startVirtualThread(host::close);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50)); // less than it waits for what is queued
        victim.close();
        closing.join();

        assertThat(released).hasValue(1);
    }

    @Test
    void shouldLiveOnWhereNewsOfAWritableQueueIsNotReceived() throws IOException {
        hostTold(new Receiver() {
            @Override
            public void received(Peer from, Incoming message) {
                from.send(message.bytes(0));
            }

            @Override
            public void writable(Peer peer) {
                throw new IllegalStateException("the owner's own");
            }
        });
        RawPeer reader = keep(RawPeer.shakeHands(endpoint, VICTIM));
        Peer peer = known(VICTIM);
        MemorySegment large = MemorySegment.ofArray(new byte[10 << 20]);
        int sent = 0;
        while (peer.send(Message.of(large)) == Outcome.SENT) {
            sent++;
        }

        for (long left = sent * (9L + large.byteSize()); left > 0; left -= 1 << 20) {
            reader.read((int) Math.min(left, 1 << 20));
        }

        Eventually.holds("the log says so", () -> log.count("the owner's own") > 0);
        assertThat(peer.send(text("after"))).isEqualTo(Outcome.SENT);
        assertThat(reader.read(7)).isEqualTo(Wire.message("after"));
        neighbour.proveUndisturbed();
        log.expect(1, "the owner's own");
    }

    private void hostTold(Receiver receiver) {
        host = keep(SocketMesh.open(options(), receiver));
        endpoint = host.listen(LOOPBACK);
        neighbour = keep(new Neighbour(
                options().withIdentity(new Identity(Neighbour.UID, 1, MeshOptions.PROTOCOL)), "host", endpoint));
    }
}
