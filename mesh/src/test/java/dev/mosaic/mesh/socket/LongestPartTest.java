package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Inbox;
import dev.mosaic.mesh.Incoming;
import dev.mosaic.mesh.Landing;
import dev.mosaic.mesh.Limits;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The longest part that there may be, 2 GiB less 9 bytes, over a real socket. It takes 4 GiB of disk and of the system's cache, and too long
 * for every day: it runs with {@code -Dmosaic.large=true}.
 */
@EnabledIfSystemProperty(named = "mosaic.large", matches = "true")
class LongestPartTest {
    private static final Duration LONG = Duration.ofMinutes(8);

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path folder;

    /** Told of what came, and that nothing was lost. */
    private static final class Heir implements Receiver {
        final AtomicReference<MemorySegment> came = new AtomicReference<>();
        final AtomicInteger losses = new AtomicInteger();

        @Override
        public void received(Peer from, Incoming message) {
            came.set(message.segment(1));
        }

        @Override
        public void connected(Peer peer) {}

        @Override
        public void disconnected(Peer peer, String reason) {
            losses.incrementAndGet();
        }

        @Override
        public void writable(Peer peer) {}
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "unix", "tls"})
    void shouldCarryTheLongestPartThereMayBe(String over) throws IOException {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment sent = mapped(arena, "sent");
            long size = sent.byteSize();
            assertThat(size).isEqualTo(Limits.DEFAULT.maxPartBytes()).isEqualTo(2_147_483_639L);
            for (long at = 0; at < size; at += 4_093) {
                sent.set(ValueLayout.JAVA_BYTE, at, (byte) (at * 31 + (at >> 20)));
            }
            MemorySegment room = mapped(arena, "landed");
            Landing landing = (Identity from, long sizeBytes) -> sizeBytes == size ? room : null;
            Heir heir = new Heir();
            AtomicInteger released = new AtomicInteger();
            MeshOptions keys = over.equals("tls")
                    ? MeshOptions.of("host").withKeys(new TlsPeers(folder).keys)
                    : MeshOptions.of("host");
            try (Mesh host = SocketMesh.open(keys.withLanding(landing), heir);
                    Mesh sender = SocketMesh.open(
                            keys.withIdentity(new Identity("sender", 1, MeshOptions.PROTOCOL)), new Inbox())) {
                Endpoint listening = host.listen(
                        over.equals("unix") ? new Endpoint.Unix(folder.resolve("s")) : HostFixture.LOOPBACK);
                Peer peer = sender.peer("host", listening);

                Outcome outcome = peer.send(
                        new Message(List.of(MemorySegment.ofArray(new byte[] {1}), sent), released::incrementAndGet));

                assertThat(outcome).isEqualTo(Outcome.SENT);
                assertThat(Eventually.isSoWithin(LONG, () -> heir.came.get() != null || heir.losses.get() > 0))
                        .isTrue();
                assertThat(heir.losses).as("links that were lost").hasValue(0);
                assertThat(heir.came.get().byteSize()).isEqualTo(size);
                assertThat(sent.mismatch(room))
                        .as("the first byte that differs")
                        .isEqualTo(-1);
                Eventually.holds("it is released", () -> released.get() == 1);
            }
        }
    }

    /** Memory outside of the heap that the system can put away. */
    private MemorySegment mapped(Arena arena, String name) {
        try (FileChannel channel = FileChannel.open(
                folder.resolve(name),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, Limits.DEFAULT.maxPartBytes(), arena);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
