package dev.mosaic.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Id;
import org.junit.jupiter.api.Test;

/** The time of devices, shared out among calls. S8.1. */
class DeviceClockTest {
    private static final Id FIRST = new Id(7, 1);
    private static final Id SECOND = new Id(7, 2);

    private final DeviceClock clock = new DeviceClock(2, 1_000);

    @Test
    void shouldGiveACallThatRunsAloneAllDevices_S8_1() {
        clock.started(1_100, FIRST);
        assertThat(clock.own(1_150, FIRST)).isEqualTo(100);
        assertThat(clock.ended(1_200, FIRST)).isEqualTo(200);
        assertThat(clock.ended(1_300, FIRST)).as("it is over").isZero();
        assertThat(clock.busyNanos(1_400)).isEqualTo(200);
        assertThat(clock.heldNanos(1_400)).isEqualTo(800);
    }

    @Test
    void shouldGiveCallsThatRunAtATimeEqualParts_S8_1() {
        clock.started(1_000, FIRST);
        clock.started(1_100, SECOND);
        long first = clock.ended(1_200, FIRST);
        long second = clock.ended(1_300, SECOND);
        assertThat(first).isEqualTo(200 + 100);
        assertThat(second).isEqualTo(100 + 200);
        assertThat(clock.busyNanos(1_300)).isEqualTo(first + second);
    }

    @Test
    void shouldNotRunBackWhereOneThreadHasLookedAtTheClockBeforeAnother() {
        clock.started(1_100, FIRST);
        clock.started(1_090, SECOND);
        assertThat(clock.ended(1_200, FIRST) + clock.ended(1_200, SECOND)).isEqualTo(clock.busyNanos(1_200));
    }

    @Test
    void shouldCountNothingOfAWorkerWithoutDevices() {
        DeviceClock none = new DeviceClock(0, 1_000);
        assertThat(none.hasDevices()).isFalse();
        assertThat(none.ended(2_000, FIRST)).isZero();
        assertThat(none.heldNanos(2_000)).isZero();
    }
}
