package dev.mosaic.system;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * One thing that goes wrong in a Kubernetes with a cluster, and when.
 *
 * @param at since the begin
 * @param lasts until what was killed is started again; zero for pods, of which Kubernetes and the operator make others
 */
record Fault(Duration at, Kind kind, Target target, Duration lasts) {
    /** What goes wrong. */
    enum Kind {
        /** SIGKILL, to the first process of a pod, or to that of Kubernetes. */
        KILL,
        /** The pod is deleted, and has its time to end. */
        DELETE
    }

    /** Whom it hits. */
    enum Target {
        HEAD,
        WAREHOUSE,
        WORKER,
        /** The operator that leads. */
        OPERATOR,
        API_SERVER,
        KUBELET;

        boolean isPod() {
            return this != API_SERVER && this != KUBELET;
        }

        private List<Kind> kinds() {
            return isPod() ? List.of(Kind.values()) : List.of(Kind.KILL);
        }
    }

    private static final Duration CALM = Duration.ofSeconds(5);

    /** Puts end after 30 s without a warehouse: a kubelet that is away would keep it away for longer. */
    static final Duration WAREHOUSE_STARTS = Duration.ofSeconds(20);

    /**
     * Faults until that time, one each 15 to 28 s, drawn by a seed: the same seed draws the same. All targets are hit once before one is hit twice,
     * and each in all its ways before in one of them twice. Nobody is hit within 5 s after the fault before was mended, nor the warehouse while the
     * kubelet is away, 20 s before and 20 s after.
     */
    static List<Fault> drawn(long seed, Duration until) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<Target, List<Kind>> ways = new EnumMap<>(Target.class);
        List<Target> left = new ArrayList<>();
        List<Fault> faults = new ArrayList<>();
        Duration at = Duration.ofMillis(random.nextLong(3_000, 8_000));
        while (at.compareTo(until) < 0) {
            if (left.isEmpty()) {
                left.addAll(List.of(Target.values()));
            }
            Duration now = at;
            List<Target> possible = left.stream()
                    .filter(each -> isPossible(each, now, left, faults))
                    .toList();
            if (!possible.isEmpty()) {
                Target target = possible.get(random.nextInt(possible.size()));
                left.remove(target);
                List<Kind> kinds = ways.computeIfAbsent(target, any -> new ArrayList<>());
                if (kinds.isEmpty()) {
                    kinds.addAll(target.kinds());
                }
                Kind kind = kinds.remove(random.nextInt(kinds.size()));
                Duration lasts = switch (target) {
                    case API_SERVER -> Duration.ofMillis(random.nextLong(1_000, 6_000));
                    case KUBELET -> Duration.ofMillis(random.nextLong(20_000, 60_000));
                    default -> Duration.ZERO;
                };
                faults.add(new Fault(at, kind, target, lasts));
            }
            at = at.plusMillis(random.nextLong(15_000, 28_000));
        }
        return List.copyOf(faults);
    }

    private static boolean isPossible(Target target, Duration at, List<Target> left, List<Fault> before) {
        if (isWithin(CALM, target, at, before)) {
            return false;
        }
        return switch (target) {
            case WAREHOUSE -> !isWithin(WAREHOUSE_STARTS, Target.KUBELET, at, before);
            // After the warehouse, which else could wait too long for its turn.
            case KUBELET ->
                !left.contains(Target.WAREHOUSE) && !isWithin(WAREHOUSE_STARTS, Target.WAREHOUSE, at, before);
            default -> true;
        };
    }

    private static boolean isWithin(Duration calm, Target target, Duration at, List<Fault> before) {
        return before.stream()
                .anyMatch(each -> each.target == target && each.end().plus(calm).compareTo(at) > 0);
    }

    Duration end() {
        return at.plus(lasts);
    }

    @Override
    public String toString() {
        String what = String.format(Locale.ROOT, "%.1f s: %s %s", at.toMillis() / 1e3, kind, target);
        return target.isPod() ? what : what + String.format(Locale.ROOT, " for %.1f s", lasts.toMillis() / 1e3);
    }
}
