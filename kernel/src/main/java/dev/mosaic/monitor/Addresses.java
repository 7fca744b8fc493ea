package dev.mosaic.monitor;

import dev.mosaic.message.Claim;
import dev.mosaic.message.Id;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where each tessera lives, and what it takes there.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> O(1); O(tesserae) where a reservation ends.
 */
final class Addresses {
    /**
     * Where one is.
     *
     * @param room out of which it takes what it claims; null where it claims nothing
     * @param berth the worker with devices; null for others
     */
    record Place(
            long worker,
            String name,
            String className,
            Claim claim,
            @Nullable Stock stock,
            @Nullable Room room,
            @Nullable Berth berth) {}

    private final Roster roster;
    private final Ranks ranks;
    private final Idleness idleness;
    private final Map<Id, Place> places = new HashMap<>();
    private final Map<Long, Set<Id>> byWorker = new HashMap<>();
    private final Map<Long, Set<Id>> promised = new HashMap<>();

    Addresses(Roster roster, Ranks ranks, Idleness idleness) {
        this.roster = roster;
        this.ranks = ranks;
        this.idleness = idleness;
    }

    @Nullable Place get(Id tessera) {
        return places.get(tessera);
    }

    /** That of one which has one. */
    Place of(Id tessera) {
        return Objects.requireNonNull(places.get(tessera));
    }

    /** Those that live there, as they are now. */
    List<Id> at(long worker) {
        return List.copyOf(byWorker.getOrDefault(worker, Set.of()));
    }

    int count(long worker) {
        return byWorker.getOrDefault(worker, Set.of()).size();
    }

    /** Those that this unit was given a place for, and of which no worker has said that they came: they may never be made. */
    List<Id> promisedTo(long unit) {
        return List.copyOf(promised.getOrDefault(unit, Set.of()));
    }

    /** It is to live there. */
    void promise(Id tessera, Place place) {
        remember(tessera, place);
        promised.computeIfAbsent(tessera.origin(), any -> new LinkedHashSet<>()).add(tessera);
    }

    /** Its worker says that it came. */
    void came(Id tessera) {
        removeFrom(promised, tessera.origin(), tessera);
    }

    /** It lives there now, and takes what it claims there. */
    void remember(Id tessera, Place place) {
        Place before = vacate(tessera);
        if (before != null && before.room != null && before.berth == null) {
            before.room.give(tessera);
        }
        places.put(tessera, place);
        byWorker.computeIfAbsent(place.worker, any -> new LinkedHashSet<>()).add(tessera);
        ranks.placed(place.worker, 1);
        touched(place.worker);
        if (place.room != null) {
            place.room.take(tessera, place.claim.needs());
        }
    }

    /** The place alone; its name is still its own, and what it took still taken. */
    @Nullable Place vacate(Id tessera) {
        Place place = places.remove(tessera);
        if (place != null) {
            removeFrom(byWorker, place.worker, tessera);
            came(tessera);
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

    /** Those that take something there for that reservation. */
    List<Id> reserving(Id reservation) {
        return places.entrySet().stream()
                .filter(each -> each.getValue().claim.reservation().equals(reservation))
                .filter(each -> each.getValue().room != null)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** It takes what it claims out of that room, and has given back what it took before. */
    void moveTo(Id tessera, Room room) {
        Place place = of(tessera);
        room.take(tessera, place.claim.needs());
        places.put(
                tessera,
                new Place(place.worker, place.name, place.className, place.claim, place.stock, room, place.berth));
    }

    /** Those in that room live on, each out of its node's own. */
    void leaveRoom(Room room) {
        places.replaceAll((tessera, place) -> room.equals(place.room) ? outOf(tessera, place) : place);
    }

    private static Place outOf(Id tessera, Place place) {
        Stock stock = Objects.requireNonNull(place.stock);
        stock.room.take(tessera, place.claim.needs());
        return new Place(place.worker, place.name, place.className, place.claim, stock, stock.room, place.berth);
    }
}
