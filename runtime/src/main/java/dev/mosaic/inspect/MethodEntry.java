package dev.mosaic.inspect;

/**
 * The calls of a method in a unit since it began.
 *
 * @param name {@code Solver.solve}; of stateless tasks the class of their function
 * @param running now
 * @param queued now
 * @param failed in this unit; of a program, in no worker, or in one that is gone
 * @param upstreamFailed of a program: they did not run, since an argument failed
 * @param nanos how long those that ran have run, in sum
 * @param mostNanos how long the longest of them has run
 * @param waitNanos how long they waited in the unit before, in sum
 * @param deviceNanos of the unit's devices, those in which they ran; of calls that run now too
 * @param times how long each of them has run
 */
public record MethodEntry(
        String name,
        int running,
        int queued,
        long done,
        long failed,
        long upstreamFailed,
        long cancelled,
        long nanos,
        long mostNanos,
        long waitNanos,
        long deviceNanos,
        RunTimes times) {
    /** None of which has ended. */
    public static MethodEntry live(String name, int running, int queued, long deviceNanos) {
        return new MethodEntry(name, running, queued, 0, 0, 0, 0, 0, 0, 0, deviceNanos, RunTimes.NONE);
    }

    /** How many have ended, in whichever way. */
    public long ended() {
        return done + failed + upstreamFailed + cancelled;
    }

    /** Of the same name. */
    public MethodEntry plus(MethodEntry other) {
        return new MethodEntry(
                name,
                running + other.running,
                queued + other.queued,
                done + other.done,
                failed + other.failed,
                upstreamFailed + other.upstreamFailed,
                cancelled + other.cancelled,
                nanos + other.nanos,
                Math.max(mostNanos, other.mostNanos),
                waitNanos + other.waitNanos,
                deviceNanos + other.deviceNanos,
                times.plus(other.times));
    }
}
