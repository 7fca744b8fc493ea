package dev.mosaic.monitor;

import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where tesserae live, what they are called, and what waits for a place.
 *
 * <pre>
 *   Place ──► known? ──► possible at all? ──► a worker with room? ──► Placed
 *                              │                    └─► Refused, with the reason, and waits ──► again when room or a worker comes
 *                              └─► Refused for ever
 * </pre>
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> that of {@link Search} for a placement. What waits costs one look for each kind of
 * claim, at the node that has changed.
 */
final class Places {
    /** All that waits is looked at again this often: what waits for a worker that does not come, and reasons. */
    private static final int TICKS_A_REASON = 4;

    private final Roster roster;
    private final MonitorOutput out;
    private final Staffing staffing;
    private final Ranks ranks;
    private final Stocks stocks;
    private final Berths berths;
    private final Reservations reservations;
    private final Leases leases;
    private final Queue queue;
    private final Map<Id, Waiting> boarding;
    private final Addresses addresses;
    private final Names names;
    private final Outlook outlook;
    private final MonitorSettings settings;
    private final Search search;
    private final Seats seats;
    private final Occupants occupants;
    private final Demand demand;
    private final Answers answers;

    /** What lives where no node is known yet. */
    private final Map<Id, ClusterMessage.Hosted> claimed = new HashMap<>();

    private final Departures departures = new Departures();
    private final Raisings raisings = new Raisings();

    /** With names of which this monitor has not heard yet, while it has still to hear which there are. */
    private final Map<Id, Waiting> unheard = new LinkedHashMap<>();

    private int ticks;

    Places(Parts parts) {
        this.roster = parts.roster();
        this.out = parts.out();
        this.staffing = parts.staffing();
        this.ranks = parts.ranks();
        this.stocks = parts.stocks();
        this.berths = parts.berths();
        this.reservations = parts.reservations();
        this.leases = parts.leases();
        this.queue = parts.queue();
        this.boarding = parts.boarding();
        this.addresses = parts.addresses();
        this.names = parts.names();
        this.outlook = parts.outlook();
        this.settings = parts.settings();
        this.demand = new Demand(parts);
        this.answers = new Answers(parts, demand);
        this.search = new Search(parts, answers);
        this.seats = new Seats(parts, search);
        this.occupants = new Occupants(parts);
    }

    Leases leases() {
        return leases;
    }

    Demand demand() {
        return demand;
    }

    // ---- questions

    void place(long now, long from, ClusterMessage.Place question) {
        place(now, from, roster.program(from), 0, question);
    }

    /** The next life of a tessera: elsewhere than the one before, where there is another worker. */
    void replace(long now, long from, ClusterMessage.Replace question) {
        Id tessera = question.place().tessera();
        Addresses.Place known = addresses.get(tessera);
        Stock freed = known != null && known.worker() == question.notAt() ? leave(now, tessera) : null;
        departures.left(tessera, question.notAt());
        raisings.asked(tessera, from);
        place(now, from, question.program(), question.notAt(), question.place());
        if (freed != null) {
            serve(now, freed);
        }
    }

    /** It lives nowhere for a while: what it took is free, its name is its own, but where another one has it. Then its home is told. */
    void passive(long now, long from, ClusterMessage.Passive said) {
        ClusterMessage.Named named = said.named();
        Addresses.Place known = addresses.get(named.tessera());
        Stock freed = known != null && known.worker() == said.notAt() ? leave(now, named.tessera()) : null;
        departures.left(named.tessera(), said.notAt());
        ClusterMessage.Named holder = names.get(named.name());
        if (holder != null && !holder.tessera().equals(named.tessera())) {
            answers.sayTaken(from, named.tessera(), false, holder);
        } else if (!named.name().isEmpty()) {
            names.put(named);
        }
        if (freed != null) {
            serve(now, freed);
        }
    }

