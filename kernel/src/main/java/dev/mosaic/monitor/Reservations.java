package dev.mosaic.monitor;

import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Resources;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Room that is kept for a program: all bundles of a reservation, or none.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> O(bundles x nodes) for an attempt; one is made where room has come. <b>Failure:</b> the
 * bundles of a node that is lost are looked for again, elsewhere; the others stay.
 */
final class Reservations {
    /** Where a bundle is. */
    private record Held(Stock stock, Room room) {}

    private static final class Reservation {
        private final Id id;
        private final long program;
        private final List<Resources> bundles;
        private final boolean spreads;
        private final long sinceNanos;
        private final List<@Nullable Held> held = new ArrayList<>();
        private long asker;

        /** The nodes where a monitor before has held its bundles. */
        private List<String> before = List.of();

        private Reservation(Id id, long program, List<Resources> bundles, boolean spreads, long sinceNanos) {
            this.id = id;
            this.program = program;
            this.bundles = bundles;
            this.spreads = spreads;
            this.sinceNanos = sinceNanos;
            bundles.forEach(any -> held.add(null));
        }

        private boolean isHeld() {
            return held.stream().allMatch(java.util.Objects::nonNull);
        }
    }

    private final Stocks stocks;
    private final MonitorOutput out;
    private final Map<Id, Reservation> reservations = new LinkedHashMap<>();
    private final Set<Id> missing = new HashSet<>();

    Reservations(Stocks stocks, MonitorOutput out) {
        this.stocks = stocks;
        this.out = out;
    }

    /** Whole devices: a part of one in a bundle is one. */
    private static Resources whole(Resources bundle) {
        return bundle.withGpus(Stocks.devices(bundle) * Resources.ONE);
    }

    boolean has(Id id) {
        return reservations.containsKey(id);
    }

    /** The words for a bundle that no node can ever hold; empty where all can be. */
    String impossible(List<Resources> bundles) {
        for (Resources bundle : bundles) {
            if (!stocks.isPossible(bundle)) {
                return "needs=" + bundle + " in one bundle is more than any node has: " + stocks.largest(bundle);
            }
        }
        return "";
    }

    /** Asked for, or asked again. Where a monitor before has given it out, its bundles are where they were. */
    void book(long now, long asker, long program, ClusterMessage.Book book) {
        Reservation known = reservations.get(book.reservation());
        if (known == null) {
            List<Resources> bundles =
                    book.bundles().stream().map(Reservations::whole).toList();
            known = new Reservation(book.reservation(), program, bundles, book.spread(), now);
            reservations.put(known.id, known);
            missing.add(known.id);
            known.before = book.nodes();
            for (String node : Set.copyOf(book.nodes())) {
                Stock stock = stocks.get(node);
                var _ = stock != null && holdAgain(known, stock);
            }
        }
        known.asker = asker;
        tell(known);
    }

    /** A node has come while this monitor hears what is in use: bundles that were held there are again, before anything else. */
    void nodeCame(Stock stock) {
        for (Id id : missing) {
            Reservation each = java.util.Objects.requireNonNull(reservations.get(id));
            if (holdAgain(each, stock)) {
                tell(each);
            }
        }
    }

    private boolean holdAgain(Reservation each, Stock stock) {
        boolean isAny = false;
        for (int i = 0; i < Math.min(each.bundles.size(), each.before.size()); i++) {
            boolean wasThere = each.before.get(i).equals(stock.node.uid());
            if (wasThere && each.held.get(i) == null && each.bundles.get(i).fits(stock.room.free())) {
                hold(each, i, stock);
                isAny = true;
            }
        }
        return isAny;
    }

    /** Tries those that wait. True where one got what it needs. */
    boolean serve() {
        boolean found = false;
        for (Id id : List.copyOf(missing)) {
            Reservation each = reservations.get(id);
            if (each != null && attempt(each)) {
                missing.remove(id);
                tell(each);
                found = true;
            }
        }
        return found;
    }

    boolean areMissing() {
        return !missing.isEmpty();
    }

    private void tell(Reservation each) {
        List<String> nodes = new ArrayList<>();
        for (Held held : each.held) {
            if (held != null) {
                nodes.add(held.stock.node.uid());
            }
        }
        out.send(each.asker, new ClusterMessage.Booked(each.id, each.isHeld() ? nodes : List.of()));
    }

