package dev.mosaic.monitor;

import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that are there with their room, and the kinds that may still be added.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> O(log nodes) to find devices; what nothing can ever hold is looked for once for each
 * kind of claim, until nodes change.
 */
final class Stocks {
    private record Free(long devices, long arrival, Stock stock) {}

    private static final Comparator<Free> BY_DEVICES =
            Comparator.comparingLong(Free::devices).thenComparingLong(Free::arrival);

    private static final Stock NOWHERE = new Stock(new Member("", 0, Member.Kind.NODE, "", "", 0), 0);

    private List<Resources> announced;
    private final Map<String, Stock> byUid = new LinkedHashMap<>();
    private final TreeSet<Free> byDevices = new TreeSet<>(BY_DEVICES);
    private final Map<String, Free> seen = new HashMap<>();
    private final Map<Resources, Boolean> possible = new HashMap<>();
    private long arrived;

    Stocks(List<Resources> announced) {
        this.announced = announced;
    }

    /** A node has introduced itself: for the first time, or with another offer. Gives null where it is known as it is. */
    @Nullable Stock add(Member node) {
        Stock known = byUid.get(node.uid());
        if (known != null && known.node.equals(node)) {
            return null;
        }
        Stock stock = new Stock(node, ++arrived);
        byUid.put(node.uid(), stock);
        possible.clear();
        changed(stock);
        return stock;
    }

    void remove(Member node) {
        Stock stock = byUid.get(node.uid());
        if (stock != null && stock.node.instance() == node.instance()) {
            byUid.remove(node.uid());
            Free before = seen.remove(node.uid());
            if (before != null) {
                byDevices.remove(before);
            }
            possible.clear();
        }
    }

    @Nullable Stock get(String uid) {
        return byUid.get(uid);
    }

    boolean isThere(Stock stock) {
        Stock known = byUid.get(stock.node.uid());
        return known != null && known.arrival == stock.arrival;
    }

    Collection<Stock> all() {
        return byUid.values();
    }

    boolean isEmpty() {
        return byUid.isEmpty();
    }

    /** The kinds that may be added, from now on. */
    void announce(List<Resources> kinds) {
        announced = List.copyOf(kinds);
        possible.clear();
    }

    /** True where nothing is there and nothing is announced. */
    boolean isUnknown() {
        return byUid.isEmpty() && announced.isEmpty();
    }

    /** True where a node that could hold that, if it were empty, may be added. */
    boolean isAnnounced(Resources needs) {
        Resources whole = needs.withGpus(devices(needs) * Resources.ONE);
        return announced.stream().anyMatch(whole::fits);
    }

    /** Its devices were taken or given back. */
    void changed(Stock stock) {
        if (isThere(stock)) {
            Free before = seen.get(stock.node.uid());
            Free now = new Free(stock.room.freeDevices(), stock.arrival, stock);
            if (before != null) {
                byDevices.remove(before);
            }
            if (now.devices > 0) {
                byDevices.add(now);
                seen.put(stock.node.uid(), now);
            } else {
                seen.remove(stock.node.uid());
            }
        }
    }

    /** A node with that many devices and room for all else: of those that fit that with the most devices left, or with the fewest. */
    @Nullable Stock withDevices(int devices, Resources needs, boolean fewest) {
        NavigableSet<Free> enough = byDevices.tailSet(new Free(devices, Long.MIN_VALUE, NOWHERE), true);
        for (Free free : fewest ? enough : enough.descendingSet()) {
            if (free.stock.room.fits(needs)) {
                return free.stock;
            }
        }
        return null;
    }

    /** True where a node that is there, or may be added, could hold that if it were empty. */
    boolean isPossible(Resources needs) {
        Resources whole = needs.withGpus(devices(needs) * Resources.ONE);
        return possible.computeIfAbsent(
                whole,
                each -> byUid.values().stream().anyMatch(stock -> each.fits(stock.room.total()))
                        || announced.stream().anyMatch(each::fits));
    }

    /** How many whole devices a worker needs for that. */
    static int devices(Resources needs) {
        return (int) ((needs.gpus() + Resources.ONE - 1) / Resources.ONE);
    }

    /** The largest there is of what is too small everywhere. */
    String largest(Resources needs) {
        List<String> words = new ArrayList<>();
        Resources most = Resources.NONE;
        String where = "";
        for (Stock stock : byUid.values()) {
            Resources here = stock.room.total();
            if (where.isEmpty() || coverage(here, needs) > coverage(most, needs)) {
                most = here;
                where = stock.node.uid();
            }
        }
        if (!where.isEmpty()) {
            words.add("the largest node is " + where + " with " + most);
        }
        announced.stream()
                .max(Comparator.comparingDouble(each -> coverage(each, needs)))
                .ifPresent(each -> words.add("the largest announced has " + each));
        return String.join(", ", words);
    }

    /** How much of it there is, from 0 to the number of kinds. */
    private static double coverage(Resources there, Resources needs) {
        double sum = part(there.cpus(), needs.cpus())
                + part(there.gpus(), needs.gpus())
                + part(there.memoryBytes(), needs.memoryBytes());
        for (Map.Entry<String, Long> label : needs.labels().entrySet()) {
            sum += part(there.labels().getOrDefault(label.getKey(), 0L), label.getValue());
        }
        return sum;
    }

    private static double part(long there, long needed) {
        return needed == 0 ? 0 : Math.min(1, (double) there / needed);
    }
}
