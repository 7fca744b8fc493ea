package dev.mosaic.parallel;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Where the time of a run went, as a table. */
final class GraphProfile {
    private static final double MILLIS = 1e3;

    private GraphProfile() {}

    private record Sum(String name, long count, double seconds, double most) {
        private static Sum of(String name, List<NodeTime> times) {
            return new Sum(
                    name,
                    times.size(),
                    times.stream().mapToDouble(NodeTime::seconds).sum(),
                    times.stream().mapToDouble(NodeTime::seconds).max().orElse(0));
        }

        private String line(int width) {
            return String.format(
                    Locale.ROOT, "%-" + width + "s %8d %12.3f %12.3f%n", name, count, seconds * MILLIS, most * MILLIS);
        }
    }

    /**
     * The table.
     *
     * @param seconds the whole run took
     */
    static String of(List<NodeTime> times, double seconds) {
        Map<String, List<NodeTime>> byName = times.stream().collect(Collectors.groupingBy(NodeTime::name));
        List<Sum> sums = byName.entrySet().stream()
                .map(each -> Sum.of(each.getKey(), each.getValue()))
                .sorted(Comparator.comparingDouble(Sum::seconds).reversed().thenComparing(Sum::name))
                .toList();
        int width = Math.max(
                4, sums.stream().mapToInt(each -> each.name().length()).max().orElse(0));
        StringBuilder text = new StringBuilder(
                String.format(Locale.ROOT, "%-" + width + "s %8s %12s %12s%n", "NODE", "COUNT", "TOTAL ms", "MOST ms"));
        sums.forEach(each -> text.append(each.line(width)));
        double busy = sums.stream().mapToDouble(Sum::seconds).sum();
        long workers = times.stream().map(NodeTime::worker).distinct().count();
        text.append(String.format(
                Locale.ROOT,
                "%d tasks on %d workers took %.3f ms; %.2f at once on average%n",
                times.size(),
                workers,
                seconds * MILLIS,
                seconds == 0 ? 0 : busy / seconds));
        return text.toString();
    }
}
