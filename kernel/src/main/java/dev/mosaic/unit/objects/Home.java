package dev.mosaic.unit.objects;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.ValueMessage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What the home does and no other store: it counts who holds each entry, knows the copies, takes one itself, and spreads what is
 * published along a binary tree of stores. An entry that nobody holds, neither unit nor entry, is erased everywhere.
 *
 * <p>In another store it does nothing.
 *
 * <p><b>Threading:</b> the store's loop.
 */
final class Home {
    /** Stores that live link to a home that comes back within this time. */
    private static final long SETTLE_NANOS = 3_000_000_000L;

    private record Deferred(long from, ObjectMessage message) {}

    private final StoreMachine machine;
    private final boolean isHome;

    /** Other stores. */
    private final Set<Long> stores = new LinkedHashSet<>();

    /** Entries of which no copy could be taken yet, for lack of memory. */
    private final Set<Entry> notFetched = new LinkedHashSet<>();

    private long lastRetryNanos;

    /** Entries whose putters have not said themselves that they hold them. */
    private final Set<Entry> presumed = new LinkedHashSet<>();

    /** Held by nobody who has said so, in a home that has only just come back. */
    private final Set<Entry> unheldYet = new LinkedHashSet<>();

    /** Questions about entries of which other stores may still tell. */
    private final List<Deferred> deferred = new ArrayList<>(0);

    private boolean isReturned;
    private long settledNanos;

    /** By then whoever is cut off from the monitor, and still lives, has heard of this home. */
    private long heardOfNanos;

    Home(StoreMachine machine, boolean isHome) {
        this.machine = machine;
        this.isHome = isHome;
    }

    boolean isHome() {
        return isHome;
    }

    // ---- after its return

    void returned() {
        isReturned = true;
        settledNanos = machine.now + Math.min(SETTLE_NANOS, machine.settings.waitNanos());
        heardOfNanos = machine.now + machine.settings.graceNanos();
    }

    /** It was there before. */
    void found(Entry entry) {
        entry.everHeld = true;
        entry.wasFound = true;
        presume(entry);
        dial(entry.ref.origin());
    }

    /** It comes, or is found to be dead. */
    void dial(long unit) {
        if (!machine.links.isUp(unit)) {
            machine.links.send(unit, new ObjectMessage.Leases(List.of()));
        }
    }

    /** Its putter counts as a holder until it has said so itself, or had the time. */
    private void presume(Entry entry) {
        entry.holders.add(entry.ref.origin());
        entry.presumedUntilNanos = machine.now + machine.settings.graceNanos();
        presumed.add(entry);
    }

    /** Those who are linked for long enough hold what they said they hold. */
    private void endPresumptions() {
        for (Entry entry : List.copyOf(presumed)) {
            if (entry.isDropped() || !entry.holders.contains(entry.ref.origin())) {
                presumed.remove(entry);
            } else if (machine.now > entry.presumedUntilNanos) {
                dial(entry.ref.origin());
                if (machine.links.isUp(entry.ref.origin())) {
                    presumed.remove(entry);
                    entry.holders.remove(entry.ref.origin());
                    eraseIfUnheld(entry);
                }
            }
        }
    }

    /** For errors about entries that are not known. */
    String words() {
        return isReturned ? ", which has come back with what is on disk and in S3; the rest is lost" : "";
    }

    /** Other stores may be about to say that they have what is asked for: true where the answer waits for that. */
    boolean defers(long from, ObjectMessage message) {
        boolean waits = isReturned
                && machine.now < settledNanos
                && switch (message) {
                    case ObjectMessage.Where where -> !isKnown(where.ref());
                    case ObjectMessage.Acquire(Id lease, List<Id> refs) ->
                        !refs.stream().allMatch(this::isKnown);
                    default -> false;
                };
        if (waits) {
            deferred.add(new Deferred(from, message));
        }
        return waits;
    }

