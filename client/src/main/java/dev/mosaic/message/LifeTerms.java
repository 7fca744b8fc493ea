package dev.mosaic.message;

/**
 * How a tessera outlives its worker.
 *
 * <pre>
 *   i32 maxRestarts, u8 snapshots, i64 everyNanos; since version 3: i64 passiveNanos, text version
 * </pre>
 *
 * @param maxRestarts how often it is made again when its worker dies; {@link #UNLIMITED}; 0 for never
 * @param snapshots true where its class can give its state and take it back
 * @param everyNanos the state is kept when a call has changed it and this much time is over; 0 after every call, {@link #ON_DRAIN}
 *     only before it moves
 * @param passiveNanos it leaves its worker when nobody has called it for so long; 0 for never
 * @param version of its code, of one that takes over the tessera that has its name; empty for others
 */
public record LifeTerms(int maxRestarts, boolean snapshots, long everyNanos, long passiveNanos, String version) {
    /** As often as need be. */
    public static final int UNLIMITED = -1;

    /** No snapshots but those for a move. */
    public static final long ON_DRAIN = Long.MAX_VALUE;

    /** One life, in one worker. */
    public static final LifeTerms NONE = new LifeTerms(0, false, ON_DRAIN);

    /** Never passive, and takes over none. */
    public LifeTerms(int maxRestarts, boolean snapshots, long everyNanos) {
        this(maxRestarts, snapshots, everyNanos, 0, "");
    }

    /** True where it has one life, in one worker. */
    public boolean isNone() {
        return maxRestarts == 0 && !snapshots && version.isEmpty();
    }

    /** True where it may be made again after as many restarts. */
    public boolean allowsAfter(int restarts) {
        return maxRestarts == UNLIMITED || restarts < maxRestarts;
    }

    /** True where no outcome is told before the state is kept. */
    public boolean isEveryCall() {
        return snapshots && everyNanos == 0;
    }

    /** The same, of that version of its code, taking over the tessera that has its name. */
    public LifeTerms takingOver(String code) {
        return new LifeTerms(maxRestarts, snapshots, everyNanos, passiveNanos, code);
    }

    /** The same, passive when nobody has called it for so long. */
    public LifeTerms passiveAfter(long nanos) {
        return new LifeTerms(maxRestarts, snapshots, everyNanos, nanos, version);
    }
}
