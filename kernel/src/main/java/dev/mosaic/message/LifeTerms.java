package dev.mosaic.message;

/**
 * How a tessera outlives its worker.
 *
 * <pre>
 *   i32 maxRestarts, u8 snapshots, i64 everyNanos, i64 passiveNanos, text version
 * </pre>
 *
 * <p>Bit 62 of the passive time says that it is durable: who does not know of that takes it for 146 years, and passes it on as it is.
 *
 * @param maxRestarts how often it is made again when its worker dies; {@link #UNLIMITED}; 0 for never
 * @param snapshots true where its class can give its state and take it back
 * @param everyNanos the state is kept when a call has changed it and this much time is over; 0 after every call, {@link #ON_DRAIN}
 *     only before it moves
 * @param passiveNanos it leaves its worker when nobody has called it for so long; 0 for never
 * @param version of its code, of one that takes over the tessera that has its name; empty for others
 * @param durable what the warehouse knows of it outlives the warehouse
 */
public record LifeTerms(
        int maxRestarts, boolean snapshots, long everyNanos, long passiveNanos, String version, boolean durable) {
    /** As often as need be. */
    public static final int UNLIMITED = -1;

    /** After so many workers in turn that ended before it was made there, it is its constructor that ends them. */
    public static final int MOST_UNMADE = 8;

    /** No snapshots but those for a move. */
    public static final long ON_DRAIN = Long.MAX_VALUE;

    private static final long DURABLE = 1L << 62;

    /** One life, in one worker. */
    public static final LifeTerms NONE = new LifeTerms(0, false, ON_DRAIN);

    /** One that is not durable. */
    public LifeTerms(int maxRestarts, boolean snapshots, long everyNanos, long passiveNanos, String version) {
        this(maxRestarts, snapshots, everyNanos, passiveNanos, version, false);
    }

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

    /** Why a tessera is not made again, whatever its {@code maxRestarts}. */
    public static Failure unmade(Id tessera) {
        String what = " workers in turn ended before its constructor, or the context of its pool, was done: tessera=";
        return Failure.of(Failure.Kind.CONSTRUCTOR, MOST_UNMADE + what + tessera);
    }

    /** True where no outcome is told before the state is kept. */
    public boolean isEveryCall() {
        return snapshots && everyNanos == 0;
    }

    /** The same, of that version of its code, taking over the tessera that has its name. */
    public LifeTerms takingOver(String code) {
        return new LifeTerms(maxRestarts, snapshots, everyNanos, passiveNanos, code, durable);
    }

    /** The same, passive when nobody has called it for so long. */
    public LifeTerms passiveAfter(long nanos) {
        return new LifeTerms(maxRestarts, snapshots, everyNanos, nanos, version, durable);
    }

    /** The same, kept by the warehouse beyond its own end. */
    public LifeTerms durable(boolean isDurable) {
        return new LifeTerms(maxRestarts, snapshots, everyNanos, passiveNanos, version, isDurable);
    }

    /** The passive time as it is written. */
    long passiveWord() {
        long nanos = Math.min(passiveNanos, DURABLE - 1);
        return durable ? nanos | DURABLE : nanos;
    }

    /** The same, with what such a word says. */
    LifeTerms withPassiveWord(long word) {
        return passiveAfter(word & ~DURABLE).durable((word & DURABLE) != 0);
    }
}
