package dev.mosaic.monitor;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What lives in a reservation of which this monitor hears later than of that: a worker may come before the program that has reserved. Until
 * then it is counted at its node, of which the bundle is a part.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> O(tesserae) for a reservation that is new here.
 */
final class Occupants {
    private final Addresses addresses;
    private final Berths berths;
    private final Reservations reservations;

    Occupants(Parts parts) {
        this.addresses = parts.addresses();
        this.berths = parts.berths();
        this.reservations = parts.reservations();
    }

    /** What lives in its bundles leaves its nodes' own room first, so that the bundles fit where they were. */
    void book(long now, long from, long program, ClusterMessage.Book book) {
        boolean isKnown = reservations.has(book.reservation());
        List<Id> inside = isKnown ? List.of() : addresses.reserving(book.reservation());
        Set<Berth> equipped = new LinkedHashSet<>();
        for (Id tessera : inside) {
            Addresses.Place place = addresses.of(tessera);
            Objects.requireNonNull(place.room()).give(tessera);
            if (place.berth() != null) {
                equipped.add(place.berth());
            }
        }
        equipped.forEach(berths::leave);
        reservations.book(now, from, program, book);
        for (Id tessera : inside) {
            Addresses.Place place = addresses.of(tessera);
            Room bundle = reservations.roomAt(Objects.requireNonNull(place.stock()), place.claim());
            Room room = bundle == null ? Objects.requireNonNull(place.room()) : bundle;
            if (place.berth() != null) {
                place.berth().room = room;
            }
            addresses.moveTo(tessera, room);
        }
        equipped.forEach(berths::enter);
    }
}
