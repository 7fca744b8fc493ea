package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.socket.Outbox.Taken;
import dev.mosaic.mesh.socket.WritersRole.Turn;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who writes, with time as an argument: the sender where it has much, the driver what the sender leaves. */
class WritersRoleTest {
    private static final int LITTLE = 100;
    private static final int MUCH = 48 << 10;

    private final WritersRole role = new WritersRole();

    /** A link that is up and has written all. */
    @BeforeEach
    void rest() {
        role.resume();
        role.rest();
    }

    @Test
    void shouldOnlyQueueBeforeTheLinkIsUp() {
        WritersRole waiting = new WritersRole();

        assertThat(waiting.put(MUCH)).isEqualTo(Taken.QUEUED);
        assertThat(waiting.resume()).isTrue();
        assertThat(waiting.resume()).isFalse();
    }

    @Test
    void shouldGiveTheRoleToWhoPutsFirstAndToNobodyElse() {
        assertThat(role.put(LITTLE)).isEqualTo(Taken.WRITE);
        assertThat(role.put(MUCH)).isEqualTo(Taken.QUEUED);
        assertThat(role.seize()).isFalse();
    }

    @Test
    void shouldTellTheDriverOnceInABurst() {
        role.put(LITTLE);
        assertThat(role.leave(true)).isTrue();

        assertThat(role.put(MUCH)).isEqualTo(Taken.WRITE_NOW);
        role.rest();

        assertThat(role.put(LITTLE)).as("the driver comes anyway").isEqualTo(Taken.QUEUED);
        assertThat(role.look(true, 1_000_000)).isEqualTo(Turn.LATER);
        assertThat(role.put(MUCH)).isEqualTo(Taken.WRITE_NOW);
        assertThat(role.leave(true)).isFalse();
    }

    @Test
    void shouldHaveTheDriverWriteWhenTheSenderPausesFor3Microseconds() {
        role.put(LITTLE);
        role.leave(true);

        assertThat(role.look(true, 10_000)).isEqualTo(Turn.LATER);
        assertThat(role.look(true, 12_999)).isEqualTo(Turn.LATER);
        assertThat(role.look(true, 13_000)).isEqualTo(Turn.WRITE);
        assertThat(role.put(MUCH)).isEqualTo(Taken.QUEUED);
    }

    @Test
    void shouldHaveTheDriverWriteAfter50MicrosecondsWhereTheSenderIsSlow() {
        role.put(LITTLE);
        role.leave(true);

        long now = 1_000;
        assertThat(role.look(true, now)).isEqualTo(Turn.LATER);
        for (; now < 51_000; now += 2_000) {
            assertThat(role.look(true, now)).isEqualTo(Turn.LATER);
            role.put(LITTLE);
        }
        assertThat(role.look(true, now)).isEqualTo(Turn.WRITE);
    }

    @Test
    void shouldHaveTheDriverWriteAtOnceWhatIsNoBurst() {
        role.put(LITTLE);
        role.leave(false);

        assertThat(role.look(true, 0)).isEqualTo(Turn.WRITE);
    }

    @Test
    void shouldHaveWhoCannotComeAgainWriteAtOnce() {
        role.put(LITTLE);
        role.leave(true);

        assertThat(role.look(false, 0)).isEqualTo(Turn.WRITE);
    }

    @Test
    void shouldLetTheDriverGoWhenABurstIsOverFor20Microseconds() {
        role.put(LITTLE);
        role.leave(true);
        role.put(MUCH);
        role.rest();

        assertThat(role.look(true, 5_000)).isEqualTo(Turn.LATER);
        assertThat(role.look(true, 24_999)).isEqualTo(Turn.LATER);
        assertThat(role.look(true, 25_000)).isEqualTo(Turn.NOTHING);
        assertThat(role.put(LITTLE)).isEqualTo(Taken.WRITE);
    }

    @Test
    void shouldNotKeepTheDriverNearAFullSocket() {
        role.put(LITTLE);
        role.leave(true);
        role.put(MUCH);
        role.awaitSocket();

        assertThat(role.look(true, 0)).isEqualTo(Turn.NOTHING);
        assertThat(role.put(MUCH)).isEqualTo(Taken.QUEUED);
        assertThat(role.resume()).isTrue();
    }

    @Test
    void shouldGiveTheRoleToWhoEndsItUnlessSomebodyWrites() {
        assertThat(role.seize()).isTrue();
        assertThat(role.put(MUCH)).isEqualTo(Taken.QUEUED);
    }
}
