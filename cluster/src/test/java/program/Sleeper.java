package program;

import dev.mosaic.Tessera;
import java.util.concurrent.locks.LockSupport;

/** Takes time. */
@Tessera
public class Sleeper {
    public Sleeper() {}

    /** When it began and when it ended, in milliseconds of the day. */
    public long[] sleep(long millis) {
        long began = System.currentTimeMillis();
        rest(millis);
        return new long[] {began, System.currentTimeMillis()};
    }

    static void rest(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
