package dev.mosaic.monitor;

import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Seats for tasks that a monitor before has given out. Their workers do not know of them: who has them says where they are. As long as a
 * worker is held for living its seats stay there, and what they take is counted before anything new gets room.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> O(1) for a seat; O(seats whose node, worker or bundle is not there yet) for a node,
 * a worker and a bundle that come.
 */
final class Seats {
    private final Roster roster;
    private final Stocks stocks;
    private final Berths berths;
    private final Reservations reservations;
    private final Outlook outlook;
    private final Search search;
    private final Map<Id, Waiting> uncounted = new LinkedHashMap<>();

    Seats(Parts parts, Search search) {
        this.roster = parts.roster();
        this.stocks = parts.stocks();
        this.berths = parts.berths();
        this.reservations = parts.reservations();
        this.outlook = parts.outlook();
        this.search = search;
    }

    /** True where it is a seat that stays where it is: it is counted now, or will be. */
    boolean keep(Waiting entry) {
        Id id = entry.question().tessera();
        uncounted.remove(id);
        Roster.Entry worker = worker(entry);
        if (worker == null || isElsewhere(entry.question().claim(), worker)) {
            return false;
        }
        if (!count(entry, worker)) {
            uncounted.put(id, entry);
        }
        return true;
    }

    /** Something has come. Gives those that are to be placed anew, since their workers are lost. */
    List<Waiting> look() {
        List<Waiting> lost = new ArrayList<>();
        for (Waiting entry : List.copyOf(uncounted.values())) {
            if (!keep(entry)) {
                lost.add(entry);
            }
        }
        return lost;
    }

    void end(Id seat) {
        uncounted.remove(seat);
    }

    void lost(long asker) {
        uncounted.values().removeIf(entry -> entry.asker() == asker);
    }

    /** Where the seat is; null where it is no seat, has no place yet, or its worker is lost. */
    private Roster.@Nullable Entry worker(Waiting entry) {
        ClusterMessage.Place question = entry.question();
        Roster.Entry worker = question.className().isEmpty() ? roster.get(question.wish()) : null;
        return worker != null && worker.member.serves(entry.program()) ? worker : null;
    }

    /** Its bundle is held at another node now. */
    private boolean isElsewhere(Claim claim, Roster.Entry worker) {
        Stock stock = reservations.stock(claim);
        return stock != null && !stock.node.uid().equals(worker.member.node());
    }

    private boolean count(Waiting entry, Roster.Entry worker) {
        Claim claim = entry.question().claim();
        Stock stock = stocks.get(worker.member.node());
        Berth berth = berths.get(worker.member.instance());
        if (stock == null || (claim.needs().gpus() > 0 && berth == null)) {
            return false;
        }
        Room bundle = reservations.roomAt(stock, claim);
        // Without it its worker would have nothing to do, and be ended.
        boolean mayWait = berth == null && (reservations.bundle(claim) != null || !outlook.isGathered());
        if (claim.isReserved() && bundle == null && mayWait) {
            return false;
        }
        if (berth != null) {
            berths.into(berth, bundle);
            berth.take(entry.question().tessera(), claim.lasting());
            berths.looked(berth);
        }
        search.settle(entry, worker.member.instance(), stock, bundle == null ? stock.room : bundle, berth);
        return true;
    }
}
