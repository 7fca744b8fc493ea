package dev.mosaic.connect;

/** Takes what workers print, line by line, as it happens. */
@FunctionalInterface
public interface WorkerOutput {
    /**
     * Any thread; the lines of one stream of a worker come in order.
     *
     * @param isError true for standard error
     */
    void line(String uid, boolean isError, String text);
}
