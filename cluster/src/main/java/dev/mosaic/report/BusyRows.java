package dev.mosaic.report;

import dev.mosaic.headapi.TasksPage;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How busy workers were over time, as a picture: a row for each, the darker the more of the time a call ran in it.
 *
 * <p>Time is cut into {@value #BINS} pieces. Where several calls run at once, a piece is full as where one does.
 */
final class BusyRows {
    static final int BINS = 240;
    private static final double MICROS = 1e6;
    private static final int WIDTH = 960;
    private static final int HEIGHT = 16;
    private static final int LABEL_WIDTH = 110;

    private record Span(long start, long end) {}

    private record Row(String unit, List<Span> spans) {}

    private final List<Row> rows = new ArrayList<>();
    private long begin = Long.MAX_VALUE;
    private long end = Long.MIN_VALUE;

    void add(String unit, List<TasksPage.TaskState> tasks) {
        List<Span> spans = new ArrayList<>();
        for (TasksPage.TaskState task : tasks) {
            if (!task.startedAt().isEmpty()) {
                long start = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(task.startedAt()));
                Span span = new Span(start, start + Math.max(1, Math.round(task.seconds() * MICROS)));
                spans.add(span);
                begin = Math.min(begin, span.start);
                end = Math.max(end, span.end);
            }
        }
        rows.add(new Row(unit, spans));
    }

    /** Between the first begin and the last end; 0 where nothing ran. */
    double seconds() {
        return begin > end ? 0 : (end - begin) / MICROS;
    }

    /** The share of each piece of time in which a call ran. */
    private double[] shares(Row row) {
        double piece = (end - begin) / (double) BINS;
        double[] shares = new double[BINS];
        for (Span span : row.spans) {
            int first = bin(span.start, piece);
            int last = bin(span.end, piece);
            for (int i = first; i <= last; i++) {
                double from = Math.max((double) span.start, begin + i * piece);
                double to = Math.min((double) span.end, begin + (i + 1) * piece);
                shares[i] = Math.min(1, shares[i] + Math.max(0, to - from) / piece);
            }
        }
        return shares;
    }

    private int bin(long micros, double piece) {
        return Math.min(BINS - 1, (int) ((micros - begin) / piece));
    }

    /** As SVG; empty where nothing ran. */
    String svg() {
        if (begin > end) {
            return "";
        }
        double width = (WIDTH - LABEL_WIDTH) / (double) BINS;
        StringBuilder svg = new StringBuilder("<svg viewBox=\"0 0 " + WIDTH + " " + rows.size() * HEIGHT + "\">\n");
        for (int i = 0; i < rows.size(); i++) {
            double[] shares = shares(rows.get(i));
            svg.append("<text x=0 y=").append(i * HEIGHT + HEIGHT - 4).append('>');
            svg.append(Html.escaped(rows.get(i).unit)).append("</text>\n");
            for (int bin = 0; bin < BINS; bin++) {
                if (shares[bin] > 0) {
                    svg.append(String.format(
                            Locale.ROOT,
                            "<rect x=%.1f y=%d width=%.1f height=%d fill-opacity=%.2f />%n",
                            LABEL_WIDTH + bin * width,
                            i * HEIGHT + 1,
                            width,
                            HEIGHT - 2,
                            Math.max(0.05, shares[bin])));
                }
            }
        }
        return svg.append("</svg>\n").toString();
    }
}
