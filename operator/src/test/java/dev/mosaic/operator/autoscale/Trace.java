package dev.mosaic.operator.autoscale;

import dev.mosaic.operator.autoscale.Decision.Release;
import dev.mosaic.operator.autoscale.Replica.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * A cluster in virtual time: hosts that take their time to join or never come, a head that places first come first served, work that
 * ends, and a decision each second and whenever something happens. After each decision the invariants are looked at.
 */
final class Trace {
    static final Instant START = Instant.parse("2026-11-22T06:00:00Z");
    private static final Duration STEP = Duration.ofSeconds(1);

    /** A group, and how its hosts behave. */
    static final class Kind {
        final String name;
        final Needs offer;
        final int hosts;
        final Bounds bounds;
        Duration joins = Duration.ofSeconds(5);
        boolean neverComes;
        int quota = Integer.MAX_VALUE;
        int asked;
        int highest;

        Kind(String name, Needs offer, int hosts, Bounds bounds) {
            this.name = name;
            this.offer = offer;
            this.hosts = hosts;
            this.bounds = bounds;
        }
    }

    /** Work that waits or runs. */
    static final class Work {
        final List<Needs> places;
        final boolean together;
        final boolean spread;
        final Instant came;
        Duration takes;
        final Map<Integer, Pod> at = new HashMap<>();
        Optional<Instant> ends = Optional.empty();

        Work(List<Needs> places, boolean together, boolean spread, Instant came, Duration takes) {
            this.places = places;
            this.together = together;
            this.spread = spread;
            this.came = came;
            this.takes = takes;
        }
    }

    /** One replica. */
    static final class Pod {
        final Kind kind;
        final String name;
        final Instant since;
        final Optional<Instant> joins;
        final List<Needs> rooms = new ArrayList<>();
        int works;
        Instant idleSince;
        boolean joined;

        Pod(Kind kind, String name, Instant since, Optional<Instant> joins) {
            this.kind = kind;
            this.name = name;
            this.since = since;
            this.joins = joins;
            this.idleSince = since;
            for (int i = 0; i < kind.hosts; i++) {
                rooms.add(kind.offer);
            }
        }
    }

    final Map<String, Kind> kinds = new LinkedHashMap<>();
    final List<Pod> pods = new ArrayList<>();
    final List<Work> waiting = new ArrayList<>();
    final List<Work> running = new ArrayList<>();
    final List<String> turns = new ArrayList<>();
    final Limits limits;
    Instant now = START;
    Decision last = new Decision(Map.of(), List.of(), List.of(), Optional.empty(), Memory.NONE);
    int done;
    private int named;
    private final Map<String, Instant> grew = new HashMap<>();
    private final Map<String, Instant> shrank = new HashMap<>();

    Trace(Limits limits, Kind... kinds) {
        this.limits = limits;
        for (Kind each : kinds) {
            each.asked = each.bounds.min();
            this.kinds.put(each.name, each);
        }
    }

    void come(int count, Needs needs, Duration takes) {
        for (int i = 0; i < count; i++) {
            waiting.add(new Work(List.of(needs), false, false, now, takes));
        }
    }

    void comeTogether(List<Needs> bundles, Duration takes) {
        waiting.add(new Work(bundles, true, false, now, takes));
    }

    /** The same, each on a host of its own. */
    void comeSpread(List<Needs> bundles, Duration takes) {
        waiting.add(new Work(bundles, true, true, now, takes));
    }

    Kind kind(String name) {
        return kinds.get(name);
    }

    void run(Duration time) {
        Instant end = now.plus(time);
        while (now.isBefore(end)) {
            step();
        }
    }

    /** Until all have what they have when nothing is to do, or for so long. */
    void runUntilIdle(Duration longest) {
        waiting.clear();
        Instant end = now.plus(longest);
        while (now.isBefore(end)
                && kinds.values().stream()
                        .anyMatch(each ->
                                each.asked != Math.min(each.bounds.max(), each.bounds.min() + each.bounds.warm()))) {
            step();
        }
    }

