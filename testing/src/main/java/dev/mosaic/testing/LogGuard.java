package dev.mosaic.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test that logged a warning or an error it did not expect. Registered as a field, {@code @RegisterExtension final
 * LogGuard log = new LogGuard()}, it hears all loggers below {@code dev.mosaic} and keeps their warnings off the console.
 *
 * <p><b>Threading:</b> any thread may log; the test's own thread asks.
 */
public final class LogGuard implements BeforeEachCallback, AfterEachCallback {
    private static final long PATIENCE_NANOS = Eventually.PATIENCE.toNanos();
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Kept, as java.util.logging forgets loggers that nobody holds. */
    private final Logger logger = Logger.getLogger("dev.mosaic");

    /** Texts, not records: a record holds on to what it names. */
    private final List<String> unexpected = new ArrayList<>();

    private final Handler ear = new Handler() {
        @Override
        public void publish(LogRecord line) {
            if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
                synchronized (unexpected) {
                    unexpected.add(describe(line));
                }
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @Override
    public void beforeEach(ExtensionContext context) {
        logger.addHandler(ear);
        logger.setUseParentHandlers(false);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        logger.removeHandler(ear);
        logger.setUseParentHandlers(true);
        synchronized (unexpected) {
            List<String> logged = List.copyOf(unexpected);
            unexpected.clear(); // the next test has not logged them
            assertThat(logged)
                    .as("warnings and errors that were logged and not expected")
                    .isEmpty();
        }
    }

    /** How many warnings and errors with this text have been logged and not been expected yet. */
    public int count(String text) {
        synchronized (unexpected) {
            return (int) unexpected.stream().filter(line -> line.contains(text)).count();
        }
    }

    /**
     * Takes the warnings and errors with this text as expected. Fails where their number is another. Other threads may still be
     * about to log them.
     */
    public void expect(int lines, String text) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (count(text) < lines && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        synchronized (unexpected) {
            assertThat(unexpected.stream().filter(line -> line.contains(text)))
                    .as("warnings and errors logged with \"%s\"", text)
                    .hasSize(lines);
            unexpected.removeIf(line -> line.contains(text));
        }
    }

    private static String describe(LogRecord line) {
        return line.getLevel() + " " + new SimpleFormatter().formatMessage(line)
                + (line.getThrown() == null ? "" : " " + line.getThrown());
    }
}