    private void place(long now, long from, long program, long notAt, ClusterMessage.Place question) {
        Id tessera = question.tessera();
        Addresses.Place known = addresses.get(tessera);
        if (known != null && roster.get(known.worker()) != null) {
            out.send(from, new ClusterMessage.Placed(tessera, known.worker()));
            return;
        }
        if (answers.refuseTaken(from, question)) {
            return;
        }
        String name = question.name();
        if (!name.isEmpty() && names.get(name) == null && !outlook.isGathered()) {
            unheard.put(tessera, new Waiting(from, program, question, notAt, now));
            return;
        }
        if (boarding.containsKey(tessera)) {
            return; // its worker is being started
        }
        Waiting before = queue.get(tessera);
        Waiting entry = new Waiting(from, program, question, notAt, before == null ? now : before.sinceNanos());
        if (seats.keep(entry)) {
            queue.remove(tessera);
            return;
        }
        String never = outlook.never(question.claim());
        if (!never.isEmpty()) {
            answers.refuseForEver(from, tessera, never);
            return;
        }
        queue.replace(entry);
        if (question.claim().needs().gpus() == 0) {
            staffing.need(program, ranks.tesserae(program) + queue.size(program));
        }
        if ((!queue.isBehind(entry) && search.tryPlace(now, entry, null)) || boarding.containsKey(tessera)) {
            return;
        }
        if (before == null || before.asker() != from) {
            answers.explain(entry);
        }
    }

    /** The kinds of nodes that may be added. What waits goes on waiting, but where this monitor had still to hear which these are. */
    void announce(long now, List<Resources> kinds) {
        if (outlook.announce(kinds)) {
            refuseImpossible(now);
        }
    }

    // ---- ends

    /** A tessera, a seat for tasks, or a reservation is over. */
    void ended(long now, Roster.Entry from, ClusterMessage.Ended said) {
        Id id = said.tessera();
        if (said.forGood() && from.member.kind() == Member.Kind.WAREHOUSE) {
            departures.over(id);
        }
        if (reservations.has(id)) {
            endReservation(now, id);
            return;
        }
        if (isOfALifeBefore(from, id)) {
            return;
        }
        Stock freed = drop(now, id);
        if (freed != null) {
            serve(now, freed);
        }
    }

    /** It could not begin in that worker, and its home has had it placed in another one since. */
    private boolean isOfALifeBefore(Roster.Entry from, Id id) {
        Addresses.Place place = id.hasLives() ? addresses.get(id) : null;
        return place != null
                && from.member.kind() == Member.Kind.WORKER
                && place.worker() != from.member.instance()
                && id.origin() != from.member.instance();
    }

    /** Gives the node where there is room now; null for none. */
    private @Nullable Stock drop(long now, Id id) {
        names.remove(id);
        return leave(now, id);
    }

    /** The same, but its name is still its own. */
    private @Nullable Stock leave(long now, Id id) {
        raisings.isOver(id);
        queue.remove(id);
        unheard.remove(id);
        seats.end(id);
        Waiting waited = boarding.remove(id);
        Addresses.Place place = addresses.vacate(id);
        claimed.remove(id);
        if (place != null && place.room() != null) {
            release(now, id, place.room(), place.berth());
            return place.stock();
        }
        if (waited != null) {
            for (Berth berth : berths.open(waited.program())) {
                giveUp(now, id, berth);
            }
            for (Berth berth : berths.coming()) {
                giveUp(now, id, berth);
            }
        }
        return null;
    }

    /** Something has come that seats in use may take from. */
    private void keepSeats(long now) {
        seats.look().forEach(each -> place(now, each.asker(), each.program(), each.notAt(), each.question()));
    }

    private void giveUp(long now, Id id, Berth berth) {
        if (berth.claims().containsKey(id)) {
            release(now, id, berth.room, berth);
        }
    }

    private void release(long now, Id id, Room room, @Nullable Berth berth) {
        room.give(id);
        if (berth != null) {
            berth.give(now, id);
            berths.looked(berth);
        }
    }

    private void endReservation(long now, Id id) {
        List<Room> rooms = reservations.end(id);
        for (Room room : rooms == null ? List.<Room>of() : rooms) {
            berths.outOf(room);
            addresses.leaveRoom(room);
        }
        serve(now, null);
    }

    // ---- what waits

    /** Room has come, at that node or anywhere. */
    private void serve(long now, @Nullable Stock only) {
        if (only != null && !stocks.isThere(only)) {
            return;
        }
        if (outlook.isGathered() && reservations.areMissing() && reservations.serve()) {
            keepSeats(now);
            queue.serve(Claim::isReserved, entry -> search.tryPlace(now, entry, null));
        }
        if (!queue.isEmpty()) {
            queue.serve(Claim::isCounted, entry -> search.tryPlace(now, entry, only));
        }
    }

    // ---- what units say

