package dev.mosaic.memory;

import java.util.Locale;

/**
 * How much memory a machine, or a group of its processes, has in use, and may have.
 *
 * @param usedBytes without what the system could drop at once; what stores have in shared memory is in it
 * @param limitBytes above 0, where it is known
 */
public record MemoryUse(long usedBytes, long limitBytes) {
    private static final double MIB = 1L << 20;

    /** From 0 to 1. */
    public double fraction() {
        return (double) usedBytes / limitBytes;
    }

    public static String mib(long bytes) {
        return String.format(Locale.ROOT, "%.0f MiB", bytes / MIB);
    }

    /** {@code 471 MiB of 512 MiB}. */
    @Override
    public String toString() {
        return mib(usedBytes) + " of " + mib(limitBytes);
    }
}
