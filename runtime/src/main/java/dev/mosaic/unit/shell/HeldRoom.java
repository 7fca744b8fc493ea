package dev.mosaic.unit.shell;

import dev.mosaic.InvalidOptionException;
import dev.mosaic.Reservation;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A reservation of this unit. <b>Threading:</b> any thread; {@link #booked} and {@link #failed} in the loop. */
final class HeldRoom implements Reservation {
    private final Engine engine;
    private final Rooms rooms;
    private final Id id;
    private final int bundles;
    private volatile List<String> nodes = List.of();
    private volatile @Nullable Failure failure;

    HeldRoom(Engine engine, Rooms rooms, Id id, int bundles) {
        this.engine = engine;
        this.rooms = rooms;
        this.id = id;
        this.bundles = bundles;
    }

    /** Its name, for who uses that bundle. */
    Id id(int bundle) {
        if (bundle < 0 || bundle >= bundles) {
            throw new InvalidOptionException(
                    "bundle=" + bundle + " is outside 0.." + (bundles - 1),
                    "give an index of a bundle of the reservation");
        }
        return id;
    }

    void booked(List<String> held) {
        nodes = held;
    }

    void failed(Failure reason) {
        failure = reason;
    }

    @Override
    public boolean await(Duration timeout) {
        boolean isDone = rooms.await(() -> !nodes.isEmpty() || failure != null, Waits.nanos(timeout));
        Failure reason = failure;
        if (reason != null) {
            throw Failures.unchecked(engine.failures.rebuilt(reason, uid()));
        }
        return isDone && !nodes.isEmpty();
    }

    @Override
    public List<String> nodes() {
        return nodes;
    }

    @Override
    public String uid() {
        return "room-" + id;
    }

    @Override
    public void close() {
        rooms.close(id);
        nodes = List.of();
    }

    @Override
    public String toString() {
        return uid() + (nodes.isEmpty() ? "" : " on " + String.join(", ", nodes));
    }
}
