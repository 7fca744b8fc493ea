package dev.mosaic.unit.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StandstillTest {
    private static final long SECOND = 1_000_000_000L;

    private final List<String> told = new ArrayList<>();
    private String reason = "";
    private final Standstill standstill = new Standstill(() -> reason, told::add);
    private long now = System.nanoTime();

    @Test
    void shouldTellOnceWhenCallsHaveWaitedForThreeSeconds() {
        reason = "no worker is there";
        pass(3);
        assertThat(told).isEmpty();
        reason = "needs 1 gpu";
        pass(1);
        assertThat(told).containsExactly("needs 1 gpu");
        pass(60);
        assertThat(told).hasSize(1);
    }

    @Test
    void shouldNotTellOfShortWaits() {
        for (int i = 0; i < 10; i++) {
            reason = "no worker is there";
            pass(2);
            reason = "";
            pass(1);
        }
        assertThat(told).isEmpty();
    }

    private void pass(int seconds) {
        for (int i = 0; i < 2 * seconds; i++) {
            now += SECOND / 2;
            standstill.tick(now);
        }
    }
}
