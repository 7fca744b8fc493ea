package dev.mosaic.operator.autoscale;

import dev.mosaic.operator.autoscale.Decision.Release;
import dev.mosaic.operator.autoscale.Decision.Unserved;
import dev.mosaic.operator.autoscale.Memory.OfGroup;
import dev.mosaic.operator.autoscale.Yard.Kind;
import dev.mosaic.operator.autoscale.Yard.Slot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides how many replicas groups should have.
 *
 * <p>Growing is immediate: what waits and has no room in what there is or is on its way gets new replicas ({@link Packing}). A group whose
 * pods are late, or refused, is passed over until its provision time is over again; what it has pending stays as long as nobody else can
 * serve. Shrinking is slow: fewer must have been enough for the whole window of stabilization, which begins anew when the group grows, and
 * only what is idle long enough goes, or what never came. So a group turns round within the window only where demand grew.
 *
 * <p><b>Cost:</b> what waits (equal needs count once) times hosts.
 */
public final class Autoscale {
    private Autoscale() {}

    /** What to do now. Pure. */
    public static Decision decide(Scene scene, Memory memory) {
        Limits limits = scene.limits();
        Instant now = scene.now();
        if (limits.isPaused()) {
            List<Unserved> waiting = scene.demands().stream()
                    .map(each -> new Unserved(each, each.count(), "autoscaling is paused"))
                    .toList();
            return new Decision(Map.of(), List.of(), waiting, Optional.empty(), memory);
        }
        Map<String, OfGroup> remembered = new HashMap<>();
        List<Yard> yards = new ArrayList<>();
        for (Group group : scene.groups()) {
            Yard yard = new Yard(group, now);
            OfGroup of = memory.of(group.name(), now);
            if (yard.isLate() && !of.isAvoided(now)) {
                of = of.avoidedUntil(
                        now.plus(group.bounds().map(Bounds::provision).orElse(Duration.ZERO)));
            }
            yard.isAvoided = yard.isLate() || of.isAvoided(now);
            remembered.put(group.name(), of);
            yards.add(yard);
        }
        Packing packing = new Packing(yards, limits);
        packing.put(scene.demands());

        Map<String, Integer> replicas = new HashMap<>();
        List<Release> releases = new ArrayList<>();
        Soonest soonest = new Soonest(now);
        for (Yard yard : yards) {
            Group group = yard.group;
            if (group.bounds().isEmpty()) {
                continue;
            }
            Bounds bounds = group.bounds().get();
            int needed = yard.needed(bounds);
            while (yard.target() < needed && packing.grow(yard).isPresent()) {
                // One more each time.
            }
            OfGroup of =
                    Objects.requireNonNull(remembered.get(group.name())).needing(needed, now, limits.stabilization());
            if (group.replicas() > bounds.max()) {
                replicas.put(group.name(), bounds.max());
            } else if (yard.opened > 0) {
                replicas.put(group.name(), yard.target());
                of = of.grownAt(now);
            } else {
                Optional<Release> release = release(yard, bounds, of, limits, now, soonest);
                if (release.isPresent()) {
                    releases.add(release.get());
                    of = of.removedAt(now, release.get().count());
                }
            }
            of.avoided().ifPresent(soonest::at);
            yard.slots.stream()
                    .filter(each -> each.kind == Kind.COMING)
                    .flatMap(each -> each.replica.stream())
                    .forEach(each -> soonest.at(each.since().plus(bounds.provision())));
            remembered.put(group.name(), of);
        }
        return new Decision(replicas, releases, packing.unserved(), soonest.fromNow(), new Memory(remembered));
    }

    private static Optional<Release> release(
            Yard yard, Bounds bounds, OfGroup of, Limits limits, Instant now, Soonest soonest) {
        int surplus = yard.group.replicas() - of.most();
        Instant stable = Stream.concat(Stream.of(of.since()), of.grown().stream())
                .max(Comparator.naturalOrder())
                .orElseThrow()
                .plus(limits.stabilization());
        if (yard.group.replicas() > yard.needed(bounds)) {
            soonest.at(stable);
            of.needed().forEach(each -> soonest.at(each.until().plus(limits.stabilization())));
        }
        if (surplus <= 0 || now.isBefore(stable)) {
            return Optional.empty();
        }
        int count = surplus;
        if (limits.maxPerMinute().isPresent()) {
            count = Math.min(
                    count, limits.maxPerMinute().getAsInt() - of.removals().size());
            of.removals().forEach(each -> soonest.at(each.plus(Memory.MINUTE)));
        }
        List<String> joined = new ArrayList<>();
        List<String> coming = new ArrayList<>();
        int unmade = 0;
        for (Slot slot : spare(yard)) {
            if (joined.size() + coming.size() + unmade >= count) {
                break;
            }
            Replica replica = slot.replica.orElse(null);
            if (replica == null) {
                unmade++;
            } else if (slot.kind != Kind.JOINED) {
                coming.add(replica.name());
            } else if (replica.idle().compareTo(bounds.idle()) >= 0) {
                joined.add(replica.name());
            } else {
                soonest.at(now.plus(bounds.idle().minus(replica.idle())));
            }
        }
        Release release = new Release(yard.group.name(), joined, coming, unmade);
        return release.count() == 0 ? Optional.empty() : Optional.of(release);
    }

    /** What nothing uses: what is not made first, then what comes, then what has been idle the longest. */
    private static List<Slot> spare(Yard yard) {
        return yard.slots.stream()
                .filter(each -> !yard.used.contains(each))
                .sorted(Comparator.comparing((Slot each) -> each.replica.isPresent())
                        .thenComparing(each -> each.kind == Kind.JOINED)
                        .thenComparing(each -> each.replica
                                .map(Replica::idle)
                                .orElse(Duration.ZERO)
                                .negated()))
                .toList();
    }

    /** The first of several moments that are to come. */
    private static final class Soonest {
        private final Instant now;
        private Optional<Instant> first = Optional.empty();

        Soonest(Instant now) {
            this.now = now;
        }

        void at(Instant moment) {
            if (moment.isAfter(now) && first.filter(moment::isAfter).isEmpty()) {
                first = Optional.of(moment);
            }
        }

        Optional<Duration> fromNow() {
            return first.map(each -> Duration.between(now, each));
        }
    }
}
