package dev.mosaic.monitor;

import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Resources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What waits and why, and what is in use: what the monitor tells others of.
 *
 * <p><b>Threading:</b> the monitor's loop; changes nothing. <b>Cost:</b> O(kinds of claims that wait) for what waits, O(workers + nodes) for
 * what is in use.
 */
final class Demand {
    private final Roster roster;
    private final Ranks ranks;
    private final Staffing staffing;
    private final Stocks stocks;
    private final Berths berths;
    private final Reservations reservations;
    private final Leases leases;
    private final Reasons reasons;
    private final Queue queue;
    private final Addresses addresses;
    private final Outlook outlook;

    Demand(Parts parts) {
        this.roster = parts.roster();
        this.ranks = parts.ranks();
        this.staffing = parts.staffing();
        this.stocks = parts.stocks();
        this.berths = parts.berths();
        this.reservations = parts.reservations();
        this.leases = parts.leases();
        this.reasons = parts.reasons();
        this.queue = parts.queue();
        this.addresses = parts.addresses();
        this.outlook = parts.outlook();
    }

    /** What is known about what waits, in words. */
    String reason(Waiting entry) {
        Claim claim = entry.question().claim();
        if (claim.isCounted()) {
            if (!outlook.isGathered()) {
                return "the monitor is new: it hears first what is in use";
            }
            return claim.isReserved() && reservations.room(claim) == null
                    ? "its reservation room-" + claim.reservation() + " is not held yet"
                    : reasons.of(claim.needs());
        }
        int here = ranks.size(entry.program());
        int expected = staffing.expected(entry.program());
        return here == 0 && expected == 0
                ? "no worker is there" + reasons.coming(Resources.NONE)
                : "workers are being started, coming=" + Math.max(0, expected - here);
    }

    /** What finds no place now, and why. */
    List<Want> wants(long now) {
        List<Want> wants = new ArrayList<>();
        Spare spare = new Spare(stocks.all());
        for (Queue.Group group : queue.groups()) {
            Waiting first = group.first();
            Claim claim = first.kind();
            int missing = outlook.isGathered() ? missing(group, spare) : 0;
            wants.add(Want.of(group.count(), missing, claim.needs(), first.sinceNanos(), reason(first)));
        }
        for (Reservations.Missing each : reservations.missing()) {
            wants.add(new Want(
                    1,
                    outlook.isGathered() ? 1 : 0,
                    each.needs(),
                    each.bundles(),
                    each.spread(),
                    each.sinceNanos(),
                    each.what() + "; " + reasons.of(each.needs())));
        }
        if (outlook.isGathered()) {
            wants.addAll(leases.wants(now, reasons.coming(Resources.ofCpus(1))));
        }
        return wants;
    }

    /** How many of those the nodes that are there will not take, when their workers are there. */
    private int missing(Queue.Group group, Spare spare) {
        Waiting first = group.first();
        Claim claim = first.kind();
        if (claim.isReserved()) {
            return 0; // it is the reservation that waits
        }
        if (claim.isCounted()) {
            return group.count() - spare.take(claim.needs(), group.count());
        }
        return ranks.size(first.program()) + staffing.expected(first.program()) == 0 ? group.count() : 0;
    }

    /** True where the monitor looks at what waits now and then. */
    boolean isWaiting() {
        return !queue.isEmpty() || reservations.areMissing();
    }

    /** What is at each node, or is about to be. */
    Map<String, Use> uses() {
        Map<String, Use> uses = new HashMap<>();
        for (Roster.Entry worker : roster.allWorkers()) {
            ClusterMessage.Heartbeat load = worker.load;
            int placed = addresses.count(worker.member.instance());
            Use use = new Use(Math.max(placed, load.tesserae()), load.queued() + load.running(), 0, 0);
            uses.merge(worker.member.node(), use, Use::plus);
        }
        for (Stock stock : stocks.all()) {
            int bundles = (int) stock.room.holders().keySet().stream()
                    .filter(id -> id.number() < 0)
                    .count();
            uses.merge(stock.node.uid(), new Use(0, 0, bundles, isAwaited(stock) ? 1 : 0), Use::plus);
        }
        for (Berth berth : berths.coming()) {
            uses.merge(berth.stock.node.uid(), new Use(0, 0, 0, berth.claims().size()), Use::plus);
        }
        return uses;
    }

    /** True where something waits that may be placed there when a worker has come. */
    private boolean isAwaited(Stock stock) {
        return stock.node.permits() > 0
                && queue.groups().stream()
                        .map(group -> group.first().kind())
                        .anyMatch(claim -> !claim.isReserved() && Spare.fits(claim.needs(), stock.room.free()));
    }

    /** What is in use of what a node offers. */
    Resources used(Roster.Entry unit) {
        Stock stock = stocks.get(unit.member.uid());
        return stock == null ? Resources.NONE : stock.room.used();
    }

    /** What is left of what a node offers. */
    Resources free(Roster.Entry unit) {
        Stock stock = stocks.get(unit.member.uid());
        return stock == null ? Resources.NONE : stock.room.free();
    }
}
