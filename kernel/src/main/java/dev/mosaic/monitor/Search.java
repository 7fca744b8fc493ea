package dev.mosaic.monitor;

import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Resources;
import dev.mosaic.placement.Placement;
import dev.mosaic.placement.Strategies;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds a worker for what wants a place, and gives it that place.
 *
 * <pre>
 *   claims nothing ──► the best worker          counted ──► the best one on a node with room
 *   reserved ──► on the node of its bundle      devices ──► a worker with them: there, on its way, or a new one
 * </pre>
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> O(log workers) for what needs nothing special; where room is needed, a look at the
 * workers in order until one's node has it.
 */
final class Search {
    private final Roster roster;
    private final MonitorSettings settings;
    private final Placement placement;
    private final MonitorOutput out;
    private final Ranks ranks;
    private final Staffing staffing;
    private final Stocks stocks;
    private final Berths berths;
    private final Reservations reservations;
    private final Queue queue;
    private final Map<Id, Waiting> boarding;
    private final Addresses addresses;
    private final Names names;
    private final Outlook outlook;
    private final Answers answers;

    Search(Parts parts, Answers answers) {
        this.answers = answers;
        this.roster = parts.roster();
        this.settings = parts.settings();
        this.placement = parts.placement();
        this.out = parts.out();
        this.ranks = parts.ranks();
        this.staffing = parts.staffing();
        this.stocks = parts.stocks();
        this.berths = parts.berths();
        this.reservations = parts.reservations();
        this.queue = parts.queue();
        this.boarding = parts.boarding();
        this.addresses = parts.addresses();
        this.names = parts.names();
        this.outlook = parts.outlook();
    }

    /**
     * True where it has one now, or never will: another that waited got its name.
     *
     * @param only the node that has changed; null for any
     */
    boolean tryPlace(long now, Waiting entry, @Nullable Stock only) {
        if (answers.refuseTaken(entry.asker(), entry.question())) {
            queue.remove(entry.question().tessera());
            return true;
        }
        Claim claim = entry.question().claim();
        if (!claim.isCounted()) {
            return tryPlain(now, entry);
        }
        if (!outlook.isGathered()) {
            return false;
        }
        if (claim.isReserved()) {
            Stock stock = reservations.stock(claim);
            Room room = reservations.room(claim);
            return stock != null
                    && room != null
                    && (only == null || only.arrival == stock.arrival)
                    && (claim.needs().gpus() > 0
                            ? tryDevices(now, entry, stock, room)
                            : tryRoom(now, entry, stock, room));
        }
        return claim.needs().gpus() > 0 ? tryDevices(now, entry, only, null) : tryCounted(now, entry, only);
    }

    private boolean tryPlain(long now, Waiting entry) {
        Placement strategy = strategy(entry.question().claim());
        Ranks.Worker best = first(entry, strategy);
        if (best == null || isWorthWaiting(now, entry, best)) {
            return false;
        }
        Ranks.Worker chosen = wished(entry);
        chosen = chosen == null ? near(entry, strategy, best) : chosen;
        settle(entry, chosen.entry.member.instance(), null, null, null);
        return true;
    }

    /** Workers that are being started get their part of what waits for them, as long as one comes after the other. */
    private boolean isWorthWaiting(long now, Waiting entry, Ranks.Worker best) {
        int expected = staffing.expected(entry.program());
        long news = Math.max(entry.sinceNanos(), ranks.lastCameNanos(entry.program(), entry.sinceNanos()));
        int all = ranks.tesserae(entry.program()) + queue.size(entry.program());
        return expected > ranks.size(entry.program())
                && now - news < settings.staffNanos()
                && (long) best.tesserae() * expected >= all;
    }

    /** The best one, and the one where it is not to be only where that is alone. */
    private Ranks.@Nullable Worker first(Waiting entry, Placement strategy) {
        for (Iterator<Ranks.Worker> all = ranks.ranked(entry.program(), strategy); all.hasNext(); ) {
            Ranks.Worker each = all.next();
            if (!isAvoided(entry, each)) {
                return each;
            }
        }
        return ranks.first(entry.program(), strategy);
    }

    private static boolean isAvoided(Waiting entry, Ranks.Worker worker) {
        return worker.entry.member.instance() == entry.notAt();
    }

    /** The same, of those that the program has on a node. */
    private Ranks.@Nullable Worker best(Waiting entry, String node, Placement strategy) {
        List<Ranks.Worker> all = ranks.on(entry.program(), node);
        List<Ranks.Worker> others =
                all.stream().filter(each -> !isAvoided(entry, each)).toList();
        return ranks.best(others.isEmpty() ? all : others, strategy);
    }

    private Ranks.@Nullable Worker wished(Waiting entry) {
        Ranks.Worker wished = ranks.get(entry.question().wish());
        return wished != null && wished.entry.member.serves(entry.program()) ? wished : null;
    }

    /** On the machine where its arguments are, unless a worker elsewhere has one tessera less or even fewer. */
    private Ranks.Worker near(Waiting entry, Placement strategy, Ranks.Worker best) {
        List<Long> holders = entry.question().claim().near();
        if (!strategy.looksAtArguments()) {
            return best;
        }
        for (long holder : holders) {
            Roster.Entry unit = roster.get(holder);
            Ranks.Worker there = unit == null ? null : best(entry, nodeOf(unit), strategy);
            if (there != null
                    && !isAvoided(entry, there)
                    && there.tesserae() <= best.tesserae() + there.entry.member.permits()) {
                return there;
            }
        }
        return best;
    }

