package dev.mosaic.examples.brain;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * One thing that goes wrong in a cluster, and when.
 *
 * @param at since the begin
 * @param lasts until it is mended; what is killed is started again then
 */
record Fault(Duration at, Kind kind, Target target, Duration lasts) {
    /** What goes wrong. */
    enum Kind {
        /** SIGKILL. */
        KILL,
        /** SIGSTOP, and SIGCONT when it is over. */
        STOP,
        /** The host's network cable is pulled: packets vanish, nobody is told. */
        CUT,
        /** The disk that its entries go to is full. */
        FULL_DISK
    }

    /** Whom it hits. The head's process is monitor and gateway. */
    enum Target {
        WORKER,
        NODE_ONE,
        NODE_TWO,
        HEAD,
        WAREHOUSE,
        BUCKET;

        private List<Kind> kinds() {
            return switch (this) {
                case WORKER, BUCKET -> List.of(Kind.KILL, Kind.STOP);
                case HEAD -> List.of(Kind.KILL, Kind.STOP, Kind.CUT);
                case NODE_ONE, NODE_TWO, WAREHOUSE -> List.of(Kind.values());
            };
        }
    }

    private static final int CALM_MILLIS = 5_000;

    /**
     * Faults until that time, one each 10 to 20 s, drawn by a seed: the same seed draws the same. All targets are hit once before one is hit twice.
     * Nobody is hit within 5 s after the fault before was mended, and a worker not while its node is.
     */
    static List<Fault> drawn(long seed, Duration until) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<Target, Duration> quietFrom = new EnumMap<>(Target.class);
        List<Target> left = new ArrayList<>();
        List<Fault> faults = new ArrayList<>();
        Duration at = Duration.ofMillis(random.nextLong(3_000, 8_000));
        while (at.compareTo(until) < 0) {
            if (left.isEmpty()) {
                left.addAll(List.of(Target.values()));
            }
            Target target = left.remove(random.nextInt(left.size()));
            Kind kind = target.kinds().get(random.nextInt(target.kinds().size()));
            Duration lasts = switch (kind) {
                case KILL -> Duration.ofMillis(random.nextLong(500, 3_000));
                case STOP -> Duration.ofSeconds(15);
                case CUT -> Duration.ofMillis(random.nextLong(2_000, 15_000));
                case FULL_DISK -> Duration.ofMillis(random.nextLong(5_000, 12_000));
            };
            Duration earliest = quietFrom.getOrDefault(target, Duration.ZERO);
            if (at.compareTo(earliest) >= 0) {
                faults.add(new Fault(at, kind, target, lasts));
                quietFrom.put(target, at.plus(lasts).plusMillis(CALM_MILLIS));
            }
            at = at.plusMillis(random.nextLong(10_000, 20_000));
        }
        return List.copyOf(faults);
    }

    @Override
    public String toString() {
        return "%.1f s: %s %s for %.1f s".formatted(at.toMillis() / 1e3, kind, target, lasts.toMillis() / 1e3);
    }
}