    private boolean isKnown(Id ref) {
        Entry entry = machine.entries.get(ref);
        return entry == null ? machine.isErased(ref) : entry.isDropped() || entry.shape != null;
    }

    private void answerDeferred() {
        if (!deferred.isEmpty() && machine.now >= settledNanos) {
            List<Deferred> late = List.copyOf(deferred);
            deferred.clear();
            late.forEach(each -> machine.takeLate(each.from, each.message));
        }
    }

    // ---- a new entry

    /** It was put here, and its bytes are here. */
    void put(Entry entry) {
        if (isHome) {
            boolean isDead = machine.links.isDead(entry.writer);
            if (!entry.everHeld && !isDead) {
                entry.holders.add(entry.writer);
            }
            isHere(entry);
        }
    }

    /** Another store has it. */
    void announce(long from, ObjectMessage.Shape shape) {
        if (!isHome) {
            return;
        }
        Entry entry = machine.known(shape.ref());
        if (entry.isDropped()) {
            machine.links.send(from, new ObjectMessage.Announced(shape.ref(), false, machine.absence(shape.ref())));
            machine.links.send(from, new ObjectMessage.Erase(shape.ref()));
            return;
        }
        entry.copies.add(from);
        if (entry.shape != null) {
            if (!entry.unanswered) {
                machine.links.send(from, new ObjectMessage.Announced(shape.ref(), isWhole(entry), null));
            }
            machine.transfers.sourcesKnown(entry);
            return;
        }
        entry.shape(shape);
        long origin = shape.ref().origin();
        if (!entry.everHeld && !machine.links.isDead(origin)) {
            presume(entry);
        }
        entry.writer = from;
        entry.writerIsStore = true;
        entry.unanswered = true;
        machine.insides.hold(entry);
        machine.puts.answerIfDone(entry);
        if (!entry.isDropped()) {
            if (entry.is(ObjectMessage.PUBLISHED)) {
                spread(entry, from);
            }
            machine.transfers.fetch(entry);
        }
    }

    /** A transfer has ended well. */
    void copied(Entry entry) {
        if (isHome) {
            isHere(entry);
        }
    }

    private void isHere(Entry entry) {
        notFetched.remove(entry);
        if (entry.is(ObjectMessage.PUBLISHED)) {
            spread(entry, machine.links.self());
        }
        if (secure(entry)) {
            eraseIfUnheld(entry);
            tellWhole(entry);
        }
    }

    /** It goes where it has to be, if it is not there; false where that cannot be. */
    boolean secure(Entry entry) {
        if (!isSafe(entry) && machine.bucket.isThere()) {
            machine.bucket.secure(entry);
        } else if (!isSafe(entry) && !entry.isWriting() && !machine.room.write(entry, true)) {
            machine.puts.answer(
                    entry,
                    Failure.of(
                            Failure.Kind.STORE_FULL,
                            "the disk has no room for " + entry.words() + ", diskBytes="
                                    + machine.settings.diskBytes()));
            return false;
        }
        machine.puts.answerIfDone(entry);
        return true;
    }

    /** Disk or bucket has taken it. */
    void written(Entry entry) {
        tellWhole(entry);
    }

    /** It is where it has to be: durable means in the bucket, or on disk where there is none. */
    boolean isSafe(Entry entry) {
        boolean isDurable = entry.is(ObjectMessage.DURABLE);
        return !isDurable || (machine.bucket.isThere() ? entry.isInBucket() : entry.isOnDisk());
    }

    /** A copy of its own, that is safe where it has to be. */
    boolean isWhole(Entry entry) {
        return isHome && entry.isHere() && isSafe(entry);
    }

    private void tellWhole(Entry entry) {
        if (isWhole(entry) && !entry.unanswered && !entry.isDropped()) {
            entry.copies.forEach(
                    store -> machine.links.send(store, new ObjectMessage.Announced(entry.ref, true, null)));
        }
    }

