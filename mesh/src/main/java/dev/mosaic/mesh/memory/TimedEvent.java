package dev.mosaic.mesh.memory;

/**
 * Something that happens at a time.
 *
 * @param atNanos when it is due, by the clock of its {@link Timeline}
 * @param sequence which of those due at the same time comes first
 */
record TimedEvent(long atNanos, long sequence, Strand strand, Runnable action) implements Comparable<TimedEvent> {
    /** By difference, as {@link System#nanoTime} may overflow. */
    @Override
    public int compareTo(TimedEvent other) {
        long difference = atNanos - other.atNanos;
        return difference != 0 ? Long.signum(difference) : Long.compare(sequence, other.sequence);
    }
}
