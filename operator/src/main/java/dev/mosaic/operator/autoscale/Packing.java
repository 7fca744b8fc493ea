package dev.mosaic.operator.autoscale;

import dev.mosaic.operator.autoscale.Decision.Unserved;
import dev.mosaic.operator.autoscale.Yard.Kind;
import dev.mosaic.operator.autoscale.Yard.Slot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Puts what waits where there is room: the largest first, into what has joined, then into what is on its way, then into new replicas of
 * the group that comes first, and at last into what should have joined long ago. First fit, decreasing. Used once, by one thread.
 */
final class Packing {
    private final List<Yard> yards;
    private final Limits limits;
    private final List<Unserved> unserved = new ArrayList<>();
    private int hosts;
    private double gpus;

    Packing(List<Yard> yards, Limits limits) {
        this.yards = yards;
        this.limits = limits;
        for (Yard each : yards) {
            count(each, each.target());
        }
    }

    List<Unserved> unserved() {
        return unserved;
    }

    void put(List<Demand> demands) {
        demands.stream()
                .sorted(Comparator.comparing((Demand each) -> each.bundles().isEmpty())
                        .thenComparingDouble(each -> -largest(each).gpus())
                        .thenComparingLong(each -> -largest(each).memoryBytes())
                        .thenComparingDouble(each -> -largest(each).cpus()))
                .forEach(this::put);
    }

    /** Another replica, where limits let one in. */
    Optional<Slot> grow(Yard yard) {
        if (whyNot(yard).isPresent()) {
            return Optional.empty();
        }
        count(yard, 1);
        return Optional.of(yard.open());
    }

    private void count(Yard yard, int replicas) {
        hosts += replicas * yard.group.hosts();
        gpus += replicas * yard.group.hosts() * yard.group.offer().gpus();
    }

    private static Needs largest(Demand demand) {
        return demand.bundles().stream()
                .max(Comparator.comparingDouble(Needs::gpus)
                        .thenComparingLong(Needs::memoryBytes)
                        .thenComparingDouble(Needs::cpus))
                .orElse(demand.needs());
    }

    private void put(Demand demand) {
        int left = demand.bundles().isEmpty() ? singles(demand.needs(), demand.count()) : reservations(demand);
        if (left > 0) {
            unserved.add(new Unserved(demand, left, why(largest(demand))));
        }
    }

    // ---- each by itself

    private int singles(Needs needs, int count) {
        int left = count;
        for (Slot slot : slots(needs, false)) {
            left = fill(slot, needs, left);
        }
        for (Yard yard : candidates(needs)) {
            while (left > 0) {
                Optional<Slot> opened = grow(yard);
                if (opened.isEmpty()) {
                    break;
                }
                left = fill(opened.get(), needs, left);
            }
        }
        for (Slot slot : slots(needs, true)) {
            left = fill(slot, needs, left);
        }
        return left;
    }

    private static int fill(Slot slot, Needs needs, int count) {
        int left = count;
        for (int i = 0; i < slot.rooms.size() && left > 0; i++) {
            int taken = Math.min(left, needs.timesIn(slot.rooms.get(i)));
            if (taken > 0) {
                slot.rooms.set(i, slot.rooms.get(i).minus(needs, taken));
                slot.yard.used.add(slot);
                left -= taken;
            }
        }
        return left;
    }

    // ---- all at once

    private int reservations(Demand demand) {
        int left = demand.count();
        while (left > 0 && reserve(demand)) {
            left--;
        }
        return left;
    }

    /** All bundles, or nothing is changed. */
    private boolean reserve(Demand demand) {
        Attempt attempt = new Attempt();
        List<Needs> bundles = demand.bundles().stream()
                .sorted(Comparator.comparingDouble(Needs::gpus)
                        .thenComparingLong(Needs::memoryBytes)
                        .thenComparingDouble(Needs::cpus)
                        .reversed())
                .toList();
        for (Needs each : bundles) {
            if (!attempt.place(each, demand.spread())) {
                attempt.undo();
                return false;
            }
        }
        attempt.keep();
        return true;
    }

    private final class Attempt {
        private final Map<Slot, List<Needs>> before = new LinkedHashMap<>();
        private final Set<Slot> opened = new HashSet<>();
        private final Map<Slot, Set<Integer>> taken = new LinkedHashMap<>();

