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
import org.jspecify.annotations.Nullable;

/**
 * Where tesserae live, what they are called, and which workers are on lease.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> O(workers) for a placement; one entry for each tessera.
 */
final class Places {
    private record Place(long worker, String name) {}

    private record Waiting(long asker, ClusterMessage.Place question) {}

    private final Roster roster;
    private final Placement placement;
    private final MonitorOutput out;
    private final Map<Id, Place> places = new LinkedHashMap<>();
    private final Map<Long, Integer> assigned = new HashMap<>();
    private final Map<String, ClusterMessage.Named> names = new HashMap<>();
    private final Map<Id, Waiting> waiting = new LinkedHashMap<>();
    private final Map<Long, Integer> leases = new LinkedHashMap<>();

    Places(Roster roster, Placement placement, MonitorOutput out) {
        this.roster = roster;
        this.placement = placement;
        this.out = out;
    }

    void place(long from, ClusterMessage.Place question) {
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
        List<Candidate> ranked = placement.rank(candidates());
        if (ranked.isEmpty()) {
            waiting.put(tessera, new Waiting(from, question));
            Failure nobody = Failure.of(Failure.Kind.WORKER_LOST, "a worker: none is there");
            out.send(from, new ClusterMessage.Refused(tessera, false, nobody));
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

    private List<Candidate> candidates() {
        List<Candidate> candidates = new ArrayList<>();
        for (Roster.Entry worker : roster.workers()) {
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
            out.send(from, new ClusterMessage.Leased(List.of()));
        } else {
            leases.put(from, wanted);
            grant(from, wanted);
        }
    }

    private void grant(long to, int wanted) {
        List<Long> workers = placement.rank(candidates()).stream()
                .limit(wanted)
                .map(Candidate::instance)
                .toList();
        out.send(to, new ClusterMessage.Leased(workers));
    }

    // ---- who comes and goes

    void workerJoined() {
        for (Waiting each : List.copyOf(waiting.values())) {
            place(each.asker, each.question);
        }
        leases.forEach(this::grant);
    }

    void lost(Roster.Entry unit) {
        long instance = unit.member.instance();
        leases.remove(instance);
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
        leases.forEach(this::grant);
    }

    @Nullable Long workerOf(Id tessera) {
        Place place = places.get(tessera);
        return place == null ? null : place.worker;
    }
}
