package dev.mosaic.monitor;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.placement.Candidate;
import dev.mosaic.placement.Placement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where tesserae live, what they are called, and which workers are on lease.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> O(workers) for a placement; one entry for each tessera.
 */
final class Places {
    private record Place(long worker, String name) {}

    private record Waiting(long asker, long program, ClusterMessage.Place question, long sinceNanos) {}

    private final Roster roster;
    private final MonitorSettings settings;
    private final Placement placement;
    private final MonitorOutput out;
    private final Staffing staffing;
    private final Map<Id, Place> places = new LinkedHashMap<>();
    private final Map<Long, Integer> assigned = new HashMap<>();
    private final Map<String, ClusterMessage.Named> names = new HashMap<>();
    private final Map<Id, Waiting> waiting = new LinkedHashMap<>();
    private final Map<Long, Integer> leases = new LinkedHashMap<>();
    private final Map<Long, ClusterMessage.Leased> granted = new HashMap<>();

    Places(Roster roster, MonitorSettings settings, Placement placement, MonitorOutput out) {
        this.roster = roster;
        this.settings = settings;
        this.placement = placement;
        this.out = out;
        this.staffing = new Staffing(roster, out);
    }

    void place(long now, long from, ClusterMessage.Place question) {
        Id tessera = question.tessera();
        Place known = places.get(tessera);
        if (known != null && roster.get(known.worker) != null) {
            out.send(from, new ClusterMessage.Placed(tessera, known.worker));
            return;
        }
        ClusterMessage.Named holder = names.get(question.name());
        if (holder != null && !holder.tessera().equals(tessera)) {
            Failure taken = Failure.of(
                    Failure.Kind.NAME,
                    "name=" + question.name() + " is taken by tessera=" + holder.tessera() + " of class="
                            + holder.className());
            out.send(from, new ClusterMessage.Refused(tessera, true, taken));
            return;
        }
        long program = program(from);
        Waiting before = waiting.get(tessera);
        Waiting entry = new Waiting(from, program, question, before == null ? now : before.sinceNanos);
        waiting.put(tessera, entry);
        int all = tesserae(program) + waiting(program);
        staffing.need(program, all);
        List<Candidate> ranked = placement.rank(candidates(program));
        String wanting = wanting(now, entry, ranked, all);
        if (!wanting.isEmpty()) {
            if (before == null || before.asker != from) {
                out.send(
                        from,
                        new ClusterMessage.Refused(tessera, false, Failure.of(Failure.Kind.WORKER_LOST, wanting)));
            }
            return;
        }
        waiting.remove(tessera);
        long worker = ranked.stream()
                .map(Candidate::instance)
                .filter(instance -> instance == question.wish())
                .findFirst()
                .orElse(ranked.getFirst().instance());
        remember(tessera, new Place(worker, question.name()));
        if (!question.name().isEmpty()) {
            names.put(
                    question.name(),
                    new ClusterMessage.Named(
                            question.name(), tessera, worker, question.className(), question.signature()));
        }
        out.send(from, new ClusterMessage.Placed(tessera, worker));
    }

    /** What it has to wait for; empty for nothing. Workers that are being started get their part of what waits for them. */
    private String wanting(long now, Waiting entry, List<Candidate> ranked, int all) {
        if (ranked.isEmpty()) {
            return "a worker: none is there";
        }
        int expected = staffing.expected(entry.program);
        boolean more = expected > ranked.size() && now - entry.sinceNanos < settings.staffNanos();
        return more && (long) ranked.getFirst().tesserae() * expected >= all
                ? "a worker: " + (expected - ranked.size()) + " are being started"
                : "";
    }

    private long program(long asker) {
        Roster.Entry entry = roster.get(asker);
        return entry == null ? 0 : Programs.of(entry.member);
    }

    private int tesserae(long program) {
        return roster.workers().stream()
                .filter(worker -> worker.member.program() == program)
                .mapToInt(worker -> assigned.getOrDefault(worker.member.instance(), 0))
                .sum();
    }

    private int waiting(long program) {
        return (int) waiting.values().stream()
                .filter(each -> each.program == program)
                .count();
    }

    private void remember(Id tessera, Place place) {
        ended(tessera);
        places.put(tessera, place);
        assigned.merge(place.worker, 1, Integer::sum);
    }

    /** What a worker says that it has, to a new monitor or after a broken link, is what counts. */
    void learn(long worker, List<ClusterMessage.Named> hosted) {
        for (Id tessera : placedIn(worker)) {
            ended(tessera);
        }
        for (ClusterMessage.Named named : hosted) {
            remember(named.tessera(), new Place(worker, named.name()));
            names.put(named.name(), named);
        }
    }

    private List<Id> placedIn(long worker) {
        List<Id> placed = new ArrayList<>();
        places.forEach((tessera, place) -> {
            if (place.worker == worker) {
                placed.add(tessera);
            }
        });
        return placed;
    }

