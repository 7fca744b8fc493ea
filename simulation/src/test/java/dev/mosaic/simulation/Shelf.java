package dev.mosaic.simulation;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.Place;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sees every entry that was put, read, dropped and lost in the whole cluster, and holds that against the rules. */
final class Shelf {
    private static final int MOST = 40;

    /** An entry as its putter made it. */
    private static final class Item {
        final Id ref;
        final long home;
        final List<Integer> sizes;

        /** Tesserae and other entries. */
        final List<Id> inside;

        boolean durable;
        boolean stored;
        boolean failed;
        boolean dropped;
        boolean lost;

        /** When it was asked for first. */
        long askedNanos = Long.MAX_VALUE;

        Item(Id ref, long home, List<Integer> sizes, List<Id> inside) {
            this.ref = ref;
            this.home = home;
            this.sizes = sizes;
            this.inside = inside;
        }

        long bytes() {
            return sizes.stream().mapToLong(size -> size).sum();
        }
    }

    private final World world;
    private final Map<Id, Item> items = new LinkedHashMap<>();
    /** Stores that died, or are held for dead, and since when. */
    private final Map<Long, Long> lostStores = new LinkedHashMap<>();

    private boolean homeWasLost;

    private final Map<Failure.Kind, Integer> failures = new LinkedHashMap<>();
    private int reads;

    Shelf(World world) {
        this.world = world;
    }

