package dev.mosaic.parallel;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A graph as SVG: what needs nothing is at the top, each node below all that it needs. In a row, a node stands near what it is joined to (the mean of
 * the places of its neighbours, some times down and up, as Sugiyama, Tagawa and Toda, 1981).
 */
final class GraphPicture {
    private static final int SWEEPS = 4;
    private static final int CHARACTER = 7;
    private static final int PADDING = 16;
    private static final int HEIGHT = 28;
    private static final int ROW = 76;
    private static final int GAP = 14;
    private static final int MOST_CHARACTERS = 28;
    private static final double SECOND_LINE = 12;
    private static final double MILLIS = 1e3;

    private static final String STYLE = """
            <style>
            .box { fill: #f3f4f6; stroke: #6b7280; } .out { stroke: #1d4ed8; stroke-width: 2.5; }
            .heat { fill: #1d4ed8; } .edge { fill: none; stroke: #9ca3af; } text { font: 12px sans-serif; fill: #111827; text-anchor: middle; }
            @media (prefers-color-scheme: dark) { .box { fill: #1f2937; } .edge { stroke: #6b7280; } text { fill: #f9fafb; } .heat { fill: #60a5fa; } }
            </style>
            """;

    private final List<GraphNode> order;
    private final Collection<GraphNode> outputs;
    private final Map<GraphNode, NodeTime> times;
    private final Map<GraphNode, Integer> levels;
    private final Map<GraphNode, List<GraphNode>> readers = new HashMap<>();
    private final List<List<GraphNode>> rows = new ArrayList<>();
    private final Map<GraphNode, Double> places = new HashMap<>();
    private final Map<GraphNode, String> labels = new HashMap<>();

    private GraphPicture(List<GraphNode> order, Collection<GraphNode> outputs, Map<GraphNode, NodeTime> times) {
        this.order = order;
        this.outputs = outputs;
        this.times = times;
        this.levels = GraphOrder.levels(order);
        for (GraphNode node : order) {
            readers.put(node, new ArrayList<>());
            node.inputs()
                    .forEach(input ->
                            readers.getOrDefault(input, new ArrayList<>()).add(node));
            while (rows.size() <= levels.getOrDefault(node, 0)) {
                rows.add(new ArrayList<>());
            }
            rows.get(levels.getOrDefault(node, 0)).add(node);
            labels.put(node, shortened(node.label()));
        }
    }

    /** @param times of nodes that were run; others are drawn without */
    static String of(List<GraphNode> order, Collection<GraphNode> outputs, Map<GraphNode, NodeTime> times) {
        GraphPicture picture = new GraphPicture(order, outputs, times);
        picture.place();
        return picture.draw();
    }

    private static String shortened(String label) {
        return label.length() <= MOST_CHARACTERS ? label : label.substring(0, MOST_CHARACTERS - 1) + "…";
    }

    private double width(GraphNode node) {
        return (double) labels.getOrDefault(node, "").length() * CHARACTER + PADDING;
    }

    private double place(GraphNode node) {
        return places.getOrDefault(node, 0.0);
    }

    private void place() {
        rows.forEach(this::spread);
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            rows.forEach(row -> sort(row, true));
            rows.reversed().forEach(row -> sort(row, false));
        }
    }

    private void sort(List<GraphNode> row, boolean isDown) {
        Map<GraphNode, Double> wished = new HashMap<>();
        for (GraphNode node : row) {
            List<GraphNode> joined = isDown ? node.inputs() : readers.getOrDefault(node, List.of());
            wished.put(node, joined.stream().mapToDouble(this::place).average().orElse(place(node)));
        }
        row.sort(Comparator.comparing(wished::get));
        spread(row);
        double shift = row.stream()
                .mapToDouble(node -> wished.getOrDefault(node, 0.0) - place(node))
                .average()
                .orElse(0);
        row.forEach(node -> places.merge(node, shift, Double::sum));
    }

    /** One beside the other, from 0. */
    private void spread(List<GraphNode> row) {
        double left = 0;
        for (GraphNode node : row) {
            places.put(node, left + width(node) / 2);
            left += width(node) + GAP;
        }
    }

    private String draw() {
        double least = order.stream()
                .mapToDouble(node -> place(node) - width(node) / 2)
                .min()
                .orElse(0);
        double most = order.stream()
                .mapToDouble(node -> place(node) + width(node) / 2)
                .max()
                .orElse(0);
        double longest =
                times.values().stream().mapToDouble(NodeTime::seconds).max().orElse(0);
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"Graph of %d nodes\" viewBox=\"%.0f %d %.0f %d\" width=\"%.0f\">%n",
                order.size(),
                least - GAP,
                -GAP,
                most - least + 2 * GAP,
                (rows.size() - 1) * ROW + HEIGHT + 2 * GAP,
                most - least + 2 * GAP));
        svg.append(STYLE);
        for (GraphNode node : order) {
            node.inputs().forEach(input -> svg.append(edge(input, node)));
        }
        for (GraphNode node : order) {
            svg.append(box(node, times.get(node), longest));
        }
        return svg.append("</svg>\n").toString();
    }

    private int top(GraphNode node) {
        return levels.getOrDefault(node, 0) * ROW;
    }

    private String edge(GraphNode from, GraphNode to) {
        int begin = top(from) + HEIGHT;
        int end = top(to);
        int middle = (begin + end) / 2;
        return String.format(
                Locale.ROOT,
                "<path class=\"edge\" d=\"M%.1f %d C%.1f %d %.1f %d %.1f %d\"/>%n",
                place(from),
                begin,
                place(from),
                middle,
                place(to),
                middle,
                place(to),
                end);
    }

    private String box(GraphNode node, @Nullable NodeTime time, double longest) {
        String heat = time == null || longest == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "<rect class=\"heat\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"5\" opacity=\"%.2f\"/>",
                        place(node) - width(node) / 2,
                        top(node),
                        width(node),
                        HEIGHT,
                        time.seconds() / longest * 0.6);
        String second = time == null
                ? ""
                : String.format(
                        Locale.ROOT,
                        "<text x=\"%.1f\" y=\"%.0f\">%.2f ms</text>",
                        place(node),
                        top(node) + HEIGHT + SECOND_LINE,
                        time.seconds() * MILLIS);
        String title = escaped(node.label())
                + (time == null
                        ? ""
                        : String.format(Locale.ROOT, ", %.3f ms in %s", time.seconds() * MILLIS, time.worker()));
        return String.format(
                Locale.ROOT,
                "<g><title>%s</title><rect class=\"box%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"5\"/>%s<text x=\"%.1f\" y=\"%d\">%s</text>%s</g>%n",
                title,
                outputs.contains(node) ? " out" : "",
                place(node) - width(node) / 2,
                top(node),
                width(node),
                HEIGHT,
                heat,
                place(node),
                top(node) + HEIGHT / 2 + 4,
                escaped(labels.getOrDefault(node, "")),
                second);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
