package dev.mosaic.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessorTimeTest {
    @Test
    void shouldAddUserAndSystemTimeOfAProcessAndItsChildren() {
        assertThat(ProcessorTime.seconds("12 (a java) x) S 1 2 3 4 5 6 7 8 9 10 150 50 1000 200 20 0 30 0 77 88\n"))
                .isEqualTo(14.0);
    }
}