    String summary() {
        return "entries=" + items.size() + ", reads=" + reads + ", failed=" + failures + ", lost="
                + items.values().stream().filter(item -> item.lost).count();
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    boolean mayPutMore() {
        return items.size() < MOST + world.manyRefs;
    }

    boolean isRef(Id id) {
        return items.containsKey(id);
    }

    /** True where an entry can no longer be had, whoever still has its ref. */
    boolean hadReasons() {
        return !lostStores.isEmpty() || items.values().stream().anyMatch(item -> item.dropped || item.lost);
    }

    /** True where what is said is of a tessera inside of an entry that was dropped: some program had not waited for the readers. */
    boolean letGo(String what) {
        return items.values().stream()
                .filter(item -> item.dropped)
                .flatMap(item -> item.inside.stream())
                .anyMatch(each -> what.equals("tessera=" + each + " was held by nobody"));
    }

    boolean homesWereLost() {
        return homeWasLost;
    }

    int size() {
        return items.size();
    }

    // ---- what programs do

    void begun(Id ref, long home, List<Integer> sizes, List<Id> inside) {
        items.put(ref, new Item(ref, home, sizes, inside));
    }

    void stored(UnitProcess unit, Id ref, @Nullable Failure failure, long sinceNanos) {
        Item item = item(ref);
        item.stored = failure == null;
        if (failure == null) {
            boolean isKeptForNext = world.remains.has(ref); // no home is there just now
            check(
                    isInAnyStore(item) || isKeptForNext || isExcused(unit, item),
                    () -> "ref=" + ref + " was stored nowhere");
            item.lost |= !isSomewhere(item)
                    && !isKeptForNext; // in a store that is held for dead, of which the unit has not heard
        } else {
            justified(unit, List.of(ref), 0, failure, sinceNanos, false);
            item.failed = true;
        }
    }

    void durable(Id ref) {
        item(ref).durable = true;
    }

    void dropped(Id ref) {
        item(ref).dropped = true;
    }

    /** Somebody asks for it. */
    void asked(Id ref) {
        Item item = item(ref);
        item.askedNanos = Math.min(item.askedNanos, world.schedule.now());
    }

    /** What was read, in the unit that reads. */
    void read(UnitProcess unit, List<Id> refs, int index, Outcome outcome, long sinceNanos) {
        reads++;
        switch (outcome) {
            case Outcome.Returned returned -> isRight(unit, refs.get(index), returned.value());
            case Outcome.Failed failed -> justified(unit, refs, index, failed.failure(), sinceNanos, true);
            case Outcome.Held held -> check(false, () -> "a lease gives no bytes");
        }
    }

    /** Exactly the bytes that were put, as long as the lease lives. */
    void isRight(UnitProcess unit, Id ref, Payload value) {
        Item item = item(ref);
        check(item.stored || item.dropped || isExcused(unit, item), () -> "ref=" + ref + " was read before it was put");
        check(value.outOfBand().size() == item.sizes.size(), () -> "ref=" + ref + " has the wrong parts");
        for (int part = 0; part < item.sizes.size(); part++) {
            MemorySegment bytes = bytes(unit, value, part);
            if (bytes != null) {
                MemorySegment right = MemorySegment.ofArray(content(ref, part, item.sizes.get(part)));
                long at = bytes.mismatch(right);
                // What is on its way to a unit that others hold for dead may be anything: its lease is over.
                boolean isSentToTheDead = value.place(part) == null && world.verdicts.contains(unit.instance());
                check(at == -1 || isSentToTheDead, () -> "ref=" + ref + " has wrong bytes from " + at + " at " + unit);
            }
        }
    }

    private @Nullable MemorySegment bytes(UnitProcess unit, Payload value, int part) {
        Place place = value.place(part);
        if (place == null) {
            return value.outOfBand().get(part);
        }
        StoreProcess store = world.store(place.owner());
        MemorySegment bytes = store.at(place);
        boolean isOver = !store.isAlive() || world.verdicts.contains(unit.instance()) || isLost(place.owner());
        check(bytes != null || isOver, () -> "nothing lies at " + place + " though " + unit + " leases it");
        return bytes;
    }

    /** Whether the error can have come about. */
    private void justified(
            UnitProcess unit, List<Id> refs, int index, Failure failure, long sinceNanos, boolean isRead) {
        failures.merge(failure.kind(), 1, Integer::sum);
        boolean waited = world.schedule.now() - sinceNanos >= World.STORE_WAIT;
        boolean right = switch (failure.kind()) {
            case OBJECT_LOST ->
                isExcused(unit, item(refs.get(index)))
                        || (!isRead && wasAskedOfTheLost(unit, failure, sinceNanos))
                        || wasRefused(failure, sinceNanos)
                        || cannotBeReadNow(failure)
                        || wasCutOff(unit, failure)
                        || lackedHome(failure)
                        || (!isRead && waited && lacksWarehouse(unit, failure, sinceNanos));
            case STORE_FULL -> waited || world.hasLittleDisk || world.hasDiskErrors;
            case DURABILITY_UNAVAILABLE -> world.remains.wasAwaySince(sinceNanos) || world.hasDiskErrors;
            // Whoever comes later fails with those who have waited.
            case TIMED_OUT ->
                waited
                        || world.remains.wasAwaySince(sinceNanos)
                        || world.schedule.now() - item(refs.get(index)).askedNanos >= World.STORE_WAIT;
            case TOO_LARGE -> refs.stream().mapToLong(ref -> item(ref).bytes()).sum() > World.LEAST_MEMORY;
            default -> false;
        };
        check(
                right,
                () -> "ref=" + refs.get(index) + " of " + refs + " failed for a wrong reason at " + unit + ": "
                        + failure);
    }

    private boolean isExcused(UnitProcess unit, Item item) {
        boolean isOver = item.dropped || item.failed || world.verdicts.contains(unit.instance());
        if (isKept(item)) {
            return isOver;
        }
        return isOver
                || item.lost
                || isLost(item.home)
                || lostStores.keySet().stream().anyMatch(store -> world.mayUse(unit, store));
    }

    /** A put went to a store of whose death the unit heard while it waited. Who reads asks the next one. */
    private boolean wasAskedOfTheLost(UnitProcess unit, Failure failure, long sinceNanos) {
        return failure.what().startsWith("the store that was asked about")
                && lostStores.keySet().stream()
                        .anyMatch(store -> world.mayUse(unit, store) && unit.deadSince(store) >= sinceNanos);
    }

    /** The bucket said no since it was asked: the entry may be there, and cannot be read now. */
    private boolean wasRefused(Failure failure, long sinceNanos) {
        return failure.what().contains("cannot be read now: tier=s3") && world.remains.hasRefusedSince(sinceNanos);
    }

    /** The disk failed: the entry is there, and cannot be read now. */
    private boolean cannotBeReadNow(Failure failure) {
        return world.hasDiskErrors
                && failure.what().contains("cannot be read now")
                && (failure.what().contains("tier=disk") || failure.what().contains("its file could not be read"));
    }

    /** The store of the unit's machine has known no home for as long as a put waits; a monitor that stalls tells it of none. */
    private boolean lacksWarehouse(UnitProcess unit, Failure failure, long sinceNanos) {
        return failure.what().startsWith("no warehouse is there")
                && world.stores()
                        .filter(store -> !store.isHome() && world.mayUse(unit, store.instance()))
                        .anyMatch(store -> store.homeSince() >= sinceNanos + World.STORE_WAIT);
    }

    /** Only the way from here to the store, or from there to the home, was cut for longer than anybody waits: the entry is still there. */
    private boolean wasCutOff(UnitProcess unit, Failure failure) {
        boolean isLong = world.longestCut > World.CUT
                || world.stores()
                        .filter(store -> !store.isHome() && world.mayUse(unit, store.instance()))
                        .anyMatch(store -> store.longestWithoutHome() >= World.STORE_WAIT);
        return isLong && failure.what().contains(" has not reached ");
    }

    /** The same, whoever asked: several short cuts, one after the other, kept a store from its home, or from hearing of it. */
    boolean lackedHome(Failure failure) {
        boolean isLong = world.stores()
                .filter(store -> !store.isHome())
                .anyMatch(store -> store.longestWithoutHome() >= World.STORE_WAIT);
        boolean wereLost = homeWasLost && failure.what().contains("each warehouse that was asked was lost");
        return wereLost
                || (isLong
                        && (failure.what().contains(" has not reached ")
                                || failure.what().endsWith("no warehouse is there to know it")
                                || failure.what().endsWith("the warehouse that knows it was lost")));
    }

    /** Whatever becomes of the home, its next life has it. */
    private boolean isKept(Item item) {
        return item.durable && item.stored && world.homesReturn;
    }

    private boolean isLost(long store) {
        return lostStores.containsKey(store);
    }

    // ---- stores that die

    void lost(StoreProcess store) {
        lostStores.putIfAbsent(store.instance(), world.schedule.now());
        homeWasLost |= store.isHome();
        for (Item item : items.values()) {
            // A copy that the home has not heard of yet does not save it.
            item.lost |= store.machine.has(item.ref) && !(isSomewhere(item) && isKnownElsewhere(item, store));
        }
    }

    private boolean isKnownElsewhere(Item item, StoreProcess lost) {
        return world.stores()
                .filter(store -> store.isHome() && store.isAlive() && !isLost(store.instance()))
                .allMatch(home -> home.machine.has(item.ref)
                        || home.machine.copies(item.ref).stream().anyMatch(copy -> copy != lost.instance()));
    }

    /** Also in one that a monitor holds for dead whom not all heed. */
    private boolean isInAnyStore(Item item) {
        return world.stores().anyMatch(store -> store.isAlive() && store.machine.has(item.ref));
    }

    private boolean isSomewhere(Item item) {
        return world.stores()
                .anyMatch(store -> store.isAlive() && !isLost(store.instance()) && store.machine.has(item.ref));
    }

    // ---- after every step

    /** No entry that a living unit holds is gone, but for a reason. */
    void check() {
        for (Item item : items.values()) {
            if (isKept(item) && !item.dropped && !isSomewhere(item) && !world.remains.has(item.ref)) {
                check(!world.isHeld(item.ref), () -> "ref=" + item.ref + " is durable, held and nowhere");
            }
            boolean isThere = isSomewhere(item) || world.remains.has(item.ref);
            if (item.stored && !item.dropped && !item.lost && !isLost(item.home) && !isThere) {
                check(!world.isHeld(item.ref), () -> "ref=" + item.ref + " is held and in no store");
                item.lost = wasLetGoOf(item.ref);
            }
        }
    }

    /**
     * It was inside of an entry that was dropped, and nobody held it then. Who reads that entry from a copy whose store has not heard of the
     * drop gets it all the same.
     */
    private boolean wasLetGoOf(Id ref) {
        List<Item> around = items.values().stream()
                .filter(item -> item.inside.contains(ref))
                .toList();
        return around.stream().anyMatch(item -> item.dropped)
                && around.stream().noneMatch(item -> !item.dropped && isSomewhere(item));
    }

    private Item item(Id ref) {
        Item item = items.get(ref);
        if (item == null) {
            throw new AssertionError("nobody put ref=" + ref);
        }
        return item;
    }

    // ---- bytes

    static byte[] content(Id ref, int part, int size) {
        byte[] bytes = new byte[size];
        long seed = ref.origin() * 31 + ref.number() * 7 + part;
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (seed + i * 13L + (i >> 8));
        }
        return bytes;
    }

    static byte[] joined(List<MemorySegment> parts) {
        List<byte[]> all = new ArrayList<>();
        int size = 0;
        for (MemorySegment part : parts) {
            byte[] bytes = part.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
            all.add(bytes);
            size += bytes.length;
        }
        byte[] joined = new byte[size];
        int at = 0;
        for (byte[] bytes : all) {
            System.arraycopy(bytes, 0, joined, at, bytes.length);
            at += bytes.length;
        }
        return joined;
    }

    private static void check(boolean holds, java.util.function.Supplier<String> otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise.get());
        }
    }
}
