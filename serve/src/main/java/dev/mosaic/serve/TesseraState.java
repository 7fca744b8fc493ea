package dev.mosaic.serve;

/**
 * A declared tessera as the head sees it, in its JSON.
 *
 * @param generation of the declaration that this is about
 * @param ready true where calls are answered at once, or wake it
 * @param reason one word for programs
 * @param message the same for people; empty where all is well
 * @param worker uid of the worker it lives in; empty for none
 * @param host address of that worker's node; empty for none
 * @param restarts how often it was made again since this head knows it
 * @param incarnation which life it has, counted by the warehouse; 0 where that is not known
 * @param lastSnapshot when its state was kept last, in ISO 8601; of a busy one up to 10 s ago, empty where that is not known
 * @param version of code and arguments; empty where that is not known yet
 * @param address where it is called
 */
record TesseraState(
        String namespace,
        String name,
        long generation,
        Phase phase,
        boolean ready,
        String reason,
        String message,
        String worker,
        String host,
        int restarts,
        long incarnation,
        String lastSnapshot,
        String version,
        String address) {
    /** The same, about that declaration. */
    TesseraState of(long declared) {
        return new TesseraState(
                namespace,
                name,
                declared,
                phase,
                ready,
                reason,
                message,
                worker,
                host,
                restarts,
                incarnation,
                lastSnapshot,
                version,
                address);
    }

    /** What it does, in a word. */
    enum Phase {
        /** It is being made, or cannot be. */
        Pending,
        /** It is not in memory; a call brings it back. */
        Passive,
        Running,
        /** It is on its way to another worker. */
        Moving,
        /** It cannot be made as it is declared. */
        Failed,
        /** It is to be stopped. */
        Suspended
    }
}