    /** What a worker says that it has, to a new monitor or after a broken link, is what counts. */
    void learn(long now, Roster.Entry worker, List<ClusterMessage.Named> said, List<ClusterMessage.Hosted> hosted) {
        long instance = worker.member.instance();
        Map<Id, ClusterMessage.Hosted> claims = new LinkedHashMap<>();
        Set<Id> placed = Set.copyOf(addresses.at(instance));
        hosted.stream()
                .filter(each -> !departures.isGone(each.tessera(), instance, placed.contains(each.tessera())))
                .forEach(each -> claims.put(each.tessera(), each));
        for (Id tessera : addresses.at(instance)) {
            Addresses.Place place = addresses.of(tessera);
            // Its creation may be under way: what it took, and its name, are not given out twice.
            boolean isOnItsWay = place.room() != null || !place.name().isEmpty();
            if (!isOnItsWay || claims.containsKey(tessera)) {
                // A next life may be on its way to the worker; the home says whether it ends.
                var _ = tessera.hasLives() ? leave(now, tessera) : drop(now, tessera);
            }
        }
        Map<Id, ClusterMessage.Named> byId = new HashMap<>();
        for (ClusterMessage.Named each : said) {
            if (departures.isGone(each.tessera(), instance, placed.contains(each.tessera()))) {
                continue;
            }
            if (isTaken(instance, each)) {
                claims.remove(each.tessera());
                continue;
            }
            byId.put(each.tessera(), each);
            if (!claims.containsKey(each.tessera())) {
                rememberUncounted(instance, each);
            }
            names.put(each);
        }
        claims.forEach((tessera, each) -> hosts(worker, each, byId.get(tessera)));
    }

    private void hosts(Roster.Entry worker, ClusterMessage.Hosted hosted, ClusterMessage.@Nullable Named named) {
        Id tessera = hosted.tessera();
        raisings.isOver(tessera);
        Claim claim = hosted.claim();
        Stock stock = stocks.get(worker.member.node());
        Berth berth = berths.get(worker.member.instance());
        String name = named == null ? "" : named.name();
        if (stock == null) {
            claimed.put(tessera, hosted); // its node comes later
        }
        Room bundle = stock == null ? null : reservations.roomAt(stock, claim);
        if (berth != null) {
            berths.into(berth, bundle);
            berth.take(tessera, claim);
            berths.looked(berth);
        }
        Room room = stock == null ? null : bundle == null ? stock.room : bundle;
        addresses.remember(
                tessera,
                new Addresses.Place(worker.member.instance(), name, hosted.className(), claim, stock, room, berth));
        if (named != null) {
            names.put(named);
        }
    }

    /** What came to it since then, of which the monitor before may have been asked. */
    void hosting(Roster.Entry worker, ClusterMessage.Hosting said) {
        ClusterMessage.Named named = said.named();
        Id tessera = named.tessera();
        long instance = worker.member.instance();
        Addresses.Place known = addresses.get(tessera);
        boolean isKnown = known != null && known.worker() == instance;
        if (departures.isGone(tessera, instance, isKnown) || isTaken(instance, named)) {
            return;
        }
        raisings.isOver(tessera);
        addresses.came(tessera);
        if (!isKnown && said.claim().isCounted()) {
            ClusterMessage.Hosted hosted = new ClusterMessage.Hosted(tessera, named.className(), said.claim());
            hosts(worker, hosted, named.name().isEmpty() ? null : named);
        } else if (!named.name().isEmpty()) {
            if (!isKnown) {
                rememberUncounted(instance, named);
            }
            names.put(named);
        }
    }

    /** True where another tessera was given the name by a monitor that did not know of this one, which ends. */
    private boolean isTaken(long worker, ClusterMessage.Named named) {
        ClusterMessage.Named holder = names.get(named.name());
        if (holder == null || holder.tessera().equals(named.tessera())) {
            return false;
        }
        answers.refuseTaken(worker, named.tessera(), holder);
        return true;
    }

    private void rememberUncounted(long worker, ClusterMessage.Named named) {
        raisings.isOver(named.tessera());
        addresses.remember(
                named.tessera(),
                new Addresses.Place(worker, named.name(), named.className(), Claim.NONE, null, null, null));
    }

    void counted(Roster.Entry unit) {
        ranks.counted(unit.member.instance());
    }

    void find(long from, ClusterMessage.Find question) {
        out.send(from, new ClusterMessage.Found(question.request(), names.get(question.name())));
    }

