package dev.mosaic.unit;

/**
 * What draws bars for who waits: how many of some things have ended.
 *
 * <p><b>Threading:</b> any thread.
 */
public interface Bars {
    /**
     * One bar, until it is closed.
     *
     * <p><b>Threading:</b> one thread. <b>Cost:</b> {@link #ended} remembers two numbers and draws nothing itself.
     */
    interface Bar extends AutoCloseable {
        /** How many have ended so far. */
        void ended(long ended, long failed);

        /** Draws it as it is, and leaves it there. */
        @Override
        void close();
    }

    /** Begins a bar of that many. It draws nothing where nobody would see it, as in a worker. */
    default Bar bar(String name, long count) {
        return new Bar() {
            @Override
            public void ended(long ended, long failed) {}

            @Override
            public void close() {}
        };
    }
}
