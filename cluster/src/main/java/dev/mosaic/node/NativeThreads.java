package dev.mosaic.node;

import dev.mosaic.message.Resources;
import java.util.List;
import java.util.Map;

/**
 * How many threads the native libraries for mathematics start in a worker: OpenMP, MKL and OpenBLAS. Unsaid, each takes all processors of the
 * machine, in each worker.
 */
final class NativeThreads {
    static final List<String> VARIABLES = List.of("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS");

    private NativeThreads() {}

    /**
     * The processors for each call that may run at once, at least one.
     *
     * @param workers of the node
     * @param permits how many calls each runs at once
     */
    static int share(Resources offered, int workers, int permits) {
        long callsAtOnce = Math.max(1L, (long) workers * permits);
        return (int) Math.max(1, offered.cpus() / Resources.ONE / callsAtOnce);
    }

    /** Who says one of them means the others too: MKL and OpenBLAS follow OpenMP's where they have none. */
    static void say(Map<String, String> environment, int threads) {
        if (VARIABLES.stream().noneMatch(environment::containsKey)) {
            VARIABLES.forEach(name -> environment.put(name, Integer.toString(threads)));
        }
    }
}
