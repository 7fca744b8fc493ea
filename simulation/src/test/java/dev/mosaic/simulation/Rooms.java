package dev.mosaic.simulation;

import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.Resources;
import dev.mosaic.monitor.ClusterState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What nodes offer, and who has taken it: no node gives more than it has, a reservation is all or nothing, and in the end all was given back.
 *
 * <p>Tesserae take no more than what there is at all, so that none waits for another; tasks wait for each other.
 */
final class Rooms {
    static final String LABEL = "fpga";
    private static final int MOST_TESSERAE = 3;
    private static final Resources BUNDLE = Resources.ofCpus(0.5);
    private static final Resources OFFER =
            Resources.ofCpus(6).plus(new Resources(0, 0, 0, Map.of(LABEL, Resources.ONE)));

    private record Reservation(UnitProcess unit, boolean spread, List<String> nodes) {}

    private final World world;
    private final Map<Id, Resources> tesserae = new LinkedHashMap<>();
    private final Map<Id, Resources> tasks = new LinkedHashMap<>();
    private final Map<Id, Reservation> reservations = new LinkedHashMap<>();
    private int booked;
    private int refused;
    private int fullest;

    Rooms(World world) {
        this.world = world;
    }

    static Resources offer() {
        return OFFER;
    }

    /** What a tessera claims. */
    Claim ofTessera(Id tessera, Schedule dice) {
        if (!world.hasNodes || tesserae.size() >= MOST_TESSERAE || !dice.chance(50)) {
            return Claim.NONE;
        }
        Resources needs = dice.chance(50) ? Resources.ofCpus(1) : BUNDLE;
        tesserae.put(tessera, needs);
        return Claim.of(needs);
    }

    /** What a task of a main claims: those that calls make would wait for what their makers have. */
    Claim ofTask(Id task, Schedule dice) {
        if (!world.hasNodes || !dice.chance(90)) {
            return Claim.NONE;
        }
        Resources needs = dice.chance(50) ? Resources.ofCpus(2) : new Resources(0, 0, 0, Map.of(LABEL, Resources.ONE));
        tasks.put(task, needs);
        return Claim.of(needs);
    }

    // ---- reservations

    boolean mayReserve() {
        return world.hasNodes && reservations.isEmpty();
    }

    /** @param mayBeSpread where there are nodes enough */
    ClusterMessage.Book book(UnitProcess unit, Id id, boolean mayBeSpread) {
        boolean spread = mayBeSpread && world.hasSeveralNodes();
        reservations.put(id, new Reservation(unit, spread, List.of()));
        return new ClusterMessage.Book(id, List.of(BUNDLE, BUNDLE), spread, List.of());
    }

    void booked(UnitProcess unit, ClusterMessage.Booked said) {
        Reservation known = reservations.get(said.reservation());
        if (known != null) {
            List<String> nodes = said.nodes();
            boolean isWhole = nodes.isEmpty() || nodes.size() == 2;
            boolean isSpread = !known.spread || new HashSet<>(nodes).size() == nodes.size();
            if (!isWhole || !isSpread) {
                throw new AssertionError("reservation=" + said.reservation() + " has " + nodes);
            }
            booked += nodes.isEmpty() ? 0 : 1;
            reservations.put(said.reservation(), new Reservation(unit, known.spread, nodes));
        }
    }

    void refused(Id id) {
        refused += reservations.remove(id) == null ? 0 : 1;
    }

    boolean isOpen(Id id) {
        return reservations.containsKey(id);
    }

    boolean isHeld(Id id) {
        Reservation known = reservations.get(id);
        return known != null && !known.nodes.isEmpty();
    }

    void end(Id id) {
        reservations.remove(id);
    }

    /** With its unit. */
    void died(UnitProcess unit) {
        reservations.values().removeIf(each -> each.unit.equals(unit));
    }

    // ---- rules

    /** After a step. A monitor that is new may not know of all that the one before has given. */
    void check() {
        if (!world.hasNodes) {
            return;
        }
        Map<String, Resources> used = new HashMap<>();
        tesserae.forEach((id, needs) -> add(used, world.ledger.home(id), needs));
        tasks.forEach((id, needs) -> add(used, world.ledger.host(id), needs));
        reservations.values().stream()
                .filter(each -> world.unit(each.unit.instance()) != null)
                .forEach(each -> each.nodes.forEach(node -> used.merge(node, BUNDLE, Resources::plus)));
        used.forEach((node, sum) -> {
            if (!sum.fits(OFFER)) {
                throw new AssertionError(node + " offers " + OFFER + " and gave " + sum);
            }
            fullest = Math.max(fullest, (int) (sum.cpus() * 100 / OFFER.cpus()));
        });
    }

    private static void add(Map<String, Resources> used, @Nullable UnitProcess where, Resources needs) {
        if (where != null) {
            used.merge(where.member().node(), needs, Resources::plus);
        }
    }

    /** Why not all was given back; empty where it was. */
    String left(ClusterState state) {
        for (ClusterState.NodeState node : world.hasNodes ? state.nodes() : List.<ClusterState.NodeState>of()) {
            if (!node.free().equals(node.offers())) {
                return node.uid() + " offers " + node.offers() + " and has " + node.free() + " free: " + node.reason();
            }
        }
        return "";
    }

    String summary() {
        return ", claims=" + (tesserae.size() + tasks.size()) + ", booked=" + booked + ", refused=" + refused
                + ", fullest=" + fullest + " %";
    }
}
