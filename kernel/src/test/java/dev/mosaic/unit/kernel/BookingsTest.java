package dev.mosaic.unit.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.Resources;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.unit.links.LinkOutput;
import dev.mosaic.unit.links.Links;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a monitor hears of reservations. */
class BookingsTest {
    private static final long MONITOR = 2;
    private static final Id RESERVATION = new Id(1, 5);
    private static final ClusterMessage.Book BOOK =
            new ClusterMessage.Book(RESERVATION, List.of(Resources.ofCpus(1)), false, List.of());

    private final List<UnitMessage> sent = new ArrayList<>();
    private final Links links = new Links(1, new LinkOutput() {
        @Override
        public void send(long unit, UnitMessage message) {
            sent.add(message);
        }

        @Override
        public void dial(long unit) {}
    });
    private final Bookings bookings = new Bookings(links);

    @Test
    void shouldTellTheMonitorOnTheNextLinkOfAReservationThatWasClosed_S5_4() {
        links.connected(MONITOR);
        bookings.book(MONITOR, BOOK);
        links.disconnected(MONITOR);
        bookings.end(MONITOR, RESERVATION);
        assertThat(sent).containsExactly(BOOK);
        links.connected(MONITOR);
        bookings.monitor(MONITOR);
        assertThat(sent).containsExactly(BOOK, new ClusterMessage.Ended(RESERVATION));
    }

    @Test
    void shouldTellANewMonitorWhichReservationsThereAre_S5_4() {
        bookings.book(0, BOOK);
        links.connected(MONITOR);
        bookings.monitor(MONITOR);
        assertThat(sent).containsExactly(BOOK);
        assertThat(bookings.has(RESERVATION)).isTrue();
    }
}
