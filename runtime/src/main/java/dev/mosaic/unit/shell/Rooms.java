package dev.mosaic.unit.shell;

import dev.mosaic.Bundle;
import dev.mosaic.InvalidOptionException;
import dev.mosaic.Reservation;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** The reservations of this unit. <b>Threading:</b> any thread. */
final class Rooms {
    private final Engine engine;
    private final Bell changed;
    private final Map<Id, HeldRoom> rooms = new ConcurrentHashMap<>();

    Rooms(Engine engine, Patience patience) {
        this.engine = engine;
        this.changed = new Bell(patience);
    }

    Reservation reserve(List<Bundle> bundles, Reservation.Layout layout) {
        if (bundles.isEmpty()) {
            throw new InvalidOptionException("bundles=0", "reserve at least one");
        }
        Id id = engine.nextId();
        HeldRoom room = new HeldRoom(engine, this, id, bundles.size());
        rooms.put(id, room);
        engine.loop.run(now -> engine.kernel.book(
                now,
                new ClusterMessage.Book(
                        id,
                        bundles.stream().map(Claims::resources).toList(),
                        layout == Reservation.Layout.SPREAD,
                        List.of())));
        return room;
    }

    boolean await(BooleanSupplier done, long timeoutNanos) {
        return changed.with(
                () -> Seat.await(engine, () -> engine.isClosed() || done.getAsBoolean(), Answer.NOBODY, timeoutNanos));
    }

    void ring() {
        changed.ring();
    }

    void booked(ClusterMessage.Booked booked) {
        HeldRoom room = rooms.get(booked.reservation());
        if (room != null) {
            room.booked(booked.nodes());
            changed.ring();
        }
    }

    void refused(ClusterMessage.Refused refused) {
        HeldRoom room = rooms.get(refused.tessera());
        if (room != null && refused.forEver()) {
            room.failed(refused.failure());
            changed.ring();
        }
    }

    void close(Id id) {
        if (rooms.remove(id) != null) {
            engine.loop.run(now -> engine.kernel.unbook(now, id));
            changed.ring();
        }
    }
}
