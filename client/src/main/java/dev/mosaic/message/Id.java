package dev.mosaic.message;

/**
 * Names a task or a tessera, uniquely among all that ever ran.
 *
 * @param origin the instance of the unit that made it; of a task, its owner
 * @param number counted by that unit, from 1; 0 names the unit's pool, where it takes stateless tasks
 */
public record Id(long origin, long number) implements Comparable<Id> {
    /** The mailbox in which a worker takes stateless tasks. */
    public static Id pool(long worker) {
        return new Id(worker, 0);
    }

    public boolean isPool() {
        return number == 0;
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

    /** As it stands in uids: {@code <origin>-<number>} in hexadecimal. */
    @Override
    public String toString() {
        return Long.toHexString(origin) + "-" + Long.toHexString(number);
    }
}