    void book(long now, long from, ClusterMessage.Book question) {
        String never = outlook.isSure() && !outlook.isOpen() ? reservations.impossible(question.bundles()) : "";
        if (!never.isEmpty()) {
            answers.refuseForEver(from, question.reservation(), never);
            return;
        }
        occupants.book(now, from, roster.program(from), question);
        boolean isServed = outlook.isGathered() && reservations.serve();
        keepSeats(now);
        if (isServed) {
            queue.serve(Claim::isReserved, entry -> search.tryPlace(now, entry, null));
        }
    }

    // ---- who comes and goes

    /** A worker has introduced itself; {@link #learn} follows. */
    void joined(long now, Roster.Entry unit) {
        if (unit.isDraining()) {
            return;
        }
        if (unit.isPlain()) {
            if (ranks.get(unit.member.instance()) == null) {
                ranks.add(now, unit);
            }
        } else if (unit.member.kind() == Member.Kind.WORKER) {
            var _ = berths.came(now, unit.member);
        }
    }

    /** A unit has introduced itself: for the first time, or on a new link. */
    void came(long now, Roster.Entry unit, boolean first) {
        switch (unit.member.kind()) {
            case NODE -> nodeCame(now, unit);
            case WORKER -> {
                if (first && unit.isPlain()) {
                    staffing.workerCame(unit.member);
                    serveWorkers(now, stocks.get(unit.member.node()));
                    leases.grantAll();
                } else if (!unit.isPlain()) {
                    keepSeats(now);
                    disembark(now, berths.get(unit.member.instance()));
                }
            }
            case PROGRAM, MONITOR, GATEWAY, WAREHOUSE -> {}
        }
    }

    private void nodeCame(long now, Roster.Entry unit) {
        if (unit.isDraining()) {
            return;
        }
        Stock added = stocks.add(unit.member);
        if (added != null) {
            if (!outlook.isGathered()) {
                reservations.nodeCame(added);
            }
            learnWorkers(now, added);
        }
        Stock stock = stocks.get(unit.member.uid());
        if (stock != null) {
            berths.nodeCame(stock);
            keepSeats(now);
        }
        staffing.nodeCame(unit, roster.workers());
        serveWorkers(now, stock);
    }

    /** Those that came before their node. */
    private void learnWorkers(long now, Stock stock) {
        for (Roster.Entry worker : roster.workersOf(stock.node.uid())) {
            if (!worker.isPlain()) {
                var _ = berths.came(now, worker.member);
            }
            for (Id tessera : addresses.at(worker.member.instance())) {
                ClusterMessage.Hosted hosted = claimed.remove(tessera);
                if (hosted != null) {
                    Addresses.Place place = addresses.of(tessera);
                    hosts(worker, hosted, names.get(place.name()));
                }
            }
        }
    }

    private void serveWorkers(long now, @Nullable Stock stock) {
        if (!queue.isEmpty()) {
            queue.serve(claim -> !claim.isCounted(), entry -> search.tryPlace(now, entry, null));
        }
        if (stock != null) {
            serve(now, stock);
        }
    }

    /** Those who waited for it live in it now. One that came from before may have a seat in use, and no place for them. */
    private void disembark(long now, @Nullable Berth berth) {
        if (berth == null) {
            return;
        }
        for (Id tessera : List.copyOf(berth.claims().keySet())) {
            Waiting entry = boarding.get(tessera);
            if (entry == null) {
                continue;
            }
            boolean isRefused = answers.refuseTaken(entry.asker(), entry.question());
            if (!isRefused && !berth.isTooFull()) {
                search.settle(entry, berth.instance, berth.stock, berth.room, berth);
                continue;
            }
            boarding.remove(tessera);
            release(now, tessera, berth.room, berth);
            if (!isRefused) {
                place(now, entry.asker(), entry.program(), entry.notAt(), entry.question());
            }
        }
    }

    /** A node is to end, or a worker: nothing new comes to it. What lives there goes on. */
    void drained(long now, Roster.Entry unit) {
        if (unit.member.kind() == Member.Kind.NODE) {
            nodeLost(now, unit);
            staffing.lost(unit.member);
        } else if (unit.isPlain()) {
            ranks.remove(unit.member.instance());
        } else {
            berths.closed(unit.member.instance());
        }
        leases.grantAll();
    }

