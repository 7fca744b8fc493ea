package dev.mosaic.operator.snapshot;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One replica of a group: a pod, or several that come and go together.
 *
 * @param index the number in the label of its pods; -1 where a replica is a pod
 * @param hosts how many pods it should have
 * @param pods those that live
 */
public record Gang(int index, int hosts, List<Pod> pods) {
    /** Which replica a pod belongs to, where one is several pods. */
    public static final String REPLICA = "mosaic.dev/replica";

    /** Since when a pod takes nothing more, because it is to go. */
    public static final String DRAIN_STARTED = "mosaic.dev/drain-started";

    /** Living pods, in order; those of the lowest number first. */
    public static List<Gang> of(List<Pod> pods, int hosts) {
        List<Pod> living = pods.stream().filter(Pods::lives).toList();
        if (hosts == 1) {
            return living.stream().map(each -> new Gang(-1, 1, List.of(each))).toList();
        }
        Map<Integer, List<Pod>> byIndex = new TreeMap<>();
        living.forEach(each ->
                byIndex.computeIfAbsent(index(each), _ -> new ArrayList<>()).add(each));
        return byIndex.entrySet().stream()
                .map(each -> new Gang(each.getKey(), hosts, List.copyOf(each.getValue())))
                .toList();
    }

    /** Whether all of its pods are there and ready. */
    public boolean isReady() {
        return pods.size() >= hosts && pods.stream().allMatch(Pods::ready);
    }

    /** Since when one of its pods takes nothing more. */
    public Optional<Instant> drainStarted() {
        return pods.stream().flatMap(each -> drainStarted(each).stream()).min(Comparator.naturalOrder());
    }

    /** When the first of its pods was made. */
    public Instant created() {
        return pods.stream().map(Pods::created).min(Comparator.naturalOrder()).orElse(Instant.EPOCH);
    }

    /** For how long all of its pods have had nothing to do; zero where one has, or nobody knows. */
    public Duration idle(Map<String, Duration> byAddress) {
        return pods.stream()
                .map(each -> byAddress.getOrDefault(Pods.address(each), Duration.ZERO))
                .min(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** Of its pods, for messages and order. */
    public String name() {
        return pods.isEmpty() ? "" : Pods.name(pods.getFirst());
    }

    private static int index(Pod pod) {
        String text = Pods.label(pod, REPLICA);
        return text.matches("\\d{1,5}") ? Integer.parseInt(text) : -1;
    }

    private static Optional<Instant> drainStarted(Pod pod) {
        String text = pod.getMetadata().getAnnotations() == null
                ? null
                : pod.getMetadata().getAnnotations().get(DRAIN_STARTED);
        try {
            return Optional.ofNullable(text).map(Instant::parse);
        } catch (java.time.format.DateTimeParseException e) {
            return Optional.of(Instant.EPOCH);
        }
    }
}
