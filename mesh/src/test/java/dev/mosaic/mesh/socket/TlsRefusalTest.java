package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Inbox;
import dev.mosaic.mesh.Keys;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshException;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.tls.KeyFolder;
import dev.mosaic.mesh.tls.TestAuthority;
import dev.mosaic.mesh.tls.TestAuthority.Leaf;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Units that cannot have a secure link: each side says why in one line, and the one that dials gives up. S7.5. */
class TlsRefusalTest extends HostFixture {
    private static final String WANTED = "host";

    @TempDir
    Path folder;

    private final TestAuthority authority = new TestAuthority("cluster");

    private Keys keys(String unit) {
        TestAuthority of = unit.equals("stranger") ? new TestAuthority("cluster") : authority;
        return KeyFolder.open(of.write(folder.resolve(unit), Leaf.GOOD));
    }

    private MeshOptions dialler() {
        return MeshOptions.of("dialler").withTiming(TlsPeers.QUICK);
    }

    @ParameterizedTest(name = "the dialler has {0} keys, the host {1}")
    @CsvSource({
        "strange, right, its certificate is not from this cluster's authority, it does not accept this unit's certificate",
        "no, right, it speaks TLS and this unit has no keys, it speaks ZeroMQ without TLS",
        "right, no, it speaks ZeroMQ without TLS, it speaks TLS and this unit has no keys"
    })
    void shouldSayWhyOnceOnEachSideAndGiveUp(String dials, String listens, String told, String tells)
            throws IOException {
        hostAlone(listens.equals("right") ? options().withKeys(keys("host")) : options());
        MeshOptions options = dials.equals("no")
                ? dialler()
                : dialler().withKeys(keys(dials.equals("right") ? "dialler" : "stranger"));
        Inbox here = new Inbox();
        Mesh mesh = keep(SocketMesh.open(options, here));
        Peer peer = mesh.peer(WANTED, endpoint);
        AtomicInteger released = new AtomicInteger();
        // On a busy machine it may be refused before this is sent; then it is not taken.
        Outcome taken =
                peer.send(new Message(List.of(MemorySegment.ofArray(new byte[100_000])), released::incrementAndGet));

        Eventually.holds("it is given up", () -> peer.state() == Peer.State.GONE);

        assertThat(taken).isNotEqualTo(Outcome.BACK_PRESSURED);
        Eventually.holds(
                "the message is released, if it was taken", () -> released.get() == (taken == Outcome.SENT ? 1 : 0));
        assertThat(peer.send(text("anybody?"))).isEqualTo(Outcome.GONE);
        assertThat(inbox.links()).isZero();
        Eventually.holds("it is told", () -> !here.losses().isEmpty());
        assertThat(here.losses()).extracting(Inbox.Loss::state).containsExactly(Peer.State.GONE);
        Eventually.holds("both say so", () -> log.count("refused connection") == 2);
        assertThat(log.count(told.replace("TLS and", "TLS, and"))).isEqualTo(1);
        assertThat(log.count(tells.replace("TLS and", "TLS, and"))).isEqualTo(1);
        assertThat(log.count("dialler refused connection with " + endpoint)).isEqualTo(1);
        log.expect(2, "refused connection");
    }

