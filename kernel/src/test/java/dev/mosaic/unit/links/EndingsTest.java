package dev.mosaic.unit.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.UnitMessage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is over is said until a monitor has heard it. */
class EndingsTest {
    private static final long MONITOR = 2;

    private final List<UnitMessage> sent = new ArrayList<>();
    private final Links links = new Links(1, new LinkOutput() {
        @Override
        public void send(long unit, UnitMessage message) {
            sent.add(message);
        }

        @Override
        public void dial(long unit) {}
    });
    private final Endings endings = new Endings(links);

    @Test
    void shouldSayOnEachNewLinkWhatIsOver() {
        endings.say(MONITOR, new Id(1, 1)); // there is no link
        links.connected(MONITOR);
        endings.say(MONITOR, new Id(1, 2)); // which may be lost with it
        assertThat(sent).containsExactly(ended(2));
        endings.monitor(MONITOR);
        assertThat(sent).containsExactly(ended(2), ended(1), ended(2));
    }

    @Test
    void shouldRememberTheLastOnly() {
        for (int i = 0; i < 3 * Endings.MOST; i++) {
            endings.say(MONITOR, new Id(1, i));
        }
        links.connected(MONITOR);
        endings.monitor(MONITOR);
        assertThat(sent).hasSize(Endings.MOST).endsWith(ended(3 * Endings.MOST - 1));
    }

    @Test
    void shouldSayTheLast1000AgainAndNotTheOneBeforeThese() {
        for (int i = 1; i <= 1_000; i++) {
            endings.say(MONITOR, new Id(1, i));
        }
        links.connected(MONITOR);
        endings.monitor(MONITOR);
        assertThat(sent).hasSize(1_000).startsWith(ended(1)).endsWith(ended(1_000));

        endings.say(MONITOR, new Id(1, 1_001));
        sent.clear();
        endings.monitor(MONITOR);
        assertThat(sent).hasSize(1_000).startsWith(ended(2)).endsWith(ended(1_001));
    }

    private static ClusterMessage ended(long number) {
        return new ClusterMessage.Ended(new Id(1, number));
    }
}
