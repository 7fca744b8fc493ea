package dev.mosaic.node;

import dev.mosaic.message.Member;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Workers with devices inside the program's own JVM. They know their devices; the environment of the JVM says nothing of them, since it is one
 * for all.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a unit in this JVM for each; it is opened and closed on a thread of its own.
 */
final class InsideWorkers implements Node.Staff {
    /** Opens one. */
    interface Opener {
        /** The unit of that name, and its instance. */
        Opened open(String uid, List<String> gpus);
    }

    /** A unit that was opened. */
    record Opened(long instance, Runnable end) {}

    private record Wish(long program, long ticket, int devices) {}

    private record Seat(Wish wish, String uid, List<String> gpus, Opened unit) {}

    private final int node;
    private final List<String> gpus;
    private final Opener opener;

    /** Those that wait and those that have their worker: the monitor may say them again. */
    private final Set<Wish> heard = new HashSet<>();

    private final List<Wish> waiting = new ArrayList<>();
    private final Map<Long, Seat> seats = new HashMap<>();
    private final Set<String> taken = new HashSet<>();
    private int next;
    private boolean closing;

    /** @param first the number of the first of them */
    InsideWorkers(int node, int first, List<String> gpus, Opener opener) {
        this.node = node;
        this.next = first;
        this.gpus = List.copyOf(gpus);
        this.opener = opener;
    }

    @Override
    public synchronized void equip(Member program, long ticket, int devices, List<Path> code) {
        Wish wish = new Wish(program.instance(), ticket, devices);
        if (heard.add(wish)) {
            waiting.add(wish);
            serve();
        }
    }

    private void serve() {
        while (!waiting.isEmpty() && !closing) {
            Wish wish = waiting.getFirst();
            List<String> free = gpus.stream()
                    .filter(id -> !taken.contains(id))
                    .limit(wish.devices)
                    .toList();
            if (free.size() < wish.devices) {
                return;
            }
            waiting.removeFirst();
            taken.addAll(free);
            String uid = Roll.workerUid(node, next++);
            Thread.ofVirtual()
                    .name("mosaic-" + uid)
                    .start(() -> opened(new Seat(wish, uid, free, opener.open(uid, free))));
        }
    }

    private synchronized void opened(Seat seat) {
        if (closing) {
            seat.unit.end().run(); // it came after all others were ended
        } else {
            seats.put(seat.unit.instance(), seat);
        }
    }

    @Override
    public synchronized void lost(long instance) {
        if (waiting.removeIf(wish -> wish.program == instance)) {
            heard.removeIf(wish -> wish.program == instance);
            serve();
        }
        Seat seat = seats.remove(instance);
        if (seat != null) {
            heard.remove(seat.wish); // of a worker that is lost the monitor does not ask again
            Thread.ofVirtual().name("mosaic-" + seat.uid + "-end").start(() -> {
                seat.unit.end().run();
                free(seat.gpus);
            });
        }
    }

    /** Wishes that are not over. */
    synchronized int wishes() {
        return heard.size();
    }

    private synchronized void free(List<String> ids) {
        ids.forEach(taken::remove);
        serve();
    }

    @Override
    public synchronized void stop() {
        closing = true;
    }
}
