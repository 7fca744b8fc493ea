package dev.mosaic.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A process that has no descriptors left. S7.5. */
class AcceptingTest {
    private static final Duration LONG = Eventually.PATIENCE;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @Test
    void shouldPauseWhereItCannotAcceptSaySoOnceAndGoOn_S7_5() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        AtomicInteger taken = new AtomicInteger();
        AtomicInteger roomAsked = new AtomicInteger();
        long begun = System.nanoTime();
        AtomicInteger failures = new AtomicInteger(5);
        Accepting accepting = new Accepting(
                () -> {
                    tries.incrementAndGet();
                    if (failures.decrementAndGet() >= 0) {
                        if (failures.get() == 2) {
                            throw new OutOfMemoryError("Too many open files: no memory for what says so");
                        }
                        throw new IOException("Too many open files");
                    }
                    return SocketChannel.open();
                },
                client -> {
                    taken.incrementAndGet();
                    try {
                        client.close();
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                    failures.set(1_000_000);
                },
                roomAsked::incrementAndGet);
        Thread runs = Thread.ofVirtual().start(accepting::run);

        Eventually.holds("it accepts again", LONG, () -> taken.get() > 0);
        accepting.close();
        runs.join();

        long pauses = Duration.ofNanos(System.nanoTime() - begun).toMillis() / 200;
        assertThat(tries.get()).as("not a loop without a pause").isLessThanOrEqualTo((int) pauses + 3);
        assertThat(roomAsked.get()).isGreaterThanOrEqualTo(5);
        assertThat(log.count("Too many open files")).isBetween(1, 2);
        log.expect(log.count("Too many open files"), "Too many open files");
    }
}
