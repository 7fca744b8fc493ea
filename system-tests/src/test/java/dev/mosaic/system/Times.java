package dev.mosaic.system;

import java.time.Duration;
import java.util.Locale;

/** Says how long something took, on a line that can be found: {@code system-test time: what 1.2 s}. */
final class Times {
    private final long begun = System.nanoTime();

    /** From now on. */
    static Times begin() {
        return new Times();
    }

    /** Since the beginning. */
    Duration say(String what) {
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        say(what, took);
        return took;
    }

    static void say(String what, Duration took) {
        System.out.printf(Locale.ROOT, "system-test time: %s %.1f s%n", what, took.toMillis() / 1e3);
    }
}
