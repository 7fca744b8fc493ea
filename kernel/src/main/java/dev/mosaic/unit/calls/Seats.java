package dev.mosaic.unit.calls;

import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Stateless tasks that need more than a processor: each runs in a seat, room in a worker that the monitor places as it places a tessera.
 * A seat takes one task at a time; it is kept for the next of the same claim, and given back when none comes for a while.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> a question to the monitor for each seat; O(1) for each task. <b>Failure:</b> a claim that no node
 * can ever hold fails its tasks; seats in a worker that is lost are asked for again as tasks need them.
 */
final class Seats {
    /** Room for one task. */
    private static final class Seat {
        private final Id id;
        private final Bench bench;
        private long worker;
        private @Nullable OwnTask task;
        private long idleNanos;

        private Seat(Id id, Bench bench) {
            this.id = id;
            this.bench = bench;
        }
    }

    /** The seats and tasks of one claim. */
    private static final class Bench {
        private final Claim claim;
        private final ArrayDeque<OwnTask> backlog = new ArrayDeque<>();
        private final ArrayDeque<Seat> free = new ArrayDeque<>();
        private int seats;

        /** Asked for, without an answer. */
        private int coming;

        /** Why the last one that was asked for has no room yet. */
        private String reason = "";

        private Bench(Claim claim) {
            this.claim = claim;
        }
    }

    private final CallMachine machine;
    private final TaskPool pool;
    private final Map<Claim, Bench> benches = new LinkedHashMap<>();
    private final Map<Id, Seat> seats = new LinkedHashMap<>();
    private final Map<OwnTask, Seat> taken = new HashMap<>();
    private long monitor;

    Seats(CallMachine machine, TaskPool pool) {
        this.machine = machine;
        this.pool = pool;
    }

    /** A task whose needs have ended: in a seat it waits for nothing that may need room too. */
    void enqueue(long now, OwnTask entry) {
        Bench bench = benches.computeIfAbsent(entry.order.claim(), Bench::new);
        bench.backlog.add(entry);
        dispatch(now, bench);
    }

    private void dispatch(long now, Bench bench) {
        while (!bench.backlog.isEmpty()) {
            OwnTask head = bench.backlog.element();
            if (!head.isOver() && bench.free.isEmpty()) {
                break;
            }
            bench.backlog.remove();
            // What it needs may be lost since: in the seat it would wait for a task that may need the same room.
            if (!pool.mayGo(head)) {
                continue;
            }
            Seat seat = bench.free.pop();
            seat.task = head;
            taken.put(head, seat);
            machine.channels.send(now, pool.channel(seat.worker), head);
        }
        while (bench.coming < bench.backlog.size() && bench.seats < machine.settings.mostLeases()) {
            Seat seat = new Seat(machine.nextId(), bench);
            seats.put(seat.id, seat);
            bench.seats++;
            bench.coming++;
            ask(seat);
        }
    }

    private void ask(Seat seat) {
        machine.links.send(monitor, new ClusterMessage.Place(seat.id, "", 0, "", seat.worker, seat.bench.claim));
    }

    /** True where it was a seat that has a place now. */
    boolean placed(long now, ClusterMessage.Placed placed) {
        Seat seat = seats.get(placed.tessera());
        if (seat == null) {
            return false;
        }
        if (machine.links.isDead(placed.worker())) {
            ask(seat);
        } else {
            boolean isNew = seat.worker == 0;
            boolean isElsewhere = seat.worker != placed.worker();
            seat.worker = placed.worker();
            seat.bench.coming -= isNew ? 1 : 0;
            if (isElsewhere) {
                moved(now, seat);
            }
        }
        return true;
    }

    /** It is in that worker now. A task goes on in the worker it was sent to, and has this seat no more. */
    private void moved(long now, Seat seat) {
        OwnTask task = seat.task;
        if (task != null) {
            taken.remove(task);
        }
        seat.bench.free.remove(seat);
        free(now, seat);
    }

    private void free(long now, Seat seat) {
        seat.task = null;
        seat.idleNanos = now;
        seat.bench.free.push(seat);
        dispatch(now, seat.bench);
    }

    /** Why a task has no seat yet, as the monitor said; empty where none waits. */
    String waitsFor() {
        for (Bench bench : benches.values()) {
            if (bench.coming > 0 && !bench.backlog.isEmpty() && !bench.reason.isEmpty()) {
                return bench.reason;
            }
        }
        return "";
    }

    /** True where it was a seat that there is no room for. */
    boolean refused(ClusterMessage.Refused refused) {
        Seat seat = seats.get(refused.tessera());
        if (seat != null) {
            seat.bench.reason = refused.failure().what();
        }
        if (seat != null && refused.forEver() && seat.worker == 0) {
            Bench bench = seat.bench;
            remove(seat);
            List<OwnTask> failed = List.copyOf(bench.backlog);
            bench.backlog.clear();
            failed.forEach(entry -> machine.settle(entry, new Outcome.Failed(refused.failure())));
        }
        return seat != null;
    }

    private void remove(Seat seat) {
        seats.remove(seat.id);
        seat.bench.seats--;
        seat.bench.free.remove(seat);
        if (seat.worker == 0) {
            seat.bench.coming--;
        }
    }

    /** A task is over there, or is to be sent again. */
    void done(long now, OwnTask entry) {
        Seat seat = taken.remove(entry);
        if (seat != null) {
            free(now, seat);
        }
    }

    /** A worker is lost, with the seats in it. Its tasks are dealt with by the pool. */
    void lost(long worker) {
        for (Seat seat : new ArrayList<>(seats.values())) {
            if (seat.worker == worker) {
                OwnTask task = seat.task;
                if (task != null) {
                    taken.remove(task);
                }
                remove(seat);
                machine.endings.say(monitor, seat.id);
            }
        }
    }

    /** A monitor to ask: one that is new learns here which seats there are. */
    void monitor(long instance) {
        monitor = instance;
        seats.values().forEach(this::ask);
    }

    void tick(long now) {
        for (Bench bench : List.copyOf(benches.values())) {
            dispatch(now, bench);
            for (Seat seat : List.copyOf(bench.free)) {
                if (now - seat.idleNanos > machine.settings.idleNanos()) {
                    giveBack(seat);
                }
            }
            if (bench.backlog.isEmpty() && bench.coming > 0) {
                // Nobody needs them any more: what was to run there was cancelled, or ran in another.
                List.copyOf(seats.values()).stream()
                        .filter(seat -> seat.bench == bench && seat.worker == 0)
                        .forEach(this::giveBack);
            }
            if (bench.seats == 0 && bench.backlog.isEmpty()) {
                benches.remove(bench.claim);
            }
        }
    }

    private void giveBack(Seat seat) {
        remove(seat);
        machine.endings.say(monitor, seat.id);
    }
}