    void step() {
        makePods();
        pods.stream()
                .filter(each -> !each.joined
                        && each.joins.filter(at -> !at.isAfter(now)).isPresent())
                .forEach(each -> {
                    each.joined = true;
                    each.idleSince = now;
                });
        for (Work each : List.copyOf(running)) {
            if (each.ends.filter(at -> !at.isAfter(now)).isPresent()) {
                finish(each);
            }
        }
        for (Work each : List.copyOf(waiting)) {
            place(each);
        }
        decide();
        now = now.plus(STEP);
    }

    // ---- Kubernetes

    private void makePods() {
        for (Kind kind : kinds.values()) {
            long there = pods.stream().filter(each -> each.kind == kind).count();
            while (there < Math.min(kind.asked, kind.quota)) {
                pods.add(new Pod(
                        kind,
                        kind.name + "-" + named++,
                        now,
                        kind.neverComes ? Optional.empty() : Optional.of(now.plus(kind.joins))));
                there++;
            }
        }
    }

    // ---- the head

    private void place(Work work) {
        Map<Pod, List<Needs>> before = new HashMap<>();
        Map<Pod, Set<Integer>> taken = new HashMap<>();
        for (int i = 0; i < work.places.size(); i++) {
            Needs needs = work.places.get(i);
            Optional<Pod> fits = pods.stream()
                    .filter(each -> each.joined && room(each, needs, taken.getOrDefault(each, Set.of())) >= 0)
                    .min(Comparator.comparingDouble(each -> each.kind.offer.gpus()));
            if (fits.isEmpty()) {
                before.forEach((pod, rooms) -> {
                    pod.rooms.clear();
                    pod.rooms.addAll(rooms);
                });
                work.at.clear();
                return;
            }
            Pod pod = fits.get();
            before.putIfAbsent(pod, List.copyOf(pod.rooms));
            int room = take(pod, needs, taken.getOrDefault(pod, Set.of()));
            if (work.spread) {
                taken.computeIfAbsent(pod, _ -> new HashSet<>()).add(room);
            }
            work.at.put(i, pod);
        }
        work.at.values().forEach(each -> each.works++);
        work.ends = Optional.of(now.plus(work.takes));
        waiting.remove(work);
        running.add(work);
    }

    /** The first host of a replica with room for it; -1 where there is none. */
    private static int room(Pod pod, Needs needs, Set<Integer> others) {
        for (int i = 0; i < pod.rooms.size(); i++) {
            if (!others.contains(i) && needs.isIn(pod.rooms.get(i))) {
                return i;
            }
        }
        return -1;
    }

    private static int take(Pod pod, Needs needs, Set<Integer> others) {
        int room = room(pod, needs, others);
        if (room >= 0) {
            pod.rooms.set(room, pod.rooms.get(room).minus(needs, 1));
        }
        return room;
    }

    private void finish(Work work) {
        running.remove(work);
        done++;
        Set<Pod> touched = new HashSet<>(work.at.values());
        work.at.values().forEach(each -> each.works--);
        for (Pod pod : touched) {
            pod.rooms.replaceAll(_ -> pod.kind.offer);
            for (Work other : running) {
                other.at.forEach((index, at) -> {
                    if (at == pod) {
                        take(pod, other.places.get(index), Set.of());
                    }
                });
            }
            if (pod.works == 0) {
                pod.idleSince = now;
            }
        }
    }

    // ---- the operator

    private void decide() {
        Scene scene = new Scene(groups(), demands(), limits, now);
        last = Autoscale.decide(scene, last.memory());
        Map<String, Integer> before = new HashMap<>();
        kinds.values().forEach(each -> before.put(each.name, each.asked));
        last.replicas().forEach((name, count) -> kind(name).asked = count);
        for (Release release : last.releases()) {
            carryOut(release);
        }
        kinds.values().forEach(each -> look(each, before.get(each.name)));
        explained();
        long hosts = kinds.values().stream()
                .mapToLong(each -> (long) each.asked * each.hosts)
                .sum();
        double gpus = kinds.values().stream()
                .mapToDouble(each -> each.asked * each.hosts * each.offer.gpus())
                .sum();
        check(limits.maxHosts().isEmpty() || hosts <= limits.maxHosts().getAsInt(), hosts + " hosts");
        check(limits.maxGpus().isEmpty() || gpus <= limits.maxGpus().getAsInt(), gpus + " gpus");
        check(
                last.lookAgain()
                        .filter(each -> each.isZero() || each.isNegative())
                        .isEmpty(),
                "looks again in no time");
    }

