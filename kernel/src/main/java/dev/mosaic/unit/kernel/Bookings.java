package dev.mosaic.unit.kernel;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.unit.links.Endings;
import dev.mosaic.unit.links.Links;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The reservations that this unit has, as a monitor that is new is told of them.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> one entry for each.
 */
final class Bookings {
    private final Links links;
    private final Endings endings;
    private final Map<Id, ClusterMessage.Book> open = new LinkedHashMap<>();

    Bookings(Links links) {
        this.links = links;
        this.endings = new Endings(links);
    }

    boolean has(Id reservation) {
        return open.containsKey(reservation);
    }

    void book(long monitor, ClusterMessage.Book book) {
        open.put(book.reservation(), book);
        links.send(monitor, book);
    }

    /** Where they are now, which the next monitor is to know. */
    void booked(ClusterMessage.Booked booked) {
        open.computeIfPresent(
                booked.reservation(),
                (id, book) -> new ClusterMessage.Book(id, book.bundles(), book.spread(), booked.nodes()));
    }

    void end(long monitor, Id reservation) {
        if (open.remove(reservation) != null) {
            endings.say(monitor, reservation);
        }
    }

    void monitor(long instance) {
        endings.monitor(instance);
        List.copyOf(open.values()).forEach(book -> links.send(instance, book));
    }
}
