package dev.mosaic.monitor;

import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;
import dev.mosaic.placement.Placement;
import dev.mosaic.placement.Strategies;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
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
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> O(log workers) for a placement that needs nothing special; where room is needed, a
 * look at the workers in order until one's node has it. What waits costs one look for each kind of claim, at the node that has changed.
 */
final class Places {
    /**
     * Where one is.
     *
     * @param room out of which it takes what it claims; null where it claims nothing
     * @param berth the worker with devices; null for others
     */
    private record Place(
            long worker,
            String name,
            String className,
            Claim claim,
            @Nullable Stock stock,
            @Nullable Room room,
            @Nullable Berth berth) {}

    /** All that waits is looked at again this often: what waits for a worker that does not come, and reasons. */
    private static final int TICKS_A_REASON = 4;

    /** Of each kind that waits, so many are told of another reason. */
    private static final int TOLD = 16;

    private final Roster roster;
    private final MonitorSettings settings;
    private final Placement placement;
    private final MonitorOutput out;
    private final Staffing staffing;
    private final Ranks ranks = new Ranks();
    private final Stocks stocks;
    private final Berths berths;
    private final Reservations reservations;
    private final Leases leases;
    private final Reasons reasons;
    private final Queue queue = new Queue();

    /** Those whose worker is being started, with the devices they get. */
    private final Map<Id, Waiting> boarding = new LinkedHashMap<>();

    private final Map<Id, Place> places = new HashMap<>();
    private final Map<Long, Set<Id>> byWorker = new HashMap<>();
    private final Map<Long, Set<Id>> byOrigin = new HashMap<>();
    private final Names names = new Names();
    private final Map<Id, ClusterMessage.Hosted> claimed = new HashMap<>();
    private final Idleness idleness;
    private final long startNanos;
    private boolean gathered;

    /** Which nodes may be added is known, or nobody is to say. */
    private boolean isTold;

    /** Somebody has said which nodes may be added. */
    private boolean isAnnounced;

    private Map<Queue.Kind, String> told = new HashMap<>();
    private int ticks;

    Places(
            long now,
            long epoch,
            Roster roster,
            MonitorSettings settings,
            Placement placement,
            Idleness idleness,
            MonitorOutput out) {
        this.roster = roster;
        this.idleness = idleness;
        this.isTold = settings.announceNanos() == 0;
        this.settings = settings;
        this.placement = placement;
        this.out = out;
        this.startNanos = now;
        this.gathered = settings.gatherNanos() == 0;
        this.staffing = new Staffing(roster, ranks, out);
        this.stocks = new Stocks(settings.announced());
        this.berths = new Berths(roster, stocks, epoch, out);
        this.reservations = new Reservations(stocks, out);
        this.leases = new Leases(roster, ranks, staffing, placement, out);
        this.reasons = new Reasons(stocks, this::className);
    }

    Leases leases() {
        return leases;
    }

    private String className(Id tessera) {
        Place place = places.get(tessera);
        Waiting waits = place == null ? boarding.get(tessera) : null;
        return place != null
                ? place.className
                : waits == null ? "" : waits.question().className();
    }

    // ---- questions

    void place(long now, long from, ClusterMessage.Place question) {
        place(now, from, roster.program(from), question);
    }

    /** The next life of a tessera: elsewhere than the one before. */
    void replace(long now, long from, ClusterMessage.Replace question) {
        Id tessera = question.place().tessera();
        Place known = places.get(tessera);
        Stock freed = known != null && known.worker == question.notAt() ? leave(now, tessera) : null;
        place(now, from, question.program(), question.place());
        if (freed != null) {
            serve(now, freed);
        }
    }

    /** It lives nowhere for a while: what it took is free, its name is its own. */
    void passive(long now, ClusterMessage.Passive said) {
        ClusterMessage.Named named = said.named();
        Place known = places.get(named.tessera());
        Stock freed = known != null && known.worker == said.notAt() ? leave(now, named.tessera()) : null;
        ClusterMessage.Named holder = names.get(named.name());
        if (!named.name().isEmpty() && (holder == null || holder.tessera().equals(named.tessera()))) {
            names.put(named);
        }
        if (freed != null) {
            serve(now, freed);
        }
    }

