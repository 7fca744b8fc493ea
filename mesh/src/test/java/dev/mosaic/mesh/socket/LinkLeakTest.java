package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links come and go, in every way they can: nothing stays. */
class LinkLeakTest extends HostFixture {
    /** How many connections, after a twentieth of them to warm up. */
    int connects() {
        return 10_000;
    }

    /** What a process can run out of. */
    private record Usage(int threads, long files, long directBytes) {
        static Usage now() {
            System.gc();
            try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
                return new Usage(
                        ManagementFactory.getThreadMXBean().getThreadCount(),
                        files.count(),
                        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                                .filter(pool -> pool.getName().equals("direct"))
                                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                                .sum());
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }

        boolean isWithin(Usage other) {
            return threads <= other.threads && files <= other.files && directBytes <= other.directBytes;
        }
    }

    @Test
    void shouldLeaveNothingBehindOfConnectionsThatCameAndWent() throws IOException {
        host(options());
        int warmUp = connects() / 20;
        connect(warmUp);
        Eventually.holds("only the neighbour is left", () -> host.peers().size() == 1);
        Usage before = Usage.now();

        connect(connects());

        Eventually.holds("only the neighbour is left", () -> host.peers().size() == 1);
        neighbour.proveUndisturbed();
        boolean back =
                Eventually.isSoWithin(Duration.ofSeconds(10), () -> Usage.now().isWithin(before));
        assertThat(back).as("before %s, now %s", before, Usage.now()).isTrue();
        assertThat(log.count("receiver failed")).isZero();
        // A minute's lines at most, however many come.
        log.expect(Math.min((warmUp + connects()) / 5 * 2, 100), "tcp://127.0.0.1:");
    }

    private void connect(int times) throws IOException {
        for (int i = 0; i < times; i++) {
            switch (i % 5) {
                case 0 -> {
                    RawPeer clean = shakeHands("");
                    clean.send(Wire.message("hello"));
                    clean.close();
                }
                case 1 -> {
                    RawPeer abrupt = shakeHands("abrupt" + i);
                    abrupt.send(Wire.header(0, 100_000), Wire.filled(10_000, 1));
                    abrupt.reset();
                }
                case 2 -> {
                    RawPeer undecided = dialRaw();
                    undecided.send(Wire.greeting());
                    undecided.reset();
                }
                case 3 -> {
                    RawPeer garbage = dialRaw();
                    garbage.send(Wire.ascii("garbage"));
                    garbage.readToEnd();
                    garbage.close();
                }
                default -> {
                    RawPeer hostile = shakeHands("");
                    hostile.send(Wire.header(0, -1));
                    hostile.readToEnd();
                    hostile.close();
                }
            }
        }
    }
}
