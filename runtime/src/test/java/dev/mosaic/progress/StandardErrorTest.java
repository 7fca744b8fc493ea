package dev.mosaic.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class StandardErrorTest {
    private static int columns(Map<String, String> environment, int terminal) {
        return StandardError.columns(environment, () -> terminal);
    }

    @Test
    void shouldDrawOnATerminalAlone() {
        assertThat(columns(Map.of("TERM", "xterm"), 132)).isEqualTo(132);
        assertThat(columns(Map.of(), 132)).isEqualTo(132);
        assertThat(columns(Map.of("TERM", "xterm"), 0)).isEqualTo(StandardError.LINES);
        assertThat(columns(Map.of("TERM", "dumb"), 132)).isEqualTo(StandardError.LINES);
    }

    @Test
    void shouldDoWhatTheEnvironmentSays() {
        assertThat(columns(Map.of("MOSAIC_PROGRESS", "off"), 132)).isZero();
        assertThat(columns(Map.of("MOSAIC_PROGRESS", "off"), 0)).isZero();
        assertThat(columns(Map.of("MOSAIC_PROGRESS", "on"), 0)).isEqualTo(80);
        assertThat(columns(Map.of("MOSAIC_PROGRESS", "on", "TERM", "dumb"), 132))
                .isEqualTo(132);
    }

    @Test
    void shouldReadTheWidthOfATerminal() {
        assertThat(StandardError.parse("24 132\n")).isEqualTo(132);
        assertThat(StandardError.parse("0 0\n")).as("of unknown size").isEqualTo(80);
        assertThat(StandardError.parse("unknown\n")).isEqualTo(80);
    }
}