    /** No copy could be taken. */
    void notFetched(Entry entry, Failure failure) {
        if (!isHome || entry.isDropped()) {
            return;
        }
        if (entry.unanswered && entry.is(ObjectMessage.DURABLE)) {
            machine.puts.answer(entry, failure);
        } else if (failure.kind() != Failure.Kind.TOO_LARGE) {
            notFetched.add(entry);
        }
    }

    // ---- who has it

    void asked(long from, Id ref) {
        if (!isHome) {
            return;
        }
        Entry entry = machine.entries.get(ref);
        if (entry == null || entry.shape == null || entry.isDropped()) {
            machine.links.send(from, new ObjectMessage.Absent(ref, machine.absence(ref)));
        } else {
            machine.links.send(from, new ObjectMessage.Copies(entry.shape, false, sources(entry, from)));
        }
    }

    private List<Long> sources(Entry entry, long asker) {
        List<Long> sources = new ArrayList<>();
        if (entry.isHere()) {
            sources.add(machine.links.self());
        }
        entry.copies.stream().filter(store -> store != asker).forEach(sources::add);
        if (!entry.isHere()) {
            sources.add(machine.links.self()); // it may be on its way
        }
        return sources;
    }

    /** A store has its copy no more. */
    void letGo(long store, Id ref) {
        Entry entry = machine.entries.get(ref);
        if (isHome && entry != null && entry.copies.remove(store)) {
            machine.transfers.notHere(store, ref);
            isLostIfMissing(entry);
        }
    }

    private void isLostIfMissing(Entry entry) {
        if (entry.isMissing() && machine.transfers.source(entry) == 0) {
            isLost(entry);
        }
    }

    /** The home has none, and knows of none. */
    void isLost(Entry entry) {
        entry.mayBeInBucket &= entry.damage.isEmpty(); // what is damaged stays where it is
        eraseEverywhere(entry, "the last copy was lost" + (entry.damage.isEmpty() ? "" : ", " + entry.damage));
    }

    // ---- published entries

    /** Tells each store from whom to take it. */
    private void spread(Entry entry, long source) {
        List<Long> order = new ArrayList<>();
        order.add(source);
        stores.stream()
                .filter(store -> store != source && !entry.copies.contains(store))
                .forEach(order::add);
        for (int i = 1; i < order.size(); i++) {
            give(entry, order.get(i), order.get((i - 1) / 2));
        }
    }

    private void give(Entry entry, long store, long parent) {
        Set<Long> sources = new LinkedHashSet<>(List.of(parent, machine.links.self()));
        machine.links.send(
                store, new ObjectMessage.Copies(Objects.requireNonNull(entry.shape), true, List.copyOf(sources)));
    }

    void joined(long store) {
        if (isHome) {
            stores.add(store);
            givePublished(store);
        }
    }

    private void givePublished(long store) {
        for (Entry entry : List.copyOf(machine.entries.values())) {
            if (entry.is(ObjectMessage.PUBLISHED) && !entry.isDropped() && !entry.copies.contains(store)) {
                long source = entry.isHere() ? 0 : machine.transfers.source(entry);
                give(entry, store, source == 0 ? machine.links.self() : source);
            }
        }
    }

    // ---- holders

    /** Memory is short: units that hold refs are asked to find out which of these are garbage. */
    void recallGarbage() {
        Set<Long> units = new LinkedHashSet<>();
        machine.entries.values().forEach(entry -> units.addAll(entry.holders));
        units.remove(machine.links.self());
        units.forEach(unit -> machine.links.send(unit, new ObjectMessage.Recall(ObjectMessage.Recall.ANY)));
    }

    void hold(long from, ValueMessage.Hold hold) {
        if (isHome) {
            held(from, hold.tessera(), hold.holding());
        }
        machine.links.send(from, new ValueMessage.Held(hold.tessera(), hold.version()));
    }

