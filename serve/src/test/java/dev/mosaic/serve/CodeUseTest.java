package dev.mosaic.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CodeUseTest {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final CodeUse use = new CodeUse();

    @Test
    void shouldEndWhatNobodyHasUsedForAMinute() {
        use.begin("old", "counter");
        use.begin("new", "counter");
        use.only("new", "counter", 0);
        assertThat(use.over(MINUTE - 1)).isEmpty();
        assertThat(use.over(MINUTE)).containsExactly("old");
        assertThat(use.over(2 * MINUTE)).as("told once").isEmpty();
    }

    @Test
    void shouldKeepWhatAnotherUses() {
        use.begin("old", "counter");
        use.begin("old", "register");
        use.begin("new", "counter");
        use.only("new", "counter", 0);
        assertThat(use.over(MINUTE)).isEmpty();
        use.end("register", MINUTE);
        use.end("counter", MINUTE);
        assertThat(use.over(2 * MINUTE)).containsExactlyInAnyOrder("old", "new");
    }

    @Test
    void shouldKeepWhatIsUsedAgain() {
        use.begin("old", "counter");
        use.end("counter", 0);
        use.begin("old", "register");
        assertThat(use.over(MINUTE)).isEmpty();
    }
}