    @Test
    void shouldLinkOnceTheKeysAreRight() throws IOException {
        hostAlone(options().withTiming(TlsPeers.QUICK).withKeys(keys("host")));
        Mesh wrong = keep(SocketMesh.open(dialler().withKeys(keys("stranger")), new Inbox()));
        Peer refused = wrong.peer(WANTED, endpoint);
        refused.send(text("hello"));
        Eventually.holds("it is given up", () -> refused.state() == Peer.State.GONE);
        log.expect(2, "refused connection");

        Mesh right = keep(SocketMesh.open(dialler().withKeys(keys("dialler")), new Inbox()));
        right.peer(WANTED, endpoint).send(text("hello"));

        Eventually.holds("it is heard", () -> heardFrom("dialler").contains("hello"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"peer", "mesh"})
    void shouldSayGoodbyeOnBothLanes(String closes) throws IOException {
        hostAlone(options().withTiming(TlsPeers.QUICK).withKeys(keys("host")));
        Mesh mesh = keep(SocketMesh.open(dialler().withKeys(keys("dialler")), new Inbox()));
        Peer peer = mesh.peer(WANTED, endpoint);
        peer.send(text("hello"));
        Eventually.holds("it is linked", () -> peer.state() == Peer.State.UP);
        peer.send(Message.of(MemorySegment.ofArray(new byte[100_000])));
        Eventually.holds("both are there", () -> inbox.count() == 2);

        if (closes.equals("peer")) {
            peer.close();
        } else {
            mesh.close();
        }

        assertThat(loss("dialler")).isEqualTo("closed by the peer");
    }

    @Test
    void shouldTakeNewKeysForNewLinksAndKeepLinksThatAreUp() throws IOException {
        Keys old = keys("dialler");
        hostAlone(options().withTiming(TlsPeers.QUICK).withKeys(keys("host")));
        Mesh before = keep(SocketMesh.open(dialler().withKeys(old), new Inbox()));
        Peer up = before.peer(WANTED, endpoint);
        up.send(text("before"));
        Eventually.holds("it is linked", () -> heardFrom("dialler").contains("before"));

        TestAuthority next = new TestAuthority("next");
        next.write(folder.resolve("host"), Leaf.GOOD);
        MeshOptions late = MeshOptions.of("late")
                .withTiming(TlsPeers.QUICK)
                .withKeys(KeyFolder.open(next.write(folder.resolve("late"), Leaf.GOOD)));
        Eventually.isSoWithin(Duration.ofMillis(2_100), () -> false); // the host looks at its files every 2 s
        Mesh after = keep(SocketMesh.open(late, new Inbox()));
        after.peer(WANTED, endpoint).send(text("with new keys"));

        Eventually.holds("it is linked", () -> heardFrom("late").contains("with new keys"));
        up.send(text("still there"));
        Eventually.holds("the old link lives", () -> heardFrom("dialler").contains("still there"));
        assertThat(inbox.losses()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tcp://0.0.0.0:0",
                "tcp://*:0",
                "tcp://[::]:0",
                "tcp://10.1.2.3:7600",
                "tcp://[2001:db8::1]:7600",
                "tcp://169.254.0.1:7600",
                "tcp://gateway.example:7600"
            })
    void shouldNeitherListenNorDialBeyondTheLoopbackWithoutKeys(String address) {
        Endpoint beyond = Endpoint.parse(address);
        Mesh mesh = keep(SocketMesh.open(options(), inbox));

        assertThatThrownBy(() -> mesh.listen(beyond)).satisfies(this::namesTheRemedy);
        assertThatThrownBy(() -> mesh.peer("far", beyond)).satisfies(this::namesTheRemedy);
        assertThat(mesh.peers()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://127.0.0.1:0", "tcp://127.1.2.3:0", "tcp://localhost:0", "tcp://[::1]:0"})
    void shouldStayOnTheLoopbackWithoutKeys(String address) {
        Mesh mesh = keep(SocketMesh.open(options(), inbox));
        Endpoint here = Endpoint.parse(address);

        assertThatCode(() -> mesh.peer("near", here)).doesNotThrowAnyException();
    }

    @Test
    void shouldListenAnywhereWithKeys() throws IOException {
        Mesh mesh = keep(SocketMesh.open(options().withKeys(keys("host")), inbox));
        Endpoint.Tcp everywhere = (Endpoint.Tcp) mesh.listen(Endpoint.parse("tcp://0.0.0.0:0"));
        RawPeer stranger = keep(RawPeer.dial(new Endpoint.Tcp("127.0.0.1", everywhere.port())));

        stranger.send(Wire.greeting());
        stranger.readToEnd();

        log.expect(1, "it speaks ZeroMQ without TLS");
    }

    private void namesTheRemedy(Throwable thrown) {
        assertThat(thrown)
                .isInstanceOfSatisfying(
                        MeshException.class,
                        refused -> assertThat(refused.code()).isEqualTo(MeshException.Code.KEYS_MISSING))
                .hasMessageContaining("MOSAIC-MESH-006")
                .hasMessageContaining("mosaic keys");
    }
}
