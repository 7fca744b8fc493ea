package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Inbox;
import dev.mosaic.mesh.Incoming;
import dev.mosaic.mesh.Landing;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.mesh.socket.ForeignZmq.Setup;
import dev.mosaic.mesh.socket.ForeignZmq.SocketKind;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What any other implementation of ZeroMQ may expect of a mesh on sockets. */
abstract class InteropSuite {
    private static final int SMALL_MESSAGES = 100_000;
    static final String THEM = "them";

    /** Who listens and who dials. */
    enum Way {
        WE_DIAL_THEIR_ROUTER(SocketKind.ROUTER, true),
        WE_DIAL_THEIR_DEALER(SocketKind.DEALER, true),
        THEIR_DEALER_DIALS(SocketKind.DEALER, false),
        THEIR_ROUTER_DIALS(SocketKind.ROUTER, false);

        private final SocketKind kind;
        private final boolean theyBind;

        Way(SocketKind kind, boolean theyBind) {
            this.kind = kind;
            this.theyBind = theyBind;
        }
    }

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    /** What the mesh under test was told, where a test gives it no other receiver. */
    final Inbox inbox = new Inbox();

    /** The implementation under test; lives as long as the class. */
    abstract ForeignZmq foreign();

    /** An endpoint that nobody listens on. */
    abstract Endpoint fresh();

    /** How large a message both can carry in this JVM. */
    abstract long largeBytes();

