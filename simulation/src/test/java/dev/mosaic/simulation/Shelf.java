package dev.mosaic.simulation;

import dev.mosaic.memory.Place;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sees every entry that was put, read, dropped and lost in the whole cluster, and holds that against the rules. */
final class Shelf {
    private static final int MOST = 40;

    /** A home that has come back is known to all by then, and all have told it what they have. */
    private static final long RETURN = 20 * Schedule.SECOND;

    /** An entry as its putter made it. */
    private static final class Item {
        final Id ref;
        final long home;
        final List<Integer> sizes;
        boolean durable;
        boolean stored;
        boolean failed;
        boolean dropped;
        boolean lost;

        /** When it was asked for first. */
        long askedNanos = Long.MAX_VALUE;

        Item(Id ref, long home, List<Integer> sizes) {
            this.ref = ref;
            this.home = home;
            this.sizes = sizes;
        }

        long bytes() {
            return sizes.stream().mapToLong(size -> size).sum();
        }
    }

    private final World world;
    private final Map<Id, Item> items = new LinkedHashMap<>();
    private final Set<Long> lostStores = new HashSet<>();
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
        return items.size() < MOST;
    }

    boolean isRef(Id id) {
        return items.containsKey(id);
    }

    /** True where an entry can no longer be had, whoever still has its ref. */
    boolean hadReasons() {
        return !lostStores.isEmpty() || items.values().stream().anyMatch(item -> item.dropped || item.lost);
    }

    boolean homesWereLost() {
        return items.values().stream().anyMatch(item -> lostStores.contains(item.home))
                || world.stores().anyMatch(store -> store.isHome() && lostStores.contains(store.instance()));
    }

    // ---- what programs do

    void begun(Id ref, long home, List<Integer> sizes) {
        items.put(ref, new Item(ref, home, sizes));
    }

    void stored(UnitProcess unit, Id ref, @Nullable Failure failure, long sinceNanos) {
        Item item = item(ref);
        item.stored = failure == null;
        if (failure == null) {
            check(isSomewhere(item) || isExcused(unit, item), () -> "ref=" + ref + " was stored nowhere");
            item.lost |= !isSomewhere(item); // in a store that is held for dead, of which the unit has not heard
        } else {
            justified(unit, List.of(ref), 0, failure, sinceNanos);
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
            case Outcome.Failed failed -> justified(unit, refs, index, failed.failure(), sinceNanos);
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
    private void justified(UnitProcess unit, List<Id> refs, int index, Failure failure, long sinceNanos) {
        failures.merge(failure.kind(), 1, Integer::sum);
        boolean waited = world.schedule.now() - sinceNanos >= World.STORE_WAIT;
        boolean right = switch (failure.kind()) {
            case OBJECT_LOST -> isExcused(unit, item(refs.get(index)));
            case STORE_FULL -> waited || world.hasLittleDisk;
            case DURABILITY_UNAVAILABLE -> world.remains.wasAwaySince(sinceNanos);
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
        if (isKept(item)) {
            return item.dropped
                    || item.failed
                    || world.schedule.now() - world.homeSinceNanos < RETURN
                    || !world.stores().anyMatch(store -> store.isHome() && store.isAlive())
                    || world.verdicts.contains(unit.instance())
                    || world.stores()
                            .anyMatch(store -> !store.isHome()
                                    && lostStores.contains(store.instance())
                                    && world.mayUse(unit, store.instance()));
        }
        return item.dropped
                || item.lost
                || item.failed
                || isLost(item.home)
                || world.verdicts.contains(unit.instance())
                || lostStores.stream().anyMatch(store -> world.mayUse(unit, store));
    }

    /** Whatever becomes of the home, its next life has it. */
    private boolean isKept(Item item) {
        return item.durable && item.stored && world.homesReturn;
    }

    private boolean isLost(long store) {
        return lostStores.contains(store);
    }

    // ---- stores that die

    void lost(StoreProcess store) {
        lostStores.add(store.instance());
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
            if (item.stored && !item.dropped && !item.lost && !isLost(item.home) && !isSomewhere(item)) {
                check(!world.isHeld(item.ref), () -> "ref=" + item.ref + " is held and in no store");
            }
        }
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
