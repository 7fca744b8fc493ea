package dev.mosaic.progress;

import dev.mosaic.unit.Bars;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Bars in the last line of a terminal, by the library progressbar; in a file or a pipe a line now and then. The library's own look at the terminal
 * is not used: that starts native code.
 *
 * <p><b>Threading:</b> any thread; bars that are shown at once share the line. <b>Cost:</b> one thread for all bars, once there is one; a virtual thread
 * for each that is printed as lines.
 */
public final class TerminalBars implements Bars {
    private static final int REDRAW_MILLIS = 100;

    private static final Duration FIRST_LINE = Duration.ofSeconds(10);
    private static final Duration LAST_PAUSE = Duration.ofSeconds(60);

    private final PrintStream out;
    private final IntSupplier columns;
    private final Duration firstLine;

    /**
     * Bars on this stream.
     *
     * @param columns its width, asked for each bar; {@link StandardError#LINES} for lines, 0 for nothing
     */
    public TerminalBars(PrintStream out, IntSupplier columns) {
        this(out, columns, FIRST_LINE);
    }

    TerminalBars(PrintStream out, IntSupplier columns, Duration firstLine) {
        this.out = out;
        this.columns = columns;
        this.firstLine = firstLine;
    }

    /** On standard error of this process, also where {@link System#err} is another stream. */
    public static TerminalBars ofProcess() {
        return new TerminalBars(
                new PrintStream(new FileOutputStream(FileDescriptor.err), false, System.err.charset()),
                () -> StandardError.columns(System.getenv(), StandardError::ask));
    }

    @Override
    public Bar bar(String name, long count) {
        int width = count == 0 ? 0 : columns.getAsInt();
        return switch (width) {
            case 0 -> Bars.super.bar(name, count);
            case StandardError.LINES -> new Printed(name, count);
            default -> new Drawn(name, count, width);
        };
    }

    /** A line after 10 s, and then with longer pauses, up to a minute; and one at the end, if there was one before. */
    private final class Printed implements Bar {
        private final String name;
        private final long count;
        private final long begun = System.nanoTime();
        private final CountDownLatch closed = new CountDownLatch(1);
        private volatile long ended;
        private volatile long failed;
        private volatile boolean isPrinted;

        Printed(String name, long count) {
            this.name = name;
            this.count = count;
            var _ = Thread.ofVirtual().start(this::print);
        }

        private void print() {
            try {
                long pause = firstLine.toMillis();
                while (!closed.await(pause, TimeUnit.MILLISECONDS)) {
                    isPrinted = true;
                    line();
                    pause = Math.min(2 * pause, LAST_PAUSE.toMillis());
                }
            } catch (InterruptedException ends) {
                Thread.currentThread().interrupt();
            }
        }

        private void line() {
            long now = ended;
            Duration since = Duration.ofNanos(System.nanoTime() - begun);
            String left = now == 0 || now == count
                    ? ""
                    : ", about " + clock(since.multipliedBy(count - now).dividedBy(now)) + " left";
            out.println(name + " " + 100 * now / count + "% " + now + "/" + count + ", " + clock(since) + left
                    + (failed == 0 ? "" : ", " + failed + " failed"));
            out.flush();
        }

        private static String clock(Duration time) {
            return String.format(
                    Locale.ROOT, "%d:%02d:%02d", time.toHours(), time.toMinutesPart(), time.toSecondsPart());
        }

        @Override
        public void ended(long all, long ofThemFailed) {
            ended = all;
            failed = ofThemFailed;
        }

        @Override
        public void close() {
            closed.countDown();
            if (isPrinted) {
                line();
            }
        }
    }

    private final class Drawn implements Bar {
        private final ProgressBar bar;

        Drawn(String name, long count, int width) {
            bar = new ProgressBarBuilder()
                    .setTaskName(name)
                    .setInitialMax(count)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUpdateIntervalMillis(REDRAW_MILLIS)
                    .continuousUpdate()
                    // Some terminals begin a new line when the last column is written.
                    .setConsumer(new ConsoleProgressBarConsumer(out, width - 1) {
                        @Override
                        public void close() {} // not called for a bar that is closed before it was first drawn
                    })
                    .build();
        }

        @Override
        public void ended(long ended, long failed) {
            if (failed > 0) {
                bar.setExtraMessage(failed + " failed");
            }
            bar.stepTo(ended);
        }

        /** The library waits for its thread, and prints a stack trace where the caller is interrupted. */
        @Override
        public void close() {
            boolean wasInterrupted = Thread.interrupted();
            bar.close();
            out.println();
            out.flush();
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
