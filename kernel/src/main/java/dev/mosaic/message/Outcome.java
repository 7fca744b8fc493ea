package dev.mosaic.message;

/**
 * How a task ended.
 *
 * <pre>
 *   u8 0, Payload        returned
 *   u8 1, i64 size       held
 *   u8 3, i64 size       held, with items that failed
 *   u8 2, Failure        failed
 * </pre>
 */
public sealed interface Outcome {
    /** Nothing returned, or nothing to be moved. */
    Returned NOTHING = new Returned(Payload.EMPTY);

    /** It returned, and here is the value. */
    record Returned(Payload value) implements Outcome {}

    /**
     * It returned, and the value stays where it was made until it is released.
     *
     * @param hasFailedItems it is of several items, of which some failed
     */
    record Held(long sizeBytes, boolean hasFailedItems) implements Outcome {
        public Held(long sizeBytes) {
            this(sizeBytes, false);
        }
    }

    /** It failed. */
    record Failed(Failure failure) implements Outcome {}

    static Failed failed(Failure.Kind kind, String what) {
        return new Failed(Failure.of(kind, what));
    }

    /** Its caller wanted the task no more. */
    static Failed cancelled(Id task) {
        return failed(Failure.Kind.CANCELLED, "task=" + task + " was cancelled");
    }
}