    /** Gives the workers with devices that nobody needs any more. */
    List<Long> tick(long now) {
        if (outlook.gathers(now)) {
            List<Waiting> heard = List.copyOf(unheard.values());
            unheard.clear();
            keepSeats(now);
            heard.forEach(each -> place(now, each.asker(), each.program(), each.notAt(), each.question()));
            refuseImpossible(now);
            serve(now, null);
        }
        if (outlook.givesUpWaiting(now)) {
            refuseImpossible(now);
        }
        keepSeats(now);
        giveBackWhatNeverCame(now);
        if (!queue.isEmpty()) {
            queue.serve(claim -> !claim.isCounted(), entry -> search.tryPlace(now, entry, null));
        }
        if (++ticks % TICKS_A_REASON == 0) {
            serve(now, null);
            answers.explainAgain();
        }
        return outlook.isGathered() ? berths.unused(now, queue.wantsDevices() ? 0 : settings.lingerNanos()) : List.of();
    }

    /** Their home is lost, and their worker has fewer than were placed there. A name stays, since another home may know of it. */
    private void giveBackWhatNeverCame(long now) {
        for (Id tessera : raisings.late(now, 2 * settings.silenceNanos())) {
            Addresses.Place place = addresses.get(tessera);
            Roster.Entry worker = place == null ? null : roster.get(place.worker());
            if (place == null || worker == null || place.room() == null) {
                raisings.isOver(tessera);
            } else if (worker.load.tesserae() < addresses.count(place.worker())) {
                Stock freed = leave(now, tessera);
                if (freed != null) {
                    serve(now, freed);
                }
            }
        }
    }

    /** Who came before that was known. */
    private void refuseImpossible(long now) {
        if (!outlook.isSure()) {
            return;
        }
        for (Queue.Group group : queue.groups()) {
            answers.refuseImpossible(group.first());
        }
        if (!outlook.isOpen()) {
            for (Reservations.Never each : reservations.neverHeld()) {
                answers.refuseForEver(each.asker(), each.id(), each.words());
                endReservation(now, each.id());
            }
        }
    }

    /** True where a tessera with a name lives there. */
    boolean hasNamed(long worker) {
        return names.isAnyAt(worker);
    }

    void lost(long now, Roster.Entry unit) {
        long instance = unit.member.instance();
        leases.lost(instance);
        queue.removeAll(instance);
        unheard.values().removeIf(each -> each.asker() == instance);
        seats.lost(instance);
        raisings.lost(now, instance);
        for (Id tessera : addresses.at(instance)) {
            var _ = tessera.hasLives() ? leave(now, tessera) : drop(now, tessera); // the home says whether it ends
        }
        for (Id tessera : addresses.promisedTo(instance)) {
            Addresses.Place place = addresses.get(tessera);
            if (place != null && place.name().isEmpty()) {
                var _ = leave(now, tessera);
            }
        }
        List<Id> lost = new ArrayList<>();
        boarding.forEach((tessera, entry) -> {
            if (entry.asker() == instance) {
                lost.add(tessera);
            }
        });
        lost.forEach(tessera -> drop(now, tessera));
        reservations.of(instance).forEach(id -> endReservation(now, id));
        switch (unit.member.kind()) {
            case WORKER -> workerLost(now, unit);
            case NODE -> nodeLost(now, unit);
            case PROGRAM -> berths.lost(unit.member);
            case MONITOR, GATEWAY, WAREHOUSE -> {}
        }
        staffing.lost(unit.member);
        leases.grantAll();
        serve(now, stocks.get(Search.nodeOf(unit)));
    }

    private void workerLost(long now, Roster.Entry unit) {
        ranks.remove(unit.member.instance());
        Berth berth = berths.lost(unit.member.instance());
        if (berth != null) {
            serve(now, berth.stock);
        }
    }

    private void nodeLost(long now, Roster.Entry unit) {
        Stock stock = stocks.get(unit.member.uid());
        List<Berth> coming = berths.lost(unit.member);
        if (stock != null && stock.node.instance() == unit.member.instance()) {
            stocks.remove(unit.member);
            reservations.lost(stock);
        }
        for (Berth berth : coming) {
            for (Id tessera : berth.claims().keySet()) {
                Waiting entry = boarding.remove(tessera);
                if (entry != null) {
                    queue.add(entry);
                }
            }
        }
        serve(now, null);
    }

    @Nullable Long workerOf(Id tessera) {
        Addresses.Place place = addresses.get(tessera);
        return place == null ? null : place.worker();
    }
}