    private void place(long now, long from, long program, ClusterMessage.Place question) {
        Id tessera = question.tessera();
        Place known = places.get(tessera);
        if (known != null && roster.get(known.worker) != null) {
            out.send(from, new ClusterMessage.Placed(tessera, known.worker));
            return;
        }
        ClusterMessage.Named holder = names.get(question.name());
        if (holder != null && !holder.tessera().equals(tessera)) {
            Failure taken = Failure.of(
                    Failure.Kind.NAME,
                    "name=" + question.name() + " is taken by tessera=" + holder.tessera() + " of class="
                            + holder.className());
            out.send(from, new ClusterMessage.Refused(tessera, true, taken));
            return;
        }
        if (boarding.containsKey(tessera)) {
            return; // its worker is being started
        }
        String never = never(question.claim());
        if (!never.isEmpty()) {
            refuseForEver(from, tessera, never);
            return;
        }
        Waiting before = queue.get(tessera);
        Waiting entry = new Waiting(from, program, question, before == null ? now : before.sinceNanos());
        queue.replace(entry);
        if (question.claim().needs().gpus() == 0) {
            staffing.need(program, ranks.tesserae(program) + queue.size(program));
        }
        if ((!queue.isBehind(entry) && tryPlace(now, entry, null)) || boarding.containsKey(tessera)) {
            return;
        }
        if (before == null || before.asker() != from) {
            explain(entry);
        }
    }

    private void explain(Waiting entry) {
        Failure reason = Failure.of(Failure.Kind.WORKER_LOST, reason(entry));
        out.send(entry.asker(), new ClusterMessage.Refused(entry.question().tessera(), false, reason));
    }

    private void refuseForEver(long asker, Id tessera, String why) {
        out.send(asker, new ClusterMessage.Refused(tessera, true, Reservations.never(why)));
    }

    /** Why that can never be; empty where it can, or where that is not known yet. */
    private String never(Claim claim) {
        if (!claim.isCounted() || !isSure()) {
            return "";
        }
        if (claim.isReserved()) {
            Resources bundle = reservations.bundle(claim);
            if (bundle == null) {
                return "its reservation is not there, or was closed";
            }
            return claim.needs().fits(bundle)
                    ? ""
                    : "needs=" + claim.needs() + " is more than its bundle has: " + bundle;
        }
        return isOpen() || stocks.isPossible(claim.needs())
                ? ""
                : "needs=" + claim.needs() + " is more than any node has: " + stocks.largest(claim.needs());
    }

    /** True where it is known what there is and what may come. */
    private boolean isSure() {
        return gathered && isTold;
    }

    /** True where nothing is there, and nobody has said what may come. */
    private boolean isOpen() {
        return stocks.isEmpty() && (!isAnnounced || stocks.isUnknown());
    }

    /** The kinds of nodes that may be added. What waits goes on waiting, but where this monitor had still to hear which these are. */
    void announce(long now, List<Resources> kinds) {
        stocks.announce(kinds);
        isAnnounced = true;
        told(now);
    }

    private void told(long now) {
        if (!isTold) {
            isTold = true;
            refuseImpossible(now);
        }
    }

    private Placement strategy(Claim claim) {
        return claim.strategy().isEmpty() || claim.strategy().equals(placement.name())
                ? placement
                : Strategies.named(claim.strategy()).orElse(placement);
    }

    // ---- finding a place

    /**
     * True where it has one now.
     *
     * @param only the node that has changed; null for any
     */
    private boolean tryPlace(long now, Waiting entry, @Nullable Stock only) {
        Claim claim = entry.question().claim();
        if (!claim.isCounted()) {
            return tryPlain(now, entry);
        }
        if (!gathered) {
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
        Ranks.Worker best = ranks.first(entry.program(), strategy);
        if (best == null || isWorthWaiting(now, entry, best)) {
            return false;
        }
        Ranks.Worker chosen = wished(entry);
        chosen = chosen == null ? near(entry, strategy, best) : chosen;
        settle(entry, chosen.entry.member.instance(), null, null, null);
        return true;
    }

    /** Workers that are being started get their part of what waits for them. */
    private boolean isWorthWaiting(long now, Waiting entry, Ranks.Worker best) {
        int expected = staffing.expected(entry.program());
        int all = ranks.tesserae(entry.program()) + queue.size(entry.program());
        return expected > ranks.size(entry.program())
                && now - entry.sinceNanos() < settings.staffNanos()
                && (long) best.tesserae() * expected >= all;
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
            Ranks.Worker there = unit == null ? null : ranks.best(ranks.on(entry.program(), nodeOf(unit)), strategy);
            if (there != null && there.tesserae() <= best.tesserae() + there.entry.member.permits()) {
                return there;
            }
        }
        return best;
    }

