package dev.mosaic.head;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.headapi.EventsPage;
import dev.mosaic.message.Member;
import org.junit.jupiter.api.Test;

/** What a head remembers of units that come and go. S8.1. */
class UnitEventsTest {
    private final UnitEvents events = new UnitEvents();

    private static Member worker(int number) {
        return new Member("worker:0:" + number, number, Member.Kind.WORKER, "", "node:0", 1);
    }

    @Test
    void shouldSayWhatWasAfterANumber_S8_1() {
        events.joined(worker(1));
        events.gone(worker(1), "it was closed", true);
        events.gone(worker(2), "it fell silent", false);

        assertThat(events.after(0).events())
                .extracting(EventsPage.Event::kind)
                .containsExactly("JOINED", "LEFT", "LOST");
        assertThat(events.after(2).events()).singleElement().satisfies(event -> {
            assertThat(event.unit()).isEqualTo("worker:0:2");
            assertThat(event.node()).isEqualTo("node:0");
            assertThat(event.reason()).isEqualTo("it fell silent");
        });
        assertThat(events.after(3).events()).isEmpty();
        assertThat(events.after(3).last()).isZero();
    }

    @Test
    void shouldCountWhatItRemembersNoMore_S8_1() {
        for (int i = 0; i < UnitEvents.MOST + 5; i++) {
            events.joined(worker(i));
        }

        assertThat(events.after(0).events()).hasSize(UnitEvents.MOST);
        assertThat(events.after(0).displaced()).isEqualTo(5);
        assertThat(events.after(2).displaced()).isEqualTo(3);
        assertThat(events.after(7).displaced()).isZero();
        assertThat(events.after(7).events()).hasSize(UnitEvents.MOST - 2);
    }
}
