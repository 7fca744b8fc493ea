package dev.mosaic.message;

/**
 * A proxy or a ref inside a payload. The bytes name only the tessera or entry; this says where to reach it, and lets a receiver
 * hold it.
 *
 * @param tessera which tessera or entry
 * @param worker the instance of the unit that counts its holders: a tessera's worker, {@link #HOME} for an entry; 0 while the sender
 *     does not know
 */
public record Carried(Id tessera, long worker) {
    /** Stands for the home, whichever store that is: it may end and come back as another instance. Instances are odd. */
    public static final long HOME = Long.MIN_VALUE;
}
