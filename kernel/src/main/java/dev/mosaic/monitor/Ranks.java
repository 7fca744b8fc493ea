package dev.mosaic.monitor;

import dev.mosaic.placement.Candidate;
import dev.mosaic.placement.Placement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.PriorityQueue;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The workers of each program in the order in which a strategy would choose them. Those with devices of their own are not among them.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> O(log workers) for a change and for the best one; for a strategy that looks at nodes,
 * O(the program's workers on that node) more. An order is kept from its first use on.
 */
final class Ranks {
    /** A worker and what is known about it. */
    static final class Worker {
        final Roster.Entry entry;
        private final Crew crew;
        private final List<Worker> mates;

        /** Placed there, and not ended. */
        private int placed;

        /** Tesserae that live there and that this monitor has no place of, by the last heartbeat. */
        private int strangers;

        private long turn;
        private Candidate seen;

        private Worker(Roster.Entry entry, Crew crew, List<Worker> mates) {
            this.entry = entry;
            this.crew = crew;
            this.mates = mates;
            this.seen = new Candidate(entry.member.instance(), entry.member.permits(), 0, 0, 0, 0, 0);
        }

        int tesserae() {
            return placed + strangers;
        }

        private Candidate look() {
            return new Candidate(
                    entry.member.instance(),
                    entry.member.permits(),
                    tesserae(),
                    entry.load.queued(),
                    entry.load.running(),
                    crew.looksAtNodes
                            ? mates.stream().mapToInt(Worker::tesserae).sum()
                            : 0,
                    turn);
        }
    }

    /** The workers of one program. */
    private static final class Crew {
        private final Map<String, List<Worker>> byNode = new LinkedHashMap<>();
        private final Map<String, NavigableSet<Candidate>> orders = new HashMap<>();
        private boolean looksAtNodes;
        private int workers;
        private int placed;
        private long cameNanos;
    }

    private final Map<Long, Worker> workers = new LinkedHashMap<>();
    private final Map<Long, Crew> crews = new LinkedHashMap<>();
    private final Map<Long, Long> arrivals = new HashMap<>();
    private long arrived;
    private long turns;

    /** A worker has introduced itself for the first time. */
    void add(long now, Roster.Entry entry) {
        Crew crew = crews.computeIfAbsent(entry.member.program(), any -> new Crew());
        List<Worker> mates = crew.byNode.computeIfAbsent(entry.member.node(), any -> new ArrayList<>());
        Worker worker = new Worker(entry, crew, mates);
        arrivals.put(entry.member.instance(), ++arrived);
        workers.put(entry.member.instance(), worker);
        mates.add(worker);
        crew.workers++;
        crew.cameNanos = now;
        worker.seen = worker.look();
        crew.orders.values().forEach(order -> order.add(worker.seen));
    }

    void remove(long instance) {
        Worker worker = workers.remove(instance);
        if (worker != null) {
            Crew crew = worker.crew;
            crew.orders.values().forEach(order -> order.remove(worker.seen));
            arrivals.remove(instance);
            worker.mates.remove(worker);
            if (worker.mates.isEmpty()) {
                crew.byNode.remove(worker.entry.member.node());
            }
            crew.workers--;
            crew.placed -= worker.placed;
            if (crew.workers == 0) {
                crews.remove(worker.entry.member.program());
            }
            changed(worker);
        }
    }

    @Nullable Worker get(long instance) {
        return workers.get(instance);
    }

    /** One more, or less, was placed there. */
    void placed(long instance, int more) {
        Worker worker = workers.get(instance);
        if (worker != null) {
            worker.placed += more;
            worker.crew.placed += more;
            if (more > 0) {
                worker.turn = ++turns;
            }
            changed(worker);
        }
    }

    /**
     * A worker has said how many tesserae it has. What it says is old at the next placement, so only the difference is kept: its messages
     * come in order, so that it has told of every end that its figure knows.
     */
    void counted(long instance) {
        Worker worker = workers.get(instance);
        if (worker != null) {
            worker.strangers = Math.max(0, worker.entry.load.tesserae() - worker.placed);
            changed(worker);
        }
    }

    private static void changed(Worker worker) {
        if (worker.crew.looksAtNodes) {
            worker.mates.forEach(Ranks::see);
        } else {
            see(worker);
        }
    }

    private static void see(Worker worker) {
        Candidate now = worker.look();
        if (!now.equals(worker.seen)) {
            worker.crew.orders.values().forEach(order -> {
                if (order.remove(worker.seen)) {
                    order.add(now);
                }
            });
            worker.seen = now;
        }
    }

    /** Tesserae of the program that this monitor has placed. */
    int tesserae(long program) {
        Crew crew = crews.get(program);
        return crew == null ? 0 : crew.placed;
    }

    /** How many workers serve the program; all for program 0. */
    int size(long program) {
        int sum = 0;
        for (Crew crew : serving(program)) {
            sum += crew.workers;
        }
        return sum;
    }

    /** When the last of the program's own workers has come, of those that there are; the given time where there is none. */
    long lastCameNanos(long program, long otherwise) {
        Crew crew = crews.get(program);
        return crew == null ? otherwise : crew.cameNanos;
    }

    /** The program's own workers on a node. */
    int size(long program, String node) {
        Crew crew = crews.get(program);
        return crew == null ? 0 : crew.byNode.getOrDefault(node, List.of()).size();
    }

    /** Those that serve a program and are on that node, in the order they came. */
    List<Worker> on(long program, String node) {
        List<Worker> found = new ArrayList<>();
        for (Crew crew : serving(program)) {
            found.addAll(crew.byNode.getOrDefault(node, List.of()));
        }
        return found;
    }

    private Collection<Crew> serving(long program) {
        if (program == 0) {
            return crews.values();
        }
        List<Crew> serving = new ArrayList<>(2);
        for (long each : new long[] {program, 0}) {
            Crew crew = crews.get(each);
            if (crew != null) {
                serving.add(crew);
            }
        }
        return serving;
    }

    /** The best of some by a strategy. Null for none. */
    @Nullable Worker best(List<Worker> some, Placement placement) {
        return some.stream()
                .min(Comparator.comparing(worker -> worker.seen, placement.order()))
                .orElse(null);
    }

    /** The best one, and how it looks. */
    @Nullable Worker first(long program, Placement placement) {
        Iterator<Worker> all = ranked(program, placement);
        return all.hasNext() ? all.next() : null;
    }

    /** Those that serve a program, the best first, as they are looked at. Nothing may change meanwhile. */
    Iterator<Worker> ranked(long program, Placement placement) {
        Collection<Crew> serving = serving(program);
        Comparator<Candidate> order = order(placement);
        if (serving.size() == 1) {
            Iterator<Candidate> only =
                    order(serving.iterator().next(), placement).iterator();
            return of(only::hasNext, only::next);
        }
        record Head(Candidate candidate, Iterator<Candidate> rest) {}
        PriorityQueue<Head> heads = new PriorityQueue<>((a, b) -> order.compare(a.candidate, b.candidate));
        for (Crew crew : serving) {
            Iterator<Candidate> rest = order(crew, placement).iterator();
            if (rest.hasNext()) {
                heads.add(new Head(rest.next(), rest));
            }
        }
        return of(() -> !heads.isEmpty(), () -> {
            Head head = heads.remove();
            if (head.rest.hasNext()) {
                heads.add(new Head(head.rest.next(), head.rest));
            }
            return head.candidate;
        });
    }

    private Iterator<Worker> of(java.util.function.BooleanSupplier more, java.util.function.Supplier<Candidate> next) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return more.getAsBoolean();
            }

            @Override
            public Worker next() {
                return java.util.Objects.requireNonNull(workers.get(next.get().instance()));
            }
        };
    }

    private Comparator<Candidate> order(Placement placement) {
        return placement.order().thenComparingLong(each -> arrivals.getOrDefault(each.instance(), 0L));
    }

    private NavigableSet<Candidate> order(Crew crew, Placement placement) {
        String name = placement.name(); // asked once: it changes where the strategy fails meanwhile
        NavigableSet<Candidate> known = crew.orders.get(name);
        if (known != null) {
            return known;
        }
        if (placement.looksAtNodes() && !crew.looksAtNodes) {
            crew.looksAtNodes = true;
            crew.byNode.values().forEach(mates -> mates.forEach(Ranks::see));
        }
        NavigableSet<Candidate> made = new TreeSet<>(order(placement));
        crew.byNode.values().forEach(mates -> mates.forEach(worker -> made.add(worker.seen)));
        crew.orders.put(name, made);
        return made;
    }
}