        boolean place(Needs bundle, boolean spread) {
            for (Slot slot : slots(bundle, false)) {
                if (into(slot, bundle, spread)) {
                    return true;
                }
            }
            for (Yard yard : candidates(bundle)) {
                Optional<Slot> slot = grow(yard);
                if (slot.isPresent()) {
                    opened.add(slot.get());
                    return into(slot.get(), bundle, spread);
                }
            }
            for (Slot slot : slots(bundle, true)) {
                if (into(slot, bundle, spread)) {
                    return true;
                }
            }
            return false;
        }

        private boolean into(Slot slot, Needs bundle, boolean spread) {
            Set<Integer> mine = taken.computeIfAbsent(slot, _ -> new HashSet<>());
            for (int i = 0; i < slot.rooms.size(); i++) {
                if (bundle.isIn(slot.rooms.get(i)) && !(spread && mine.contains(i))) {
                    before.putIfAbsent(slot, List.copyOf(slot.rooms));
                    slot.rooms.set(i, slot.rooms.get(i).minus(bundle, 1));
                    mine.add(i);
                    return true;
                }
            }
            return false;
        }

        void undo() {
            before.forEach((slot, rooms) -> {
                slot.rooms.clear();
                slot.rooms.addAll(rooms);
            });
            for (Slot each : opened) {
                each.yard.unopen(each);
                count(each.yard, -1);
            }
        }

        void keep() {
            before.keySet().forEach(slot -> slot.yard.used.add(slot));
        }
    }

    // ---- where

    /** Those that there are, or that are on their way. */
    private List<Slot> slots(Needs needs, boolean late) {
        return yards.stream()
                .flatMap(yard -> yard.slots.stream())
                .filter(slot -> (slot.kind == Kind.LATE) == late)
                .sorted(Comparator.comparing((Slot slot) -> slot.kind)
                        .thenComparingDouble(slot -> waste(slot.yard.group, needs))
                        .thenComparing(slot -> !slot.yard.used.contains(slot)))
                .toList();
    }

    /** Groups that may grow and whose hosts have room for it, the first first. */
    private List<Yard> candidates(Needs needs) {
        return yards.stream()
                .filter(yard -> yard.group.bounds().isPresent() && needs.isIn(yard.group.offer()))
                .sorted(Comparator.comparingInt((Yard yard) -> -priority(yard))
                        .thenComparingDouble(yard -> waste(yard.group, needs))
                        .thenComparingDouble(yard -> yard.group.offer().cpus())
                        .thenComparingLong(yard -> yard.group.offer().memoryBytes())
                        .thenComparing(yard -> yard.group.name()))
                .toList();
    }

    /** Devices that stay unused. */
    private static double waste(Group group, Needs needs) {
        return Math.max(0, group.offer().gpus() - needs.gpus());
    }

    private static int priority(Yard yard) {
        return yard.group.bounds().map(Bounds::priority).orElse(0);
    }

    // ---- why not

    private Optional<String> whyNot(Yard yard) {
        Group group = yard.group;
        if (group.bounds().isEmpty()) {
            return Optional.of("is not scaled here");
        }
        if (yard.target() >= group.bounds().get().max()) {
            return Optional.of("has its " + group.bounds().get().max() + " replicas");
        }
        // Its minimum is wanted whether others of it came in time or not.
        boolean isBelowMinimum = yard.target() < group.bounds().get().min();
        if (yard.isAvoided && (group.refusal().isPresent() || !isBelowMinimum)) {
            return Optional.of(group.refusal()
                    .map(words -> "is refused more: " + words)
                    .orElse("has pods that did not join in time"));
        }
        if (limits.maxHosts().isPresent()
                && hosts + group.hosts() > limits.maxHosts().getAsInt()) {
            return Optional.of("may not grow: the cluster has " + hosts + " of at most "
                    + limits.maxHosts().getAsInt() + " workers");
        }
        double more = group.hosts() * group.offer().gpus();
        if (more > 0
                && limits.maxGpus().isPresent()
                && gpus + more > limits.maxGpus().getAsInt()) {
            return Optional.of("may not grow: the cluster has " + Math.round(gpus) + " of at most "
                    + limits.maxGpus().getAsInt() + " devices");
        }
        if (yard.pending() >= limits.maxPending()) {
            return Optional.of("has " + yard.pending() + " replicas on their way, and no more at a time");
        }
        return Optional.empty();
    }

    private String why(Needs needs) {
        List<String> reasons = new ArrayList<>();
        for (Yard yard : yards) {
            if (needs.isIn(yard.group.offer())) {
                reasons.add("group " + yard.group.name() + " "
                        + whyNot(yard).orElse("would have room for one, not for all at once"));
            }
        }
        return reasons.isEmpty() ? "no group offers " + needs.words() : String.join("; ", reasons);
    }
}
