package program;

import java.util.concurrent.locks.LockSupport;

/** Keeps rows of floats until later ones take their places: long enough to grow old. */
public final class Rows {
    private static final int FLOATS = 256;
    private static final int OF_A_MIB = (1 << 20) / (FLOATS * Float.BYTES);

    /** At most a GiB a second, as code that computes with them does. */
    private static final long PACE_NANOS = 1_000_000;

    private Rows() {}

    /** Makes so many MiB of them, of which the last ones are kept. The largest heap that there was, in bytes. */
    public static long make(int mebibytes, int kept) {
        float[][] rows = new float[kept * OF_A_MIB][];
        long largest = 0;
        for (int i = 0; i < mebibytes * OF_A_MIB; i++) {
            rows[i % rows.length] = new float[FLOATS];
            if (i % OF_A_MIB == 0) {
                largest = Math.max(largest, heap());
                LockSupport.parkNanos(PACE_NANOS);
            }
        }
        return largest;
    }

    /** Bytes that the heap has of the system, of which not all need be used. */
    public static long heap() {
        return Runtime.getRuntime().totalMemory();
    }
}
