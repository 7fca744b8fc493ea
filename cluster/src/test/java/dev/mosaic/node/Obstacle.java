package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What keeps a test from being run here. */
public final class Obstacle {
    private Obstacle() {}

    /** Skips the test, by that reason, where there is one. Where {@code CI} is set it fails: CI skips nothing. */
    public static void mustBeNone(String reason) {
        assertThat(System.getenv("CI") == null || reason.isEmpty()).as(reason).isTrue();
        assumeTrue(reason.isEmpty(), reason);
    }
}