    private void carryOut(Release release) {
        Kind kind = kind(release.group());
        List<String> gone = new ArrayList<>(release.joined());
        gone.addAll(release.coming());
        for (Pod pod : List.copyOf(pods)) {
            if (gone.contains(pod.name)) {
                check(pod.works == 0, pod.name + " was busy");
                check(
                        !pod.joined || !pod.idleSince.plus(kind.bounds.idle()).isAfter(now),
                        pod.name + " was not idle for long enough");
                pods.remove(pod);
            }
        }
        kind.asked -= release.count();
    }

    private void look(Kind kind, int before) {
        kind.highest = Math.max(kind.highest, kind.asked);
        check(kind.asked <= kind.bounds.max(), kind.name + " is above its most");
        check(kind.asked >= kind.bounds.min(), kind.name + " is below its fewest");
        if (kind.asked > before) {
            turns.add(kind.name + "+" + (kind.asked - before));
            grew.put(kind.name, now);
        } else if (kind.asked < before) {
            turns.add(kind.name + "-" + (before - kind.asked));
            Instant grown = grew.getOrDefault(kind.name, Instant.EPOCH);
            check(
                    !grown.plus(limits.stabilization()).isAfter(now),
                    kind.name + " shrinks within the stabilization after it grew");
            shrank.put(kind.name, now);
        }
        Instant shrunk = shrank.getOrDefault(kind.name, Instant.EPOCH);
        if (kind.asked > before && shrunk.plus(limits.stabilization()).isAfter(now)) {
            boolean demandGrew = waiting.stream().anyMatch(each -> each.came.isAfter(shrunk))
                    || running.stream().anyMatch(each -> each.came.isAfter(shrunk));
            // Or others gave back what a limit has room for.
            boolean roomCame = shrank.entrySet().stream()
                    .anyMatch(each ->
                            !each.getKey().equals(kind.name) && !each.getValue().isBefore(shrunk));
            check(demandGrew || roomCame, kind.name + " grows soon after it shrank, and nothing came");
        }
    }

    /** What waits has room in what is on its way, or it is said why not. */
    private void explained() {
        int unserved =
                last.unserved().stream().mapToInt(Decision.Unserved::count).sum();
        if (waiting.size() > unserved) {
            boolean comes = kinds.values().stream()
                    .anyMatch(each -> each.asked
                            > pods.stream()
                                    .filter(pod -> pod.kind == each && pod.joined)
                                    .count());
            boolean room = waiting.stream()
                    .anyMatch(work -> pods.stream()
                            .anyMatch(pod -> pod.joined && pod.rooms.stream().anyMatch(work.places.getFirst()::isIn)));
            check(comes || room, waiting.size() + " wait, nothing comes, and of only " + unserved + " it is said why");
        }
        check(last.unserved().stream().noneMatch(each -> each.why().isBlank()), "an empty reason");
    }

    private List<Group> groups() {
        List<Group> groups = new ArrayList<>();
        for (Kind kind : kinds.values()) {
            List<Replica> there = new ArrayList<>();
            for (Pod pod : pods) {
                if (pod.kind == kind) {
                    there.add(new Replica(
                            pod.name,
                            pod.joined ? Stage.JOINED : Stage.COMING,
                            pod.since,
                            pod.works > 0,
                            pod.works > 0 ? Duration.ZERO : Duration.between(pod.idleSince, now),
                            List.copyOf(pod.rooms)));
                }
            }
            Optional<String> refusal =
                    kind.asked > kind.quota ? Optional.of("exceeded quota: pods=" + kind.quota) : Optional.empty();
            groups.add(
                    new Group(kind.name, kind.offer, kind.hosts, Optional.of(kind.bounds), kind.asked, there, refusal));
        }
        return groups;
    }

