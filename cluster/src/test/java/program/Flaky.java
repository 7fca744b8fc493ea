package program;

import dev.mosaic.Tessera;

/** Fails the first times. */
@Tessera
public class Flaky {
    private int attempts;

    public Flaky() {}

    /** How many attempts it took, of at least so many. */
    public int succeedsAt(int attempt) {
        if (++attempts < attempt) {
            throw new IllegalStateException("attempt " + attempts);
        }
        return attempts;
    }

    public int attempts() {
        return attempts;
    }

    /** Takes bytes after a while; when that was, in milliseconds of the day. */
    public long takes(byte[] bytes, long millis) {
        Sleeper.rest(millis);
        return System.currentTimeMillis();
    }
}
