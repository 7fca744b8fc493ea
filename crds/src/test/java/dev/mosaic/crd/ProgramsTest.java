package dev.mosaic.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgramsTest {
    @Test
    void shouldGiveBackWhatIsPrinted() {
        assertThat(Programs.here().withInput("moon").run("cat")).isEqualTo("moon");
    }

    @Test
    void shouldFailWithBothStreamsWhereAProgramFails() {
        assertThatThrownBy(() -> Programs.here().run("sh", "-c", "echo one; echo two >&2; exit 3"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("one", "two", "(exit 3)");
    }

    @Test
    void shouldEndAProgramThatTakesTooLong() {
        assertThatThrownBy(() ->
                        Programs.here().within(Duration.ofMillis(200)).run("sh", "-c", "echo begun; exec sleep 600"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("begun", "PT0.2S");
    }
}
