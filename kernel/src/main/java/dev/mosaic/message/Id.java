package dev.mosaic.message;

/**
 * Names a task or a tessera, uniquely among all that ever ran.
 *
 * @param origin the instance of the unit that made it; of a task, its owner
 * @param number counted by that unit, from 1; 0 names the unit's pool, where it takes stateless tasks. A tessera that can have
 *     more than one life has {@link #LIVES} added to it, so that whoever holds its proxy knows
 */
public record Id(long origin, long number) implements Comparable<Id> {
    /** Marks tesserae that are made again, or moved. */
    private static final long LIVES = 1L << 62;

    /** The mailbox in which a worker takes stateless tasks. */
    public static Id pool(long worker) {
        return new Id(worker, 0);
    }

    public boolean isPool() {
        return number == 0;
    }

    /** The same, as the name of a tessera that is made again when its worker dies, or moves. */
    public Id withLives() {
        return new Id(origin, number | LIVES);
    }

    /** True for a tessera that can have more than one life. */
    public boolean hasLives() {
        return number >= LIVES;
    }

    @Override
    public int hashCode() {
        long mixed = (origin ^ (number * 0x9E3779B97F4A7C15L)) * 0xBF58476D1CE4E5B9L;
        return (int) (mixed ^ (mixed >>> 32));
    }

    @Override
    public boolean equals(@org.jspecify.annotations.Nullable Object other) {
        return other instanceof Id that && origin == that.origin && number == that.number;
    }

    @Override
    public int compareTo(Id that) {
        int byNumber = Long.compare(number, that.number);
        return byNumber != 0 ? byNumber : Long.compareUnsigned(origin, that.origin);
    }

    /** As it stands in uids: {@code <origin>-<number>} in hexadecimal, with an {@code r} behind where it has lives. */
    @Override
    public String toString() {
        String words = Long.toHexString(origin) + "-";
        return hasLives() ? words + Long.toHexString(number - LIVES) + "r" : words + Long.toHexString(number);
    }
}
