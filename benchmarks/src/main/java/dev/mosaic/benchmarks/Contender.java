package dev.mosaic.benchmarks;

import java.io.IOException;

/** One library under test: how its users would do each workload. */
interface Contender {
    /**
     * Listens, and does what the workload asks of the serving process on threads of its own.
     *
     * @param endpoint where: {@code tcp://127.0.0.1:*} or {@code ipc:///path}
     * @param tally counts each message once it was checked
     * @return where a driver can connect
     */
    String serve(Workload workload, String endpoint, Tally tally) throws IOException;

    /** Connects. The step is then run by one thread. */
    Step dial(Workload workload, String endpoint) throws IOException;

    /** For the {@code note} of a line: settings that are not the library's defaults. */
    String note(Workload workload);

    /** What the driving process does again and again. */
    @FunctionalInterface
    interface Step {
        /** Sends the message of that number, waiting while the queue is full; a round trip also waits for the answer. */
        void run(long number) throws IOException;
    }

    /** The contender of that name. */
    static Contender of(String name) {
        return switch (name) {
            case "mosaic" -> new MosaicContender();
            case "jeromq" -> new JeroMqContender();
            case "raw_java" -> new RawContender();
            default -> throw new IllegalArgumentException("peer=" + name + " is none of mosaic, jeromq, raw_java");
        };
    }
}
