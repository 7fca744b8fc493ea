package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** S8.2: a bar on a terminal, lines in a pipe. */
class ProgressTest {
    private final List<String> lines = new ArrayList<>();
    private final List<Band> bands = List.of(new Band(80e3, 2e-3f, 6), new Band(130e3, 1e-3f, 4));

    @Test
    void shouldShowBandIterationLossAndTimeLeft_S8_2() {
        try (Progress progress = new Progress(bands, false, lines::add)) {
            assertThat(progress.text(new Moment(1, 3, 0.0204, 0.25), Duration.ofSeconds(10)))
                    .isEqualTo("band 2/2 130 kHz  iteration 3/4  loss 0.0204  30 s left");
        }
    }

    @Test
    void shouldPrintALineForEachMomentInAPipe_S8_2() {
        try (Progress progress = new Progress(bands, false, lines::add)) {
            progress.accept(new Moment(0, 0, 0.5, 0.1));
            progress.accept(new Moment(0, 1, 0.4, 0.2));
        }
        assertThat(lines).hasSize(2).allMatch(line -> line.matches("band 1/2 80 kHz  iteration [01]/6 .* s left"));
    }
}
