package dev.mosaic.message;

/**
 * Stateless tasks that wait for a worker, or in one for others to end. i32 count, i64 waited nanoseconds.
 *
 * @param waitedNanos how long the oldest of them has waited
 */
public record TaskBacklog(int count, long waitedNanos) {
    public static final TaskBacklog NONE = new TaskBacklog(0, 0);

    /** Both together. */
    public TaskBacklog plus(TaskBacklog other) {
        return new TaskBacklog(count + other.count, Math.max(waitedNanos, other.waitedNanos));
    }
}
