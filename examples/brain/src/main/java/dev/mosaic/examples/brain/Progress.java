package dev.mosaic.examples.brain;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * Shows how far an inversion is, with band, iteration, loss and time left: a bar on a terminal, else a line for each
 * iteration.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Progress implements Consumer<Moment>, AutoCloseable {
    private static final int SCALE = 100;

    private final List<Band> bands;
    private final Consumer<String> lines;
    private final long begun = System.nanoTime();
    private final @Nullable ProgressBar bar;

    /**
     * For those bands.
     *
     * @param terminal whether a bar can be drawn
     * @param lines takes the text where it cannot
     */
    Progress(List<Band> bands, boolean terminal, Consumer<String> lines) {
        this.bands = bands;
        this.lines = lines;
        this.bar = terminal
                ? new ProgressBarBuilder()
                        .setInitialMax(SCALE)
                        .setStyle(ProgressBarStyle.ASCII)
                        .hideEta()
                        .build()
                : null;
    }

    @Override
    public void accept(Moment moment) {
        Duration passed = Duration.ofNanos(System.nanoTime() - begun);
        if (bar == null) {
            lines.accept(text(moment, passed));
        } else {
            // Beside the bar there is room for this much in 80 columns.
            bar.setExtraMessage(text(moment, passed).replace("iteration ", "").replace("  ", " "));
            bar.stepTo(Math.round(moment.done() * SCALE));
        }
    }

    /** The words for a moment, that long after the beginning. */
    String text(Moment moment, Duration passed) {
        Band band = bands.get(moment.band());
        double left = passed.toMillis() / 1e3 * (1 - moment.done()) / moment.done();
        return String.format(
                Locale.ROOT,
                "band %d/%d %.0f kHz  iteration %d/%d  loss %.4f  %.0f s left",
                moment.band() + 1,
                bands.size(),
                band.frequency() / 1e3,
                moment.iteration(),
                band.iterations(),
                moment.loss(),
                left);
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