    void ended(Id tessera) {
        waiting.remove(tessera);
        Place place = places.remove(tessera);
        if (place != null) {
            assigned.merge(place.worker, -1, Integer::sum);
            ClusterMessage.Named named = names.get(place.name);
            if (named != null && named.tessera().equals(tessera)) {
                names.remove(place.name);
            }
        }
    }

    void find(long from, ClusterMessage.Find question) {
        out.send(from, new ClusterMessage.Found(question.request(), names.get(question.name())));
    }

    /**
     * A worker has said how many tesserae it has. What it says is old at the next placement, so only the difference is kept: its
     * messages come in order, so that it has told of every end that its figure knows.
     */
    void counted(Roster.Entry worker) {
        worker.strangers = Math.max(0, worker.load.tesserae() - assigned.getOrDefault(worker.member.instance(), 0));
    }

    private List<Candidate> candidates(long program) {
        List<Candidate> candidates = new ArrayList<>();
        for (Roster.Entry worker : roster.workers()) {
            if (!worker.member.serves(program)) {
                continue;
            }
            long instance = worker.member.instance();
            int tesserae = assigned.getOrDefault(instance, 0) + worker.strangers;
            candidates.add(new Candidate(
                    instance, worker.member.permits(), tesserae, worker.load.queued(), worker.load.running()));
        }
        return candidates;
    }

    // ---- leases

    void lease(long from, int wanted) {
        if (wanted <= 0) {
            leases.remove(from);
            granted.remove(from);
            out.send(from, new ClusterMessage.Leased(List.of(), 0));
        } else {
            leases.put(from, wanted);
            granted.remove(from);
            staffing.need(program(from), wanted(program(from)));
        }
        grantAll();
    }

    private int wanted(long program) {
        return leases.entrySet().stream()
                .filter(lease -> program(lease.getKey()) == program)
                .mapToInt(Map.Entry::getValue)
                .max()
                .orElse(0);
    }

    /** Tells those who have leases where these are others now. */
    private void grantAll() {
        Map<Long, Integer> wanted = new LinkedHashMap<>();
        leases.forEach((asker, count) -> wanted.merge(program(asker), count, Math::max));
        Shares shares = new Shares(roster.living(), roster.workers(), wanted);
        Map<Long, Set<Long>> allowed = new HashMap<>();
        leases.forEach((asker, count) -> {
            long program = program(asker);
            Set<Long> share = allowed.computeIfAbsent(program, shares::of);
            List<Candidate> here = candidates(program);
            List<Long> workers = placement.rank(here).stream()
                    .map(Candidate::instance)
                    .filter(share::contains)
                    .limit(count)
                    .toList();
            int coming = Math.max(0, Math.min(count, staffing.expected(program)) - here.size());
            ClusterMessage.Leased said = new ClusterMessage.Leased(workers, coming);
            ClusterMessage.Leased before = granted.put(asker, said);
            if (before == null
                    || before.coming() != said.coming()
                    || !Set.copyOf(before.workers()).equals(Set.copyOf(workers))) {
                out.send(asker, said);
            }
        });
    }

    // ---- who comes and goes

    /** A unit has introduced itself: for the first time, or on a new link. */
    void came(long now, Roster.Entry unit, boolean first) {
        switch (unit.member.kind()) {
            case NODE -> {
                staffing.nodeCame(unit, roster.workers());
                retry(now);
            }
            case WORKER -> {
                if (first) {
                    staffing.workerCame(unit.member, roster.workers());
                    retry(now);
                    grantAll();
                }
            }
            case HEAD, MONITOR, GATEWAY, WAREHOUSE -> {}
        }
    }

    void tick(long now) {
        retry(now);
    }

    private void retry(long now) {
        for (Waiting each : List.copyOf(waiting.values())) {
            place(now, each.asker, each.question);
        }
    }

    /** True where a tessera with a name lives there. */
    boolean hasNamed(long worker) {
        return names.values().stream().anyMatch(named -> named.worker() == worker);
    }

    void lost(Roster.Entry unit) {
        long instance = unit.member.instance();
        leases.remove(instance);
        granted.remove(instance);
        staffing.lost(unit.member);
        waiting.values().removeIf(each -> each.asker == instance);
        List<Id> gone = new ArrayList<>();
        places.forEach((tessera, place) -> {
            // What the dead unit asked a place for may never have been made; where it was, its worker counts it.
            if (place.worker == instance || (tessera.origin() == instance && place.name.isEmpty())) {
                gone.add(tessera);
            }
        });
        gone.forEach(this::ended);
        assigned.remove(instance);
        grantAll();
    }

    @Nullable Long workerOf(Id tessera) {
        Place place = places.get(tessera);
        return place == null ? null : place.worker;
    }
}
