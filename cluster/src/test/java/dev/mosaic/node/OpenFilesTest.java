package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.StartException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A limit on open files that is too low is named at the start. */
class OpenFilesTest {
    @Test
    void shouldNameTheLimitItsValueAndWhatIsNeeded() {
        assertThatThrownBy(() -> OpenFiles.check(64, 30, 2))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("ulimit -n is 64, and jars=30 and workers=2 need 82 open files")
                .hasMessageContaining("ulimit -n 1024");
        assertThatThrownBy(() -> OpenFiles.check(1024, 100, 200)).hasMessageContaining("ulimit -n 2680");
    }

    @Test
    void shouldTakeALimitThatIsEnough() {
        assertThatCode(() -> OpenFiles.check(82, 30, 2)).doesNotThrowAnyException();
        assertThatCode(() -> OpenFiles.check(-1, 30, 2)).doesNotThrowAnyException();
        assertThatCode(() -> OpenFiles.check(List.of("no.jar"), 2)).doesNotThrowAnyException();
    }
}
