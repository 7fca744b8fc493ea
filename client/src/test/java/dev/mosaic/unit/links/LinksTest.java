package dev.mosaic.unit.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Carried;
import dev.mosaic.message.UnitMessage;
import org.junit.jupiter.api.Test;

/** Whom the links of a unit hold for dead. */
class LinksTest {
    private final Links links = new Links(1, new LinkOutput() {
        @Override
        public void send(long unit, UnitMessage message) {
            throw new AssertionError("nothing is sent");
        }

        @Override
        public void dial(long unit) {
            throw new AssertionError("nobody is dialled");
        }
    });

    @Test
    void shouldWaitForAHomeThatWasNeverHeardOf() {
        assertThat(links.isDead(Carried.HOME)).isFalse();
        links.home(0);
        assertThat(links.isDead(Carried.HOME)).as("it will come").isFalse();
    }

    @Test
    void shouldHoldAHomeForDeadThatWasThereUntilThereIsAnother() {
        links.home(7);
        assertThat(links.isDead(Carried.HOME)).isFalse();
        links.home(0);
        assertThat(links.isDead(Carried.HOME)).isTrue();
        links.home(0);
        assertThat(links.isDead(Carried.HOME)).isTrue();
        links.home(8);
        assertThat(links.isDead(Carried.HOME)).isFalse();
    }
}