    @AfterEach
    void closeAll() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldExchangeManySmallMessagesBothWaysAtOnce(Way way) {
        Sequence.Tally tally = new Sequence.Tally();
        Pair pair = pair(way, host(MeshOptions.of("host"), new Tallying(inbox, tally)));
        Future<Long> theirs = pair.socket.exchange(SMALL_MESSAGES);

        for (int i = 0; i < SMALL_MESSAGES; i++) {
            ByteBuffer message = ByteBuffer.wrap(Sequence.message(i));
            HostFixture.sendPatiently(pair.peer, inbox, () -> pair.peer.send(message));
        }

        assertThat(Eventually.get(theirs, "they send and receive all"))
                .as("checksum of what they received")
                .isEqualTo(Sequence.checksum(SMALL_MESSAGES));
        Eventually.holds("all messages arrived", () -> tally.count() == SMALL_MESSAGES);
        assertThat(tally.checksum()).as("checksum of what we received").isEqualTo(Sequence.checksum(SMALL_MESSAGES));
        Eventually.holds("no byte counts as queued any more", () -> pair.peer.queuedBytes() == 0);
        assertThat(inbox.losses()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepPartsAndOrderOfMessagesOfAllSizes(Way way) {
        List<List<byte[]>> messages = new ArrayList<>(List.of(
                List.of(new byte[0]),
                List.of(new byte[0], new byte[0]),
                List.of(new byte[0], bytes(3), new byte[0], bytes(1), new byte[0])));
        for (int size : new int[] {1, 254, 255, 256, 257, 65_535, 65_536, 65_537, 200_000}) {
            messages.add(List.of(bytes(size)));
            messages.add(List.of(bytes(size), new byte[0], bytes(size)));
            messages.add(List.of(bytes(7)));
        }
        Pair pair = pair(way, host(MeshOptions.of("host"), inbox));
        int greetings = inbox.count();

        List<Future<List<byte[]>>> theirs = new ArrayList<>();
        for (List<byte[]> parts : messages) {
            pair.socket.send(parts.toArray(byte[][]::new));
            theirs.add(pair.socket.receive());
            MemorySegment[] segments =
                    parts.stream().map(MemorySegment::ofArray).toArray(MemorySegment[]::new);
            assertThat(pair.peer.send(Message.of(segments))).isEqualTo(Outcome.SENT);
        }

        Eventually.holds("all messages arrived", () -> inbox.count() == greetings + messages.size());
        for (int i = 0; i < messages.size(); i++) {
            assertThat(Eventually.get(theirs.get(i), "they receive message " + i))
                    .as("message %s as they received it", i)
                    .usingElementComparator(Arrays::compare)
                    .containsExactlyElementsOf(messages.get(i));
            assertThat(inbox.messages().get(greetings + i).parts().stream()
                            .map(part -> part.toArray(ValueLayout.JAVA_BYTE))
                            .toList())
                    .as("message %s as we received it", i)
                    .usingElementComparator(Arrays::compare)
                    .containsExactlyElementsOf(messages.get(i));
        }
    }

    @Test
    void shouldReceiveAVeryLargeMessageIntoItsSegment() {
        try (Arena arena = Arena.ofShared()) {
            // Before there is a link: where memory is short it takes seconds, and the link would be silent for as long.
            MemorySegment room = arena.allocate(largeBytes());
            CompletableFuture<MemorySegment> landed = new CompletableFuture<>();
            AtomicInteger abandoned = new AtomicInteger();
            Receiver receiver = new Receiver() {
                @Override
                public void received(Peer from, Incoming message) {
                    if (message.isLanded(0)) {
                        landed.complete(message.segment(0));
                    } else {
                        inbox.received(from, message);
                    }
                }

                @Override
                public void connected(Peer peer) {
                    inbox.connected(peer);
                }
            };
            Landing landing = new Landing() {
                @Override
                public MemorySegment land(dev.mosaic.mesh.Identity from, long sizeBytes) {
                    return room.asSlice(0, sizeBytes);
                }

                @Override
                public void abandoned(MemorySegment segment) {
                    abandoned.incrementAndGet();
                }
            };
            Host host = host(MeshOptions.of("host").withLanding(landing), receiver);
            Pair pair = pair(Way.THEIR_DEALER_DIALS, host);

            Future<Long> sent = pair.socket.sendLarge(largeBytes());
            MemorySegment segment = Eventually.get(landed, "the large message lands");

            assertThat(segment.byteSize()).isEqualTo(largeBytes());
            assertThat(Sequence.checksum(segment)).isEqualTo(Eventually.get(sent, "they sent it"));
            assertThat(abandoned).hasValue(0);
            host.mesh.close();
        }
    }

    @Test
    void shouldSendAVeryLargeMessageFromItsSegment() {
        try (Arena arena = Arena.ofShared()) {
            Host host = host(MeshOptions.of("host"), inbox);
            Pair pair = pair(Way.WE_DIAL_THEIR_ROUTER, host);
            MemorySegment segment = Sequence.large(arena, largeBytes());
            AtomicInteger released = new AtomicInteger();

            Future<ForeignSocket.Large> received = pair.socket.receiveLarge();
            assertThat(pair.peer.send(new Message(List.of(segment), released::incrementAndGet)))
                    .isEqualTo(Outcome.SENT);

            assertThat(Eventually.get(received, "they receive the large message"))
                    .isEqualTo(new ForeignSocket.Large(largeBytes(), Sequence.checksum(segment)));
            Eventually.holds("the segment is released", () -> released.get() > 0);
            host.mesh.close();
            assertThat(released).hasValue(1);
        }
    }

    @Test
    void shouldBeServedByTheirRep() {
        ForeignSocket rep = open(Setup.bound(SocketKind.REP, fresh()));
        Peer peer = host(MeshOptions.of("host"), inbox).mesh.peer(THEM, rep.endpoint());

        assertThat(peer.send(Message.of(part(""), part("question")))).isEqualTo(Outcome.SENT);

        assertThat(Eventually.get(rep.receive(), "REP gets the question")).containsExactly(Wire.ascii("question"));
        rep.send(Wire.ascii("answer"));
        Eventually.holds("the answer arrives", () -> inbox.count() == 1);
        assertThat(texts()).containsExactly(List.of("", "answer"));
    }

    @Test
    void shouldServeTheirReq() {
        Host host = host(MeshOptions.of("host"), inbox);
        ForeignSocket req = open(Setup.dialling(SocketKind.REQ, host.endpoint));

        req.send(Wire.ascii("question"));
        Eventually.holds("the question arrives", () -> inbox.count() == 1);
        assertThat(texts()).containsExactly(List.of("", "question"));
        Peer peer = inbox.connected().getFirst();
        assertThat(peer.send(Message.of(part(""), part("answer")))).isEqualTo(Outcome.SENT);

        assertThat(Eventually.get(req.receive(), "REQ gets the answer")).containsExactly(Wire.ascii("answer"));
    }

    @Test
    void shouldNameForeignPeersByTheirIdentityAndTheOthersItself() {
        Host host = host(MeshOptions.of("host"), inbox);
        open(Setup.dialling(SocketKind.DEALER, host.endpoint).named("named"));
        open(Setup.dialling(SocketKind.DEALER, host.endpoint));
        open(Setup.dialling(SocketKind.DEALER, host.endpoint));

        Eventually.holds("three peers are linked", () -> inbox.links() == 3);

        assertThat(inbox.connected().stream().map(Peer::identity))
                .allSatisfy(identity -> assertThat(identity.isMosaic()).isFalse())
                .extracting(identity -> identity.uid())
                .contains("named")
                .filteredOn(uid -> uid.startsWith("peer:"))
                .doesNotHaveDuplicates()
                .hasSize(2);
    }

    @Test
    void shouldTellApartIdentitiesThatAreNoText() {
        Host host = host(MeshOptions.of("host"), inbox);
        byte[][] identities = {Wire.bytes(0xFF), Wire.bytes(0xFE), Wire.filled(255, 0xC3), Wire.filled(254, 0xC3)};
        List<ForeignSocket> sockets = new ArrayList<>();
        for (byte[] identity : identities) {
            sockets.add(open(Setup.dialling(SocketKind.DEALER, host.endpoint).named(identity)));
        }
        Eventually.holds("all are linked", () -> inbox.links() == identities.length);

        for (int i = 0; i < identities.length; i++) {
            assertThat(inbox.connected().get(i).send(text("for " + i))).isEqualTo(Outcome.SENT);
        }

        assertThat(sockets.stream()
                        .map(socket -> new String(
                                Eventually.get(socket.receive(), "each gets a message")
                                        .getFirst(),
                                StandardCharsets.ISO_8859_1)))
                .containsExactlyInAnyOrder("for 0", "for 1", "for 2", "for 3");
        assertThat(inbox.losses()).isEmpty();
        assertThat(host.mesh.peers()).hasSize(identities.length);
    }

    @Test
    void shouldKeepTheOrderOfAllSizesThatWereSentBeforeTheyListen() {
        Endpoint endpoint = fresh();
        Peer peer = host(MeshOptions.of("host"), inbox).mesh.peer(THEM, endpoint);
        int[] sizes = {1, 200_000, 2, 70_000, 3, 65_536, 4};
        for (int size : sizes) {
            assertThat(peer.send(Message.of(MemorySegment.ofArray(bytes(size)))))
                    .isEqualTo(Outcome.SENT);
        }

        ForeignSocket router = open(Setup.bound(SocketKind.ROUTER, endpoint));

        for (int size : sizes) {
            assertThat(Eventually.get(router.receive(), "they get the message of " + size + " bytes"))
                    .containsExactly(bytes(size));
        }
    }

    @Test
    void shouldAnswerTheirHeartbeats() throws Exception {
        Host host = host(MeshOptions.of("host"), inbox);
        Tap tap = keep(Tap.between(fresh(), host.endpoint));
        open(Setup.dialling(SocketKind.DEALER, tap.endpoint()).beating(50, 2_000));

        Eventually.holds("ten heartbeats are answered", () -> tap.dialler.pings() >= 10 && tap.listening.pongs() >= 10);

        assertThat(inbox.losses()).isEmpty();
        assertThat(inbox.links()).isEqualTo(1);
    }

    @Test
    void shouldLinkAgainWhenTheirSocketListensAgain() {
        Host host = host(MeshOptions.of("host"), inbox);
        ForeignSocket first = open(Setup.bound(SocketKind.ROUTER, fresh()));
        Peer peer = host.mesh.peer(THEM, first.endpoint());
        assertThat(peer.send(text("one"))).isEqualTo(Outcome.SENT);
        assertThat(Eventually.get(first.receive(), "the first socket gets one")).containsExactly(Wire.ascii("one"));

        first.close();
        Eventually.holds("the link is lost", () -> inbox.losses().size() == 1);
        ForeignSocket second = open(Setup.bound(SocketKind.ROUTER, first.endpoint()));
        Eventually.holds("a link is up again", () -> inbox.links() == 2);

        assertThat(peer.send(text("two"))).isEqualTo(Outcome.SENT);
        assertThat(Eventually.get(second.receive(), "the second socket gets two"))
                .containsExactly(Wire.ascii("two"));
        second.send(Wire.ascii("back"));
        Eventually.holds("the answer arrives", () -> inbox.count() == 1);
    }

    @Test
    void shouldBeDialledAgainWhenItListensAgain() {
        Host first = host(MeshOptions.of("host"), new Inbox());
        ForeignSocket dealer =
                open(Setup.dialling(SocketKind.DEALER, first.endpoint).named(THEM));
        Eventually.holds("the first mesh is linked", () -> first.mesh.find(THEM).isPresent());

        first.mesh.close();
        Mesh second = keep(SocketMesh.open(MeshOptions.of("host"), inbox));
        second.listen(first.endpoint);
        Eventually.holds("the second mesh is linked", () -> inbox.links() == 1);

        dealer.send(Wire.ascii("there"));
        Future<List<byte[]>> theirs = dealer.receive();
        assertThat(inbox.connected().getFirst().send(text("back"))).isEqualTo(Outcome.SENT);
        assertThat(Eventually.get(theirs, "they get the message")).containsExactly(Wire.ascii("back"));
        Eventually.holds("their message arrives", () -> inbox.count() == 1);
    }

    @ParameterizedTest
    @EnumSource
    void shouldLinkAgainAfterEachCut(Way way) throws Exception {
        Host host = host(MeshOptions.of("host"), inbox);
        Endpoint theirs = fresh();
        Tap tap = keep(Tap.between(fresh(), way.theyBind ? theirs : host.endpoint));
        ForeignSocket socket = way.theyBind
                ? open(Setup.bound(way.kind, theirs))
                : open(Setup.dialling(way.kind, tap.endpoint()).named(THEM));
        if (way.theyBind) {
            assertThat(host.mesh.peer(THEM, tap.endpoint()).send(text("hello"))).isEqualTo(Outcome.SENT);
        }

        for (int cuts = 0; cuts < 3; cuts++) {
            int links = cuts + 1;
            Eventually.holds("link " + links + " is up", () -> inbox.links() == links);
            assertThat(inbox.connected().getLast().send(text("ping " + cuts))).isEqualTo(Outcome.SENT);
            String expected = "ping " + cuts;
            Eventually.holds("they receive " + expected, () -> {
                List<byte[]> parts = Eventually.get(socket.receive(), "they receive " + expected);
                return Arrays.equals(parts.getFirst(), Wire.ascii(expected));
            });
            tap.cut();
        }
        Eventually.holds("all cuts were told", () -> inbox.losses().size() == 3);
    }

    @Test
    void shouldRefuseWhoLacksTheToken() {
        Host host = host(MeshOptions.of("host").withToken("secret"), inbox);
        ForeignSocket dealer =
                open(Setup.dialling(SocketKind.DEALER, host.endpoint).named(THEM));
        dealer.offer(Wire.ascii("let me in"));

        Eventually.holds("the log says why", () -> log.count("no token") > 0);
        dealer.close();
        host.mesh.close();

        assertThat(inbox.links()).isZero();
        assertThat(inbox.count()).isZero();
        log.expect(log.count("no token"), "no token");
    }

    // What the tests stand on.

    record Host(Mesh mesh, Endpoint endpoint, Inbox inbox) {}

    record Pair(Peer peer, ForeignSocket socket) {}

    /** Adds up small messages of one part, and gives the inbox the rest. */
    private record Tallying(Inbox inbox, Sequence.Tally tally) implements Receiver {
        @Override
        public void received(Peer from, Incoming message) {
            if (message.parts() > 1) {
                inbox.received(from, message);
            } else {
                tally.add(message.bytes(0));
            }
        }

        @Override
        public void connected(Peer peer) {
            inbox.connected(peer);
        }

        @Override
        public void disconnected(Peer peer, String reason) {
            inbox.disconnected(peer, reason);
        }

        @Override
        public void writable(Peer peer) {
            inbox.writable(peer);
        }
    }

    /** A mesh that listens. */
    Host host(MeshOptions options, Receiver receiver) {
        Mesh mesh = keep(SocketMesh.open(options, receiver));
        return new Host(mesh, mesh.listen(fresh()), inbox);
    }

    /** Links the mesh with a foreign socket, and proves that messages pass both ways. */
    private Pair pair(Way way, Host host) {
        ForeignSocket socket = open(
                way.theyBind
                        ? Setup.bound(way.kind, fresh())
                        : Setup.dialling(way.kind, host.endpoint).named(THEM));
        Peer peer;
        if (way.theyBind) {
            peer = host.mesh.peer(THEM, socket.endpoint());
        } else {
            Eventually.holds("they are linked", () -> host.mesh.find(THEM).isPresent());
            peer = host.mesh.find(THEM).orElseThrow();
        }
        assertThat(peer.send(Message.of(part("hello"), part("you")))).isEqualTo(Outcome.SENT);
        assertThat(Eventually.get(socket.receive(), "they are greeted")).hasSize(2);
        socket.send(Wire.ascii("hello"), Wire.ascii("too"));
        Eventually.holds("they greet back", () -> inbox.count() == 1);
        assertThat(peer.identity().isMosaic()).as("%s is of Mosaic", peer).isFalse();
        return new Pair(peer, socket);
    }

    ForeignSocket open(Setup setup) {
        return keep(foreign().open(setup));
    }

    /** Closes it after the test, before what was opened earlier. */
    <T extends AutoCloseable> T keep(T resource) {
        open.push(resource);
        return resource;
    }

    private List<List<String>> texts() {
        return inbox.messages().stream()
                .map(message -> message.parts().stream()
                        .map(part -> new String(part.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.ISO_8859_1))
                        .toList())
                .toList();
    }

    private static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * 31 + size);
        }
        return bytes;
    }

    private static MemorySegment part(String text) {
        return MemorySegment.ofArray(Wire.ascii(text));
    }

    static ByteBuffer text(String text) {
        return ByteBuffer.wrap(Wire.ascii(text));
    }
}