    private void held(long from, Id ref, boolean holding) {
        Entry entry = holding ? machine.known(ref) : machine.entries.get(ref);
        if (entry == null) {
            if (from == ref.origin()) {
                machine.erased(ref, "nobody holds it"); // should its bytes still come
            }
        } else if (!entry.isDropped() && holding) {
            entry.holders.add(from);
            entry.everHeld = true;
            isSaid(from, entry);
        } else {
            entry.everHeld = true;
            isSaid(from, entry);
            entry.holders.remove(from);
            eraseIfUnheld(entry);
        }
    }

    private void isSaid(long from, Entry entry) {
        if (from == entry.ref.origin()) {
            presumed.remove(entry);
        }
    }

    /** An entry has the ref inside, or no more. */
    void inside(Id ref, int change) {
        Entry entry = change > 0 ? machine.known(ref) : machine.entries.get(ref);
        if (entry != null) {
            entry.insideOf += change;
            eraseIfUnheld(entry);
        }
    }

    void eraseIfUnheld(Entry entry) {
        boolean isHeld = !entry.holders.isEmpty() || entry.insideOf > 0 || entry.unanswered;
        if (!isHome || isHeld || entry.isDropped()) {
            return;
        }
        if (machine.now < (entry.wasFound ? heardOfNanos : settledNanos)) {
            unheldYet.add(entry); // others may not have heard of this home yet
        } else {
            eraseEverywhere(entry, "nobody holds it");
        }
    }

    private void eraseUnheld() {
        if (!unheldYet.isEmpty() && machine.now >= settledNanos) {
            List<Entry> late = List.copyOf(unheldYet);
            unheldYet.clear();
            late.forEach(this::eraseIfUnheld);
        }
    }

    private void eraseEverywhere(Entry entry, String why) {
        eraseEverywhere(entry, Failure.of(Failure.Kind.OBJECT_LOST, entry.words() + ": " + why));
    }

    void eraseEverywhere(Entry entry, Failure why) {
        notFetched.remove(entry);
        presumed.remove(entry);
        Set<Long> told = new LinkedHashSet<>(entry.copies);
        if (entry.transfer != null) {
            told.addAll(entry.transfer.failed); // it may only not have been readable there
        }
        if (entry.is(ObjectMessage.PUBLISHED)) {
            told.addAll(stores);
        }
        told.forEach(store -> machine.links.send(store, new ObjectMessage.Erase(entry.ref)));
        machine.erased(entry.ref, why);
    }

    void discard(long from, Id ref) {
        if (isHome) {
            Entry entry = machine.known(ref);
            if (!entry.isDropped()) {
                eraseEverywhere(entry, "it was dropped");
            }
        }
        machine.links.send(from, new ObjectMessage.Discarded(ref));
    }

    // ---- links, verdicts, time

    void connected(long unit) {
        deferred.removeIf(each -> each.from == unit);
        for (Entry entry : presumed) {
            if (entry.ref.origin() == unit) {
                entry.presumedUntilNanos = machine.now + machine.settings.graceNanos();
            }
        }
        if (isHome && stores.contains(unit)) {
            givePublished(unit);
        }
    }

    void lost(long unit) {
        deferred.removeIf(each -> each.from == unit);
        if (isHome) {
            stores.remove(unit);
            List.copyOf(machine.entries.values()).stream()
                    .filter(entry -> entry.copies.remove(unit))
                    .forEach(this::isLostIfMissing);
        }
    }

    /** Nothing it held counts any longer. */
    void buried(long unit) {
        List.copyOf(machine.entries.values()).stream()
                .filter(entry -> entry.holders.remove(unit))
                .forEach(this::eraseIfUnheld);
    }

    void tick(long now) {
        endPresumptions();
        answerDeferred();
        eraseUnheld();
        if (!notFetched.isEmpty() && now - lastRetryNanos > machine.settings.waitNanos()) {
            lastRetryNanos = now;
            List<Entry> again = List.copyOf(notFetched);
            notFetched.clear();
            again.forEach(machine.transfers::fetch);
        }
    }
}