    /** All that is missing, or nothing. */
    private boolean attempt(Reservation each) {
        List<Integer> taken = new ArrayList<>();
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < each.bundles.size(); i++) {
            if (each.held.get(i) == null) {
                order.add(i);
            }
        }
        order.sort(Comparator.comparingLong((Integer i) -> each.bundles.get(i).gpus())
                .thenComparingLong(i -> each.bundles.get(i).cpus())
                .reversed()); // the largest first
        for (int bundle : order) {
            Stock stock = find(each, bundle);
            if (stock == null) {
                taken.forEach(i -> letGo(each, i));
                return false;
            }
            hold(each, bundle, stock);
            taken.add(bundle);
        }
        return true;
    }

    private @Nullable Stock find(Reservation each, int bundle) {
        Set<Long> used = new HashSet<>();
        for (Held held : each.held) {
            if (held != null) {
                used.add(held.stock.arrival);
            }
        }
        Resources needs = each.bundles.get(bundle);
        Stock best = null;
        for (Stock stock : stocks.all()) {
            boolean isUsed = used.contains(stock.arrival);
            if (!needs.fits(stock.room.free()) || (each.spreads && isUsed)) {
                continue;
            }
            if (isUsed) {
                return stock; // packed
            }
            if (best == null || isBetter(stock, best, each)) {
                best = stock;
            }
        }
        return best;
    }

    /** A packed one begins where most of its bundles fit. */
    private static boolean isBetter(Stock stock, Stock best, Reservation each) {
        return !each.spreads && fitting(stock, each) > fitting(best, each);
    }

    private static int fitting(Stock stock, Reservation each) {
        Resources sum = Resources.NONE;
        int count = 0;
        for (Resources bundle : each.bundles) {
            sum = sum.plus(bundle);
            count += sum.fits(stock.room.free()) ? 1 : 0;
        }
        return count;
    }

    private void hold(Reservation each, int bundle, Stock stock) {
        Resources needs = each.bundles.get(bundle);
        stock.room.take(holder(each, bundle), needs);
        stock.room.devices(Stocks.devices(needs));
        stocks.changed(stock);
        each.held.set(bundle, new Held(stock, new Room(needs)));
        if (each.isHeld()) {
            missing.remove(each.id);
        }
    }

    private void letGo(Reservation each, int bundle) {
        Held held = each.held.get(bundle);
        if (held != null) {
            held.stock.room.give(holder(each, bundle));
            held.stock.room.devices(-Stocks.devices(each.bundles.get(bundle)));
            stocks.changed(held.stock);
            each.held.set(bundle, null);
        }
    }

    /** Ids of units have positive numbers; the bundles of a reservation are told apart below. */
    private static Id holder(Reservation each, int bundle) {
        return new Id(each.id.origin(), -(each.id.number() << 16 | bundle));
    }

    /** The room of a bundle; null where it is not held now. */
    @Nullable Room room(Claim claim) {
        Held held = held(claim);
        return held == null ? null : held.room;
    }

    /** The same, where it is held at that node. */
    @Nullable Room roomAt(Stock stock, Claim claim) {
        Held held = held(claim);
        return held == null || held.stock.arrival != stock.arrival ? null : held.room;
    }

    /** The node of a bundle; null where it is not held now. */
    @Nullable Stock stock(Claim claim) {
        Held held = held(claim);
        return held == null ? null : held.stock;
    }

    private @Nullable Held held(Claim claim) {
        Reservation each = reservations.get(claim.reservation());
        return each == null || claim.bundle() >= each.held.size() ? null : each.held.get(claim.bundle());
    }

    /** What a bundle holds; null where there is no such reservation. */
    @Nullable Resources bundle(Claim claim) {
        Reservation each = reservations.get(claim.reservation());
        return each == null || claim.bundle() >= each.bundles.size() ? null : each.bundles.get(claim.bundle());
    }

    /** It is given back. Gives the nodes and rooms that its bundles were; null where there is none. */
    @Nullable List<Room> end(Id id) {
        Reservation each = reservations.remove(id);
        missing.remove(id);
        if (each == null) {
            return null;
        }
        List<Room> rooms = new ArrayList<>();
        for (int i = 0; i < each.held.size(); i++) {
            Held held = each.held.get(i);
            if (held != null) {
                rooms.add(held.room);
                letGo(each, i);
            }
        }
        return rooms;
    }

    /** Those that a unit, or a program, has asked for. */
    List<Id> of(long unit) {
        return reservations.values().stream()
                .filter(each -> each.asker == unit || each.program == unit)
                .map(each -> each.id)
                .toList();
    }

    /** A node is lost: its bundles are missing. */
    void lost(Stock stock) {
        for (Reservation each : reservations.values()) {
            boolean isMissing = false;
            for (int i = 0; i < each.held.size(); i++) {
                Held held = each.held.get(i);
                if (held != null && held.stock.arrival == stock.arrival) {
                    each.held.set(i, null);
                    isMissing = true;
                }
            }
            if (isMissing) {
                missing.add(each.id);
                tell(each);
            }
        }
    }

    /**
     * A reservation that waits.
     *
     * @param needs all its bundles that have no place, together
     * @param spread whether each bundle wants a node of its own
     */
    record Missing(Resources needs, List<Resources> bundles, boolean spread, long sinceNanos, String what) {}

    /** Those that wait and have a bundle that no node can ever hold, with the words for it. */
    List<Never> neverHeld() {
        List<Never> found = new ArrayList<>();
        for (Id id : List.copyOf(missing)) {
            Reservation each = java.util.Objects.requireNonNull(reservations.get(id));
            String never = impossible(each.bundles);
            if (!never.isEmpty()) {
                found.add(new Never(id, each.asker, never));
            }
        }
        return found;
    }

    /** A reservation that can never be, and who asked for it. */
    record Never(Id id, long asker, String words) {}

    Collection<Missing> missing() {
        List<Missing> waiting = new ArrayList<>();
        for (Id id : missing) {
            Reservation each = java.util.Objects.requireNonNull(reservations.get(id));
            List<Resources> bundles = new ArrayList<>();
            for (int i = 0; i < each.bundles.size(); i++) {
                if (each.held.get(i) == null) {
                    bundles.add(each.bundles.get(i));
                }
            }
            waiting.add(new Missing(
                    bundles.stream().reduce(Resources.NONE, Resources::plus),
                    bundles,
                    each.spreads,
                    each.sinceNanos,
                    "reservation room-" + id + " of " + each.bundles.size() + " bundles, "
                            + (each.spreads ? "each on a node of its own" : "on few nodes")));
        }
        return waiting;
    }

    static Failure never(String what) {
        return Failure.of(Failure.Kind.PLACEMENT, what);
    }
}
