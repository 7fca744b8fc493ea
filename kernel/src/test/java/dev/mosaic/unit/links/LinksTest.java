package dev.mosaic.unit.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Carried;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.UnitMessage;
import java.util.ArrayList;
import java.util.List;
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

    /** The mesh gives up after a while: a worker that stood still for long would never be linked again. */
    @Test
    void shouldDialAgainWhereALinkIsBroken() {
        List<Long> dialled = new ArrayList<>();
        Links dialling = new Links(1, new LinkOutput() {
            @Override
            public void send(long unit, UnitMessage message) {
                throw new AssertionError("nothing is sent");
            }

            @Override
            public void dial(long unit) {
                dialled.add(unit);
            }
        });
        dialling.redial(unit -> unit != 8);
        assertThat(dialled).isEmpty();
        dialling.send(7, new ClusterMessage.Look(7));
        dialling.redial(unit -> unit != 8);
        assertThat(dialled).as("it is being dialled").containsExactly(7L);
        dialling.disconnected(7);
        dialling.redial(unit -> unit != 8);
        dialling.redial(unit -> unit != 8);
        assertThat(dialled).containsExactly(7L, 7L);
        assertThat(dialling.connected(7)).isTrue();
        dialling.redial(unit -> unit != 8);
        dialling.disconnected(7);
        dialling.lost(7);
        dialling.redial(unit -> unit != 8);
        assertThat(dialled).as("it is linked, or dead").hasSize(2);
        assertThat(dialling.connected(8)).isTrue();
        dialling.disconnected(8);
        dialling.redial(unit -> unit != 8);
        assertThat(dialled).as("the monitor has not told of it").hasSize(2);
    }

    @Test
    void shouldRememberTheLastOfTheDead() {
        for (long unit = 100; unit < 70_000; unit++) {
            assertThat(links.connected(unit)).isTrue();
            assertThat(links.lost(unit)).isTrue();
        }
        assertThat(links.lost(69_999)).as("it is no news").isFalse();
        assertThat(links.connected(69_999)).isFalse();
        assertThat(links.isDead(60_000)).isTrue();
        assertThat(links.isDead(100)).as("the monitor knows more").isFalse();
    }
}
