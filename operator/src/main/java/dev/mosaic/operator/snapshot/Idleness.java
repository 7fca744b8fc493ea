package dev.mosaic.operator.snapshot;

import java.time.Duration;

/** Since when nobody uses a cluster, as far as its head says it. */
public sealed interface Idleness {
    /** Its spec does not want to know, or there is no head to ask now. */
    record Unasked() implements Idleness {}

    /**
     * The head answered.
     *
     * @param time that no program is attached and nothing runs; zero where it is in use
     */
    record Told(Duration time) implements Idleness {}

    /** The head could not be asked, so the cluster is not idle. */
    record Unknown(String why) implements Idleness {}
}
