package dev.mosaic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is taken where a program does not say. */
class StartOptionsTest {
    @Test
    void shouldTakeTheWorkersOfTheEnvironment() {
        assertThat(StartOptions.workersIn("3")).isEqualTo(3);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " "})
    void shouldElseTakeAWorkerForEachProcessor(String environment) {
        assertThat(StartOptions.workersIn(environment))
                .isEqualTo(Runtime.getRuntime().availableProcessors());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "two", "1.5", "10000000"})
    void shouldRefuseWhatIsNoNumberOfWorkers(String environment) {
        assertThatThrownBy(() -> StartOptions.workersIn(environment))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("MOSAIC_WORKERS=" + environment);
    }
}
