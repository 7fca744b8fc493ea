package dev.mosaic.node;

/** Takes what workers print, line by line, as it happens. */
@FunctionalInterface
interface WorkerOutput {
    /**
     * Any thread; the lines of one stream of a worker come in order.
     *
     * @param isError true for standard error
     */
    void line(String uid, boolean isError, String text);
}
