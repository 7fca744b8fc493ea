package dev.mosaic.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a tunnel into a real pod carries, and what becomes of it when the pod goes. */
@Timeout(180)
class TunnelTest {
    private static final int LARGE_BYTES = 10_000_000;
    private static final long MOST_ON_THEIR_WAY = 200_000_000;
    private static final int CHUNK_BYTES = 64 << 10;
    private static final Duration DIAL = Duration.ofSeconds(10);

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @RegisterExtension
    final Kubeconfig kubeconfig = new Kubeconfig();

    private static Pods pods;
    private Api api;
    private Tunnel tunnel;

    @BeforeAll
    static void begin() throws IOException {
        pods = new Pods("tunnel").echo("echo");
    }

    @AfterAll
    static void end() {
        if (pods != null) {
            pods.close();
        }
    }

    @BeforeEach
    void open() throws IOException {
        api = Api.open(Optional.empty());
        KubernetesCluster cluster =
                new KubernetesCluster(api, new ClusterAddress(Optional.of(pods.namespace()), "demo", Optional.empty()));
        tunnel = Tunnel.open(() -> cluster.dial(DIAL));
    }

    @AfterEach
    void close() {
        tunnel.close();
        api.close();
    }

    @Test
    void shouldCarryLargeDataBothWays() throws Exception {
        measure("up", LARGE_BYTES, 0);
        measure("down", 0, LARGE_BYTES);
        measure("both ways", LARGE_BYTES, LARGE_BYTES);
    }

    @Test
    void shouldCarryManyConnectionsAtOnce() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Boolean>> all = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                int bytes = 1_000 * i;
                all.add(() -> {
                    exchange(bytes, bytes);
                    return true;
                });
            }
            for (Future<Boolean> each : threads.invokeAll(all)) {
                assertThat(each.get()).isTrue();
            }
        }
    }

    /** As the client of Kubernetes, which is closed while somebody dials. */
    @Test
    void shouldEndAConnectionWhoseWayThrowsWhateverItThrows() throws Exception {
        AtomicReference<Throwable> uncaught = new AtomicReference<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> uncaught.set(thrown));
        try (Tunnel closed = Tunnel.open(() -> {
                    throw new IllegalStateException("Client already closed");
                });
                Socket client = new Socket(InetAddress.getLoopbackAddress(), closed.port())) {
            assertThat(client.getInputStream().read()).isEqualTo(-1);
            assertThat(uncaught).hasNullValue();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void shouldHoldBackWhoSendsMoreThanIsRead() throws Exception {
        try (SocketChannel client =
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), tunnel.port()))) {
            client.write(ByteBuffer.allocate(16).putLong(-1).putLong(0).flip());
            client.configureBlocking(false);
            ByteBuffer zeros = ByteBuffer.allocate(1 << 20);
            long sent = 0;
            long idleSince = System.nanoTime();
            while (System.nanoTime() - idleSince < 2_000_000_000L && sent < MOST_ON_THEIR_WAY) {
                int taken = client.write(zeros.clear());
                if (taken > 0) {
                    sent += taken;
                    idleSince = System.nanoTime();
                } else {
                    LockSupport.parkNanos(1_000_000);
                }
            }
            System.out.printf("tunnel took %.1f MB that nobody reads%n", sent / 1e6);
            assertThat(sent).as("bytes on their way").isLessThan(MOST_ON_THEIR_WAY);
        }
    }

    @Test
    void shouldEndConnectionsThatTheOtherSideEnds() throws Exception {
        try (Socket client = connect()) {
            client.getOutputStream().write(header(0, 10));
            InputStream in = client.getInputStream();
            assertThat(in.readNBytes(18)).hasSize(18);
            assertThat(in.read()).as("the end").isEqualTo(-1);
        }
    }

    @Test
    void shouldLeadToThePodThatTookOver() throws Exception {
        Socket before = connect();
        before.getOutputStream().write(header(10, 10));
        assertThat(before.getInputStream().readNBytes(10)).hasSize(10);

        pods.kill("echo");

        try (before) {
            assertThat(before.getInputStream().read()).as("the end").isEqualTo(-1);
        }
        assertThatThrownBy(() -> exchange(1, 1)).isInstanceOf(IOException.class);
        pods.echo("echo-2");
        Eventually.holds("the next pod answers", Duration.ofSeconds(20), () -> {
            try {
                exchange(1_000, 1_000);
                return true;
            } catch (IOException | InterruptedException notYet) {
                return false;
            }
        });
        pods.kill("echo-2").echo("echo");
    }

    @Test
    void shouldEndAllWithItself() throws Exception {
        try (Socket client = connect()) {
            client.getOutputStream().write(header(10, 10));
            assertThat(client.getInputStream().readNBytes(10)).hasSize(10);
            tunnel.close();
            assertThat(client.getInputStream().read()).as("the end").isEqualTo(-1);
        }
        assertThatThrownBy(this::connect).isInstanceOf(IOException.class);
    }

    private void measure(String what, int up, int down) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        exchange(up, down);
        double seconds = (System.nanoTime() - begun) / 1e9;
        System.out.printf("tunnel %s: %.2f s, %.0f MB/s%n", what, seconds, ((double) up + down) / 1e6 / seconds);
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), tunnel.port());
    }

    private static byte[] header(long up, long down) {
        return ByteBuffer.allocate(16).putLong(up).putLong(down).array();
    }

    /** Sends and receives at once, and compares what came at either end. */
    private void exchange(int up, int down) throws IOException, InterruptedException {
        try (Socket client = connect()) {
            client.setTcpNoDelay(true);
            client.getOutputStream().write(header(up, down));
            CRC32 sent = new CRC32();
            Thread sender = Thread.ofVirtual().start(() -> send(client, up, sent));
            DataInputStream in = new DataInputStream(client.getInputStream());
            byte[] chunk = new byte[CHUNK_BYTES];
            for (int left = down; left > 0; ) {
                int expected = Math.min(left, CHUNK_BYTES);
                in.readFully(chunk, 0, expected);
                for (int i = 0; i < expected; i++) {
                    if (chunk[i] != (byte) (i * 31 + (i >> 8))) {
                        throw new EOFException("other bytes at " + (down - left + i));
                    }
                }
                left -= expected;
            }
            sender.join();
            assertThat(in.readLong()).as("checksum").isEqualTo(sent.getValue());
        }
    }

    private static void send(Socket client, int count, CRC32 sum) {
        byte[] chunk = new byte[CHUNK_BYTES];
        new Random(count).nextBytes(chunk);
        try {
            DataOutputStream out = new DataOutputStream(client.getOutputStream());
            for (int left = count; left > 0; left -= CHUNK_BYTES) {
                int now = Math.min(left, CHUNK_BYTES);
                sum.update(chunk, 0, now);
                out.write(chunk, 0, now);
            }
        } catch (IOException e) {
            System.err.println("not all was sent: " + e);
        }
    }
}