    static String nodeOf(Roster.Entry unit) {
        return unit.member.node().isEmpty() ? unit.member.uid() : unit.member.node();
    }

    /** In a worker as there are many, on a node with room. */
    private boolean tryCounted(long now, Waiting entry, @Nullable Stock only) {
        if (only != null) {
            return only.room.fits(entry.question().claim().needs()) && tryRoom(now, entry, only, only.room);
        }
        Ranks.Worker wished = wished(entry);
        if (wished != null && tryWorker(entry, wished)) {
            return true;
        }
        Ranks.Worker avoided = null;
        for (Iterator<Ranks.Worker> all =
                        ranks.ranked(entry.program(), strategy(entry.question().claim()));
                all.hasNext(); ) {
            Ranks.Worker each = all.next();
            Stock stock = stocks.get(each.entry.member.node());
            if (stock != null && stock.room.fits(entry.question().claim().needs())) {
                if (!isAvoided(entry, each)) {
                    return !isWorthWaiting(now, entry, each) && tryWorker(entry, each);
                }
                avoided = each;
            }
        }
        if (avoided != null) {
            return !isWorthWaiting(now, entry, avoided) && tryWorker(entry, avoided);
        }
        for (Stock stock : stocks.all()) {
            if (stock.room.fits(entry.question().claim().needs())
                    && ranks.size(entry.program(), stock.node.uid()) == 0
                    && staffing.needAt(entry.program(), stock.node.uid())) {
                return false; // it is placed when that has come
            }
        }
        return false;
    }

    private boolean tryWorker(Waiting entry, Ranks.Worker worker) {
        Stock stock = stocks.get(worker.entry.member.node());
        if (stock == null || !stock.room.fits(entry.question().claim().needs())) {
            return false;
        }
        settle(entry, worker.entry.member.instance(), stock, stock.room, null);
        return true;
    }

    /** In the best worker of that node. */
    private boolean tryRoom(long now, Waiting entry, Stock stock, Room room) {
        if (!room.fits(entry.question().claim().needs())) {
            return false;
        }
        Placement strategy = strategy(entry.question().claim());
        Ranks.Worker best = best(entry, stock.node.uid(), strategy);
        if (best == null) {
            var _ = staffing.needAt(entry.program(), stock.node.uid());
            return false;
        }
        if (isWorthWaiting(now, entry, best)) {
            return false;
        }
        settle(entry, best.entry.member.instance(), stock, room, null);
        return true;
    }

    /**
     * In a worker with devices: one that is there, or is being started, or a new one.
     *
     * @param only the only node; null for any
     * @param bundle of a reservation on it; null for the node's own room
     */
    private boolean tryDevices(long now, Waiting entry, @Nullable Stock only, @Nullable Room bundle) {
        Resources needs = entry.question().claim().needs();
        Berth chosen = null;
        for (Berth berth : berths.open(entry.program())) {
            boolean isThere = only == null || berth.stock.arrival == only.arrival;
            Room room = bundle == null ? berth.stock.room : bundle;
            if (isThere && berth.room.equals(room) && berth.fits(needs) && room.fits(needs)) {
                boolean isBetter = berth.instance == entry.question().wish() || chosen == null;
                chosen = isBetter ? berth : chosen;
            }
        }
        if (chosen == null) {
            int devices = Stocks.devices(needs);
            Stock stock = only != null
                    ? only
                    : stocks.withDevices(
                            devices, needs, strategy(entry.question().claim()).fillsNodes());
            if (stock == null) {
                return false;
            }
            Room room = bundle == null ? stock.room : bundle;
            if (room.freeDevices() < devices || !room.fits(needs)) {
                return false;
            }
            chosen = berths.equip(now, stock, room, entry.program(), devices);
        }
        if (chosen != null) {
            board(entry, chosen);
        }
        return chosen != null;
    }

    /** It has a place, in a worker that is there or that is being started. */
    private void board(Waiting entry, Berth berth) {
        Id tessera = entry.question().tessera();
        Claim claim = entry.question().claim().lasting();
        berth.take(tessera, claim);
        berths.looked(berth);
        berth.room.take(tessera, claim.needs());
        if (berth.instance != 0) {
            settle(entry, berth.instance, berth.stock, berth.room, berth);
        } else {
            queue.remove(tessera);
            boarding.put(tessera, entry);
            Failure reason = Failure.of(Failure.Kind.WORKER_LOST, starting(berth));
            out.send(entry.asker(), new ClusterMessage.Refused(tessera, false, reason));
        }
    }

    private static String starting(Berth berth) {
        return "a worker with " + new Resources(0, berth.devices * Resources.ONE, 0, Map.of()) + " is being started at "
                + berth.stock.node.uid();
    }

    void settle(Waiting entry, long worker, @Nullable Stock stock, @Nullable Room room, @Nullable Berth berth) {
        ClusterMessage.Place question = entry.question();
        Id tessera = question.tessera();
        queue.remove(tessera);
        boarding.remove(tessera);
        Claim claim = question.claim().lasting();
        addresses.promise(
                tessera, new Addresses.Place(worker, question.name(), question.className(), claim, stock, room, berth));
        if (!question.name().isEmpty()) {
            names.put(new ClusterMessage.Named(
                    question.name(), tessera, worker, question.className(), question.signature()));
        }
        out.send(entry.asker(), new ClusterMessage.Placed(tessera, worker));
    }

    private Placement strategy(Claim claim) {
        return claim.strategy().isEmpty() || claim.strategy().equals(placement.name())
                ? placement
                : Strategies.named(claim.strategy()).orElse(placement);
    }
}
