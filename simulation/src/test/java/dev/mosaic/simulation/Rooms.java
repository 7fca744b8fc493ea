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
import java.util.Set;
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

    private static final List<String> DEVICES = List.of("0", "1");
    private static final Resources DEVICE = Resources.NONE.withGpus(Resources.ONE);
    private static final Resources HALF = Resources.NONE.withGpus(Resources.ONE / 2);

    private final World world;
    private int onDevices;

    /** Whose half of a device is. */
    private long halved;

    private final Map<Id, Resources> tesserae = new LinkedHashMap<>();
    private final Map<Id, Resources> tasks = new LinkedHashMap<>();
    private final Map<Id, Reservation> reservations = new LinkedHashMap<>();

    /** Units that a monitor had heard when it gave a tessera its place. */
    private final Map<Id, Set<Long>> heardBefore = new HashMap<>();

    private int booked;
    private int refused;
    private int fullest;
    private int mostDevices;

    Rooms(World world) {
        this.world = world;
    }

    static Resources offer() {
        return OFFER;
    }

    /** The ids of the devices of a node. */
    List<String> devices() {
        return world.hasDevices ? DEVICES : List.of();
    }

    /** What a tessera claims. */
    Claim ofTessera(Id tessera, Schedule dice) {
        if (!world.hasNodes || tesserae.size() >= MOST_TESSERAE || !dice.chance(50)) {
            return Claim.NONE;
        }
        Resources needs = dice.chance(50) ? Resources.ofCpus(1) : BUNDLE;
        if (world.hasDevices && onDevices < 2 && dice.chance(60) && (onDevices == 0 || halved == program(tessera))) {
            // Two halves of one device, or one whole: the other one is for tasks. Two programs share no worker, so
            // their halves would be
            // on two devices.
            halved = program(tessera);
            onDevices += onDevices == 0 && dice.chance(50) ? 2 : 1;
            needs = onDevices == 2 && tesserae.values().stream().noneMatch(HALF::equals) ? DEVICE : HALF;
        }
        tesserae.put(tessera, needs);
        return Claim.of(needs);
    }

    private long program(Id tessera) {
        UnitProcess maker = world.unit(tessera.origin());
        return maker == null
                ? 0
                : maker.member().program() == 0
                        ? maker.instance()
                        : maker.member().program();
    }

    /** What a task of a main claims: those that calls make would wait for what their makers have. */
    Claim ofTask(Id task, Schedule dice) {
        if (!world.hasNodes || !dice.chance(90)) {
            return Claim.NONE;
        }
        Resources other = world.hasDevices && dice.chance(50) ? DEVICE : Resources.ofCpus(2);
        Resources needs = dice.chance(50) ? other : new Resources(0, 0, 0, Map.of(LABEL, Resources.ONE));
        tasks.put(task, needs);
        return Claim.of(needs);
    }

    void placed(Id tessera, Set<Long> heard) {
        heardBefore.put(tessera, heard);
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
        checkDevices();
        Resources offer = OFFER.withGpus(devices().size() * Resources.ONE);
        Map<String, Resources> used = new HashMap<>();
        tesserae.forEach((id, needs) -> add(used, world.ledger.home(id), needs));
        tasks.forEach((id, needs) -> add(used, hostOfKnown(id), needs));
        reservations.values().stream()
                .filter(each -> world.unit(each.unit.instance()) != null)
                .forEach(each -> each.nodes.forEach(node -> used.merge(node, BUNDLE, Resources::plus)));
        used.forEach((node, sum) -> {
            if (!sum.fits(offer)) {
                throw new AssertionError(node + " offers " + offer + " and gave " + sum);
            }
            fullest = Math.max(fullest, (int) (sum.cpus() * 100 / OFFER.cpus()));
        });
    }

    /** Where the task runs; null where it does not, or where a monitor that is new gave room on that node before it had heard of its maker. */
    private @Nullable UnitProcess hostOfKnown(Id task) {
        UnitProcess host = world.ledger.host(task);
        if (host == null) {
            return null;
        }
        String node = host.member().node();
        for (Id tessera : tesserae.keySet()) {
            UnitProcess home = world.ledger.home(tessera);
            boolean isThere = home != null && home.member().node().equals(node);
            if (isThere
                    && !heardBefore.getOrDefault(tessera, Set.of(task.origin())).contains(task.origin())) {
                return null;
            }
        }
        return host;
    }

    /** A device is one worker's, and there one claim's, or that of several parts. */
    private void checkDevices() {
        if (!world.hasDevices) {
            return;
        }
        Map<Long, Resources> taken = new HashMap<>();
        tesserae.forEach((id, needs) -> take(taken, id, world.ledger.home(id), needs));
        tasks.forEach((id, needs) -> take(taken, id, hostOfKnown(id), needs));
        Set<String> given = new HashSet<>();
        world.workers()
                .forEach(worker -> worker.member().gpus().forEach(gpu -> {
                    if (!given.add(worker.member().node() + " " + gpu)) {
                        throw new AssertionError("two workers have device=" + gpu + " of "
                                + worker.member().node());
                    }
                }));
        mostDevices = Math.max(mostDevices, taken.size());
    }

    private static void take(Map<Long, Resources> taken, Id id, @Nullable UnitProcess where, Resources needs) {
        if (where == null || needs.gpus() == 0) {
            return;
        }
        long has = where.member().gpus().size() * Resources.ONE;
        Resources sum = taken.merge(where.instance(), needs, Resources::plus);
        if (sum.gpus() > has) {
            throw new AssertionError(
                    where + " has " + where.member().gpus() + ", and " + id + " and others claim " + sum + " there");
        }
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
                + ", fullest=" + fullest + " %"
                + (world.hasDevices ? ", devices in use=" + mostDevices : "");
    }
}
