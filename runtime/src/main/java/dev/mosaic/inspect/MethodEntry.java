package dev.mosaic.inspect;

/**
 * The calls of a method in a unit since it began.
 *
 * @param name {@code Solver.solve}; of stateless tasks the class of their function
 * @param running now
 * @param queued now
 * @param nanos how long those that ended have run, in sum
 * @param mostNanos how long the longest of them has run
 * @param waitNanos how long they waited in the unit before, in sum
 */
public record MethodEntry(
        String name,
        int running,
        int queued,
        long done,
        long failed,
        long cancelled,
        long nanos,
        long mostNanos,
        long waitNanos) {
    /** None of which has ended. */
    public static MethodEntry live(String name, int running, int queued) {
        return new MethodEntry(name, running, queued, 0, 0, 0, 0, 0, 0);
    }

    /** Of the same name. */
    public MethodEntry plus(MethodEntry other) {
        return new MethodEntry(
                name,
                running + other.running,
                queued + other.queued,
                done + other.done,
                failed + other.failed,
                cancelled + other.cancelled,
                nanos + other.nanos,
                Math.max(mostNanos, other.mostNanos),
                waitNanos + other.waitNanos);
    }
}
