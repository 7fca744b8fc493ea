package dev.mosaic.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.serve.Calls.Answered;
import dev.mosaic.testing.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much waits for a tessera that is not there yet. */
class CallsTest {
    private static final Duration LONG = Eventually.PATIENCE;

    /** What the longest body has. */
    private static final String LARGE = "x".repeat(16 << 20);

    /** So many of them are 256 Mi characters. */
    private static final int FIT = 16;

    /** The same text, so that the heap has it once. */
    private final List<Thread> waiting = new ArrayList<>();

    private final Calls calls = new Calls();

    @TempDir
    Path folder;

    private DeclaredTessera tessera;

    @BeforeEach
    void declare() {
        Declaration declared = new Declaration(null, "program.Counter", null, null, null, null, null, null, null);
        tessera = new DeclaredTessera("default", "counter", declared, null, () -> {}); // it is never begun
    }

    @AfterEach
    void end() throws InterruptedException {
        for (Thread each : waiting) {
            each.interrupt();
            each.join();
        }
        calls.close();
    }

    @Test
    void shouldTakeArgumentsOf256MiCharactersAndAnswer429Beyond() throws InterruptedException {
        for (int i = 0; i < FIT; i++) {
            begin(LARGE);
        }

        assertThat(status("1")).as("one character more").isEqualTo(429);
        assertThat(status("")).as("a call without arguments").isEqualTo(503);

        end();
        assertThat(status(LARGE)).as("once those have ended").isEqualTo(503);
    }

    @Test
    void shouldTake512CallsThatWaitAndAnswer429Beyond() throws InterruptedException {
        for (int i = 0; i < 512; i++) {
            begin("");
        }

        assertThat(status("")).isEqualTo(429);
    }

    /** One that waits until it is interrupted. */
    private void begin(String body) {
        waiting.add(Thread.ofVirtual().start(() -> {
            try {
                calls.call(tessera, call(body, LONG.multipliedBy(10)));
            } catch (InterruptedException ended) {
                // That is how it ends.
            }
        }));
        Thread last = waiting.getLast();
        long end = System.nanoTime() + LONG.toNanos();
        while (last.getState() != Thread.State.TIMED_WAITING && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(last.getState()).as("it waits").isEqualTo(Thread.State.TIMED_WAITING);
    }

    /** What one that does not wait is answered. */
    private int status(String body) throws InterruptedException {
        return ((Answered) calls.call(tessera, call(body, Duration.ZERO)))
                .reply()
                .status();
    }

    private static Invocation call(String body, Duration limit) {
        return new Invocation("add", "", false, body, limit);
    }
}