    private List<Demand> demands() {
        Map<Needs, Integer> singles = new LinkedHashMap<>();
        List<Demand> demands = new ArrayList<>();
        for (Work work : waiting) {
            if (work.together) {
                demands.add(new Demand(1, Needs.NONE, work.places, work.spread));
            } else {
                singles.merge(work.places.getFirst(), 1, Integer::sum);
            }
        }
        singles.forEach((needs, count) -> demands.add(new Demand(count, needs, List.of(), false)));
        return demands;
    }

    private void check(boolean isSo, String otherwise) {
        if (!isSo) {
            throw new AssertionError(
                    "at " + Duration.between(START, now).toSeconds() + " s: " + otherwise + "; " + turns);
        }
    }

    // ---- random

    /** Groups, limits, quotas and work by a seed; then an hour without work. */
    static Trace random(long seed) {
        Random random = new Random(seed);
        Limits limits = new Limits(
                false,
                random.nextInt(3) == 0
                        ? java.util.OptionalInt.of(4 + random.nextInt(20))
                        : java.util.OptionalInt.empty(),
                random.nextInt(4) == 0
                        ? java.util.OptionalInt.of(2 + random.nextInt(12))
                        : java.util.OptionalInt.empty(),
                random.nextInt(3) == 0 ? 2 : 100,
                Duration.ofSeconds(10 + random.nextInt(50)),
                random.nextInt(3) == 0
                        ? java.util.OptionalInt.of(1 + random.nextInt(3))
                        : java.util.OptionalInt.empty());
        int count = 1 + random.nextInt(3);
        Kind[] kinds = new Kind[count];
        for (int i = 0; i < count; i++) {
            int max = 1 + random.nextInt(8);
            // Limits have room for the fewest.
            int min = random.nextInt(4) == 0 ? 1 : 0;
            boolean neverComes = random.nextInt(6) == 0;
            int quota = random.nextInt(5) == 0 ? random.nextInt(3) : Integer.MAX_VALUE;
            // Who gets none in time gets none warm either.
            int warm = !neverComes && quota > 2 && random.nextInt(4) == 0 ? 1 : 0;
            kinds[i] = new Kind(
                    "g" + i,
                    new Needs(1 + random.nextInt(4), random.nextInt(3), 0, Map.of()),
                    random.nextInt(4) == 0 ? 2 : 1,
                    new Bounds(
                            min,
                            max,
                            warm,
                            random.nextInt(3),
                            Duration.ofSeconds(5 + random.nextInt(40)),
                            Duration.ofSeconds(60 + random.nextInt(60))));
            kinds[i].joins = Duration.ofSeconds(1 + random.nextInt(20));
            kinds[i].neverComes = neverComes;
            kinds[i].quota = quota;
        }
        boolean tight = limits.maxGpus().isPresent() || limits.maxHosts().isPresent();
        Trace trace = new Trace(limits, kinds);
        if (tight) {
            trace.kinds.values().forEach(each -> each.asked = 0);
            for (Kind each : kinds) {
                trace.kinds.put(
                        each.name,
                        copy(
                                each,
                                new Bounds(
                                        0,
                                        each.bounds.max(),
                                        0,
                                        each.bounds.priority(),
                                        each.bounds.idle(),
                                        each.bounds.provision())));
            }
        }
        int steps = 60 + random.nextInt(240);
        for (int step = 0; step < steps; step++) {
            if (random.nextInt(12) == 0) {
                Needs needs = new Needs(random.nextInt(3), random.nextInt(2), 0, Map.of());
                Duration takes = Duration.ofSeconds(1 + random.nextInt(60));
                if (random.nextInt(5) == 0) {
                    if (random.nextBoolean()) {
                        trace.comeSpread(List.of(needs, needs), takes);
                    } else {
                        trace.comeTogether(List.of(needs, needs), takes);
                    }
                } else {
                    trace.come(1 + random.nextInt(6), needs, takes);
                }
            }
            trace.step();
        }
        return trace;
    }

    private static Kind copy(Kind kind, Bounds bounds) {
        Kind copy = new Kind(kind.name, kind.offer, kind.hosts, bounds);
        copy.joins = kind.joins;
        copy.neverComes = kind.neverComes;
        copy.quota = kind.quota;
        return copy;
    }
}