    private static String nodeOf(Roster.Entry unit) {
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
        for (Iterator<Ranks.Worker> all =
                        ranks.ranked(entry.program(), strategy(entry.question().claim()));
                all.hasNext(); ) {
            Ranks.Worker each = all.next();
            Stock stock = stocks.get(each.entry.member.node());
            if (stock != null && stock.room.fits(entry.question().claim().needs())) {
                return !isWorthWaiting(now, entry, each) && tryWorker(entry, each);
            }
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
        Ranks.Worker best = ranks.best(ranks.on(entry.program(), stock.node.uid()), strategy);
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

    private void settle(Waiting entry, long worker, @Nullable Stock stock, @Nullable Room room, @Nullable Berth berth) {
        ClusterMessage.Place question = entry.question();
        Id tessera = question.tessera();
        queue.remove(tessera);
        boarding.remove(tessera);
        Claim claim = question.claim().lasting();
        remember(tessera, new Place(worker, question.name(), question.className(), claim, stock, room, berth));
        if (!question.name().isEmpty()) {
            names.put(new ClusterMessage.Named(
                    question.name(), tessera, worker, question.className(), question.signature()));
        }
        out.send(entry.asker(), new ClusterMessage.Placed(tessera, worker));
    }

    private void remember(Id tessera, Place place) {
        Place before = vacate(tessera);
        if (before != null && before.room != null && before.berth == null) {
            before.room.give(tessera);
        }
        places.put(tessera, place);
        byWorker.computeIfAbsent(place.worker, any -> new LinkedHashSet<>()).add(tessera);
        byOrigin.computeIfAbsent(tessera.origin(), any -> new LinkedHashSet<>()).add(tessera);
        ranks.placed(place.worker, 1);
        touched(place.worker);
        if (place.room != null) {
            place.room.take(tessera, place.claim.needs());
        }
    }

    /** The place alone; its name is still its own, and what it took still taken. */
    private @Nullable Place vacate(Id tessera) {
        Place place = places.remove(tessera);
        if (place != null) {
            removeFrom(byWorker, place.worker, tessera);
            removeFrom(byOrigin, tessera.origin(), tessera);
            ranks.placed(place.worker, -1);
            touched(place.worker);
        }
        return place;
    }

    private void touched(long worker) {
        Roster.Entry entry = roster.get(worker);
        if (entry != null) {
            idleness.touched(entry.member.node());
        }
    }

    private static void removeFrom(Map<Long, Set<Id>> index, long key, Id tessera) {
        Set<Id> all = index.get(key);
        if (all != null && all.remove(tessera) && all.isEmpty()) {
            index.remove(key);
        }
    }

    // ---- ends

    /** A tessera, a seat for tasks, or a reservation is over. */
    void ended(long now, Id id) {
        if (reservations.has(id)) {
            endReservation(now, id);
            return;
        }
        Stock freed = drop(now, id);
        if (freed != null) {
            serve(now, freed);
        }
    }

    /** Gives the node where there is room now; null for none. */
    private @Nullable Stock drop(long now, Id id) {
        names.remove(id);
        return leave(now, id);
    }

    /** The same, but its name is still its own. */
    private @Nullable Stock leave(long now, Id id) {
        queue.remove(id);
        Waiting waited = boarding.remove(id);
        Place place = vacate(id);
        claimed.remove(id);
        if (place != null && place.room != null) {
            release(now, id, place.room, place.berth);
            return place.stock;
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
            places.replaceAll((tessera, place) -> room.equals(place.room) ? outOf(tessera, place) : place);
        }
        serve(now, null);
    }

    /** It lives on, out of its node's own room. */
    private Place outOf(Id tessera, Place place) {
        Stock stock = java.util.Objects.requireNonNull(place.stock);
        stock.room.take(tessera, place.claim.needs());
        return new Place(place.worker, place.name, place.className, place.claim, stock, stock.room, place.berth);
    }

    // ---- what waits

    /** Room has come, at that node or anywhere. */
    private void serve(long now, @Nullable Stock only) {
        if (only != null && !stocks.isThere(only)) {
            return;
        }
        if (gathered && reservations.areMissing() && reservations.serve()) {
            queue.serve(Claim::isReserved, entry -> tryPlace(now, entry, null));
        }
        if (!queue.isEmpty()) {
            queue.serve(Claim::isCounted, entry -> tryPlace(now, entry, only));
        }
    }

    /** What is known about what waits, in words. */
    private String reason(Waiting entry) {
        Claim claim = entry.question().claim();
        if (claim.isCounted()) {
            if (!gathered) {
                return "the monitor is new: it hears first what is in use";
            }
            return claim.isReserved() && reservations.room(claim) == null
                    ? "its reservation room-" + claim.reservation() + " is not held yet"
                    : reasons.of(claim.needs());
        }
        int here = ranks.size(entry.program());
        int expected = staffing.expected(entry.program());
        return here == 0 && expected == 0
                ? "a worker: none is there" + reasons.coming(Resources.NONE)
                : "a worker: " + Math.max(0, expected - here) + " are being started";
    }

    /** What finds no place now, and why. */
    List<Want> wants() {
        List<Want> wants = new ArrayList<>();
        Spare spare = new Spare(stocks.all());
        for (Queue.Group group : queue.groups()) {
            Waiting first = group.first();
            Claim claim = first.kind();
            int missing = gathered ? missing(group, spare) : 0;
            wants.add(Want.of(group.count(), missing, claim.needs(), first.sinceNanos(), reason(first)));
        }
        for (Reservations.Missing each : reservations.missing()) {
            wants.add(new Want(
                    1,
                    gathered ? 1 : 0,
                    each.needs(),
                    each.bundles(),
                    each.spread(),
                    each.sinceNanos(),
                    each.what() + "; " + reasons.of(each.needs())));
        }
        if (gathered) {
            wants.addAll(leases.wants(reasons.coming(Resources.ofCpus(1))));
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
            int placed =
                    byWorker.getOrDefault(worker.member.instance(), Set.of()).size();
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

    // ---- what units say

    /** What a worker says that it has, to a new monitor or after a broken link, is what counts. */
    void learn(long now, Roster.Entry worker, List<ClusterMessage.Named> said, List<ClusterMessage.Hosted> hosted) {
        long instance = worker.member.instance();
        Map<Id, ClusterMessage.Hosted> claims = new LinkedHashMap<>();
        hosted.forEach(each -> claims.put(each.tessera(), each));
        for (Id tessera : List.copyOf(byWorker.getOrDefault(instance, Set.of()))) {
            Place place = java.util.Objects.requireNonNull(places.get(tessera));
            boolean isOnItsWay =
                    place.room != null; // its creation may be under way: what it took is not given out twice
            if (!isOnItsWay || claims.containsKey(tessera)) {
                var _ = drop(now, tessera);
            }
        }
        for (ClusterMessage.Named each : said) {
            if (!claims.containsKey(each.tessera())) {
                remember(
                        each.tessera(),
                        new Place(instance, each.name(), each.className(), Claim.NONE, null, null, null));
            }
            names.put(each);
        }
        Map<Id, ClusterMessage.Named> byId = new HashMap<>();
        said.forEach(each -> byId.put(each.tessera(), each));
        claims.forEach((tessera, each) -> hosts(worker, each, byId.get(tessera)));
    }

    private void hosts(Roster.Entry worker, ClusterMessage.Hosted hosted, ClusterMessage.@Nullable Named named) {
        Id tessera = hosted.tessera();
        Claim claim = hosted.claim();
        Stock stock = stocks.get(worker.member.node());
        Berth berth = berths.get(worker.member.instance());
        String name = named == null ? "" : named.name();
        if (stock == null) {
            claimed.put(tessera, hosted); // its node comes later
        }
        if (berth != null) {
            berth.take(tessera, claim);
            berths.looked(berth);
        }
        Room bundle = reservations.room(claim);
        Room room = stock == null ? null : bundle == null ? stock.room : bundle;
        remember(tessera, new Place(worker.member.instance(), name, hosted.className(), claim, stock, room, berth));
        if (named != null) {
            names.put(named);
        }
    }

    void counted(Roster.Entry unit) {
        ranks.counted(unit.member.instance());
    }

    void find(long from, ClusterMessage.Find question) {
        out.send(from, new ClusterMessage.Found(question.request(), names.get(question.name())));
    }

    void book(long now, long from, ClusterMessage.Book question) {
        String never = isSure() && !isOpen() ? reservations.impossible(question.bundles()) : "";
        if (!never.isEmpty()) {
            refuseForEver(from, question.reservation(), never);
            return;
        }
        reservations.book(now, from, roster.program(from), question);
        if (gathered && reservations.serve()) {
            queue.serve(Claim::isReserved, entry -> tryPlace(now, entry, null));
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
                ranks.add(unit);
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
                    disembark(berths.get(unit.member.instance()));
                }
            }
            case HEAD, MONITOR, GATEWAY, WAREHOUSE -> {}
        }
    }

    private void nodeCame(long now, Roster.Entry unit) {
        if (unit.isDraining()) {
            return;
        }
        Stock added = stocks.add(unit.member);
        if (added != null) {
            learnWorkers(now, added);
        }
        Stock stock = stocks.get(unit.member.uid());
        if (stock != null) {
            berths.nodeCame(stock);
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
            for (Id tessera : List.copyOf(byWorker.getOrDefault(worker.member.instance(), Set.of()))) {
                ClusterMessage.Hosted hosted = claimed.remove(tessera);
                if (hosted != null) {
                    Place place = java.util.Objects.requireNonNull(places.get(tessera));
                    hosts(worker, hosted, names.get(place.name));
                }
            }
        }
    }

    private void serveWorkers(long now, @Nullable Stock stock) {
        if (!queue.isEmpty()) {
            queue.serve(claim -> !claim.isCounted(), entry -> tryPlace(now, entry, null));
        }
        if (stock != null) {
            serve(now, stock);
        }
    }

    /** Those who waited for it live in it now. */
    private void disembark(@Nullable Berth berth) {
        if (berth != null) {
            for (Id tessera : List.copyOf(berth.claims().keySet())) {
                Waiting entry = boarding.get(tessera);
                if (entry != null) {
                    settle(entry, berth.instance, berth.stock, berth.room, berth);
                }
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
        if (!gathered && now - startNanos >= settings.gatherNanos()) {
            gathered = true;
            refuseImpossible(now);
            serve(now, null);
        }
        if (!isTold && now - startNanos >= settings.announceNanos()) {
            told(now);
        }
        if (!queue.isEmpty()) {
            queue.serve(claim -> !claim.isCounted(), entry -> tryPlace(now, entry, null));
        }
        if (++ticks % TICKS_A_REASON == 0) {
            serve(now, null);
            explainAgain();
        }
        return gathered ? berths.unused(now, queue.wantsDevices() ? 0 : settings.lingerNanos()) : List.of();
    }

    /** Who waits is told where the reason is another one than before: the first few of each kind. */
    private void explainAgain() {
        Map<Queue.Kind, String> reasonsNow = new HashMap<>();
        for (Queue.Group group : queue.groups()) {
            Queue.Kind kind =
                    new Queue.Kind(group.first().program(), group.first().kind());
            String reason = reason(group.first());
            reasonsNow.put(kind, reason);
            if (!reason.equals(told.get(kind))) {
                queue.like(group.first(), TOLD).forEach(this::explain);
            }
        }
        told = reasonsNow;
    }

    /** Who came before that was known. */
    private void refuseImpossible(long now) {
        if (!isSure()) {
            return;
        }
        for (Queue.Group group : queue.groups()) {
            refuseImpossible(group.first());
        }
        if (!isOpen()) {
            for (Reservations.Never each : reservations.neverHeld()) {
                refuseForEver(each.asker(), each.id(), each.words());
                endReservation(now, each.id());
            }
        }
    }

    private void refuseImpossible(Waiting first) {
        String never = never(first.question().claim());
        while (!never.isEmpty()) {
            Waiting each = queue.firstLike(first);
            if (each == null) {
                return;
            }
            queue.remove(each.question().tessera());
            refuseForEver(each.asker(), each.question().tessera(), never);
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
        for (Id tessera : List.copyOf(byWorker.getOrDefault(instance, Set.of()))) {
            var _ = tessera.hasLives() ? leave(now, tessera) : drop(now, tessera); // the home says whether it ends
        }
        // What the dead unit asked a place for may never have been made; where it was, its worker counts it.
        for (Id tessera : List.copyOf(byOrigin.getOrDefault(instance, Set.of()))) {
            Place place = places.get(tessera);
            if (place != null && place.name.isEmpty()) {
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
            case HEAD -> berths.lost(unit.member);
            case MONITOR, GATEWAY, WAREHOUSE -> {}
        }
        staffing.lost(unit.member);
        leases.grantAll();
        serve(now, stocks.get(nodeOf(unit)));
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
        if (stock != null) {
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
        Place place = places.get(tessera);
        return place == null ? null : place.worker;
    }
}
