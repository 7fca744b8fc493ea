package dev.mosaic.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.System.Logger.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The guard itself, run by hand around lines of a log. */
class LogGuardTest {
    private static final ExtensionContext NONE = null;
    private static final System.Logger LOG = System.getLogger("dev.mosaic.testing.guarded");

    private final LogGuard guard = new LogGuard();

    @BeforeEach
    void listen() {
        guard.beforeEach(NONE);
    }

    @AfterEach
    void takeAllAsExpected() {
        guard.expect(guard.count(""), "");
    }

    @Test
    void shouldFailATestThatLoggedAWarningOrAnError() {
        LOG.log(Level.WARNING, "first");
        LOG.log(Level.ERROR, "second", new IllegalStateException("third"));
        assertThatThrownBy(() -> guard.afterEach(NONE)).hasMessageContainingAll("first", "second", "third");
    }

    @Test
    void shouldPassATestThatLoggedLess() {
        LOG.log(Level.INFO, "start");
        LOG.log(Level.DEBUG, "detail");
        assertThatCode(() -> guard.afterEach(NONE)).doesNotThrowAnyException();
    }

    @Test
    void shouldPassATestThatExpectedItsWarnings() {
        LOG.log(Level.WARNING, "the link ends: a");
        LOG.log(Level.WARNING, "the link ends: b");
        assertThat(guard.count("link ends")).isEqualTo(2);
        assertThatThrownBy(() -> guard.expect(1, "link ends")).isInstanceOf(AssertionError.class);
        guard.expect(2, "link ends");
        assertThatCode(() -> guard.afterEach(NONE)).doesNotThrowAnyException();
    }

    @Test
    void shouldHearNothingAfterTheTest() {
        guard.afterEach(NONE);
        java.util.logging.Logger quiet = java.util.logging.Logger.getLogger("dev.mosaic");
        quiet.setUseParentHandlers(false);
        LOG.log(Level.WARNING, "late");
        quiet.setUseParentHandlers(true);
        assertThat(guard.count("late")).isZero();
    }
}
