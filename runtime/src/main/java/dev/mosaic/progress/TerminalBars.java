package dev.mosaic.progress;

import dev.mosaic.unit.Bars;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.function.IntSupplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Bars in the last line of a terminal, by the library progressbar. Its own look at the terminal is not used: that starts native code.
 *
 * <p><b>Threading:</b> any thread; bars that are shown at once share the line. <b>Cost:</b> one thread for all bars, once there is one.
 */
public final class TerminalBars implements Bars {
    private static final int REDRAW_MILLIS = 100;

    private final PrintStream out;
    private final IntSupplier columns;

    /**
     * On that stream.
     *
     * @param columns how wide it is, asked for each bar; 0 where nothing is to be drawn
     */
    public TerminalBars(PrintStream out, IntSupplier columns) {
        this.out = out;
        this.columns = columns;
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
        return width == 0 ? Bars.super.bar(name, count) : new Drawn(name, count, width);
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
