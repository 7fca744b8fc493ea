package dev.mosaic.memory;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How the memory that this process and its workers may use (its cgroup's limit, v1 or v2, else the machine's memory) is shared out, at
 * most:
 *
 * <pre>
 *                                    of a limit    of a machine
 *   heaps of all workers                  40 %            75 %, and at most 25 % for one
 *   entries, in shared memory             20 %            25 %
 *   arguments and results, as well        20 %            25 %
 *   heap of the node                      10 %            as its JVM is told
 *   all else of the JVMs                  10 %
 * </pre>
 *
 * <p>On a machine it rarely all comes together, and what is more than there is is paged. Beyond a limit the system ends a process, so there
 * all of it has to fit. Shared memory is not more than its file system has.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a few system calls.
 *
 * @param store bytes for the entries of the store
 * @param unit bytes for the large arguments and results of one unit: of the head, or of a worker
 * @param heapPercent of the memory, for the heap of one worker
 * @param young bytes of that heap for young objects, at first; the rest is taken from the system as it is needed
 */
public record MemoryShare(long store, long unit, double heapPercent, long young) {
    private static final Path SHARED = Path.of("/dev/shm");
    private static final int MACHINE_PART = 4;
    private static final int LIMIT_PART = 5;
    private static final double MACHINE_HEAPS = 75;
    private static final double MACHINE_HEAP = 25;
    private static final double LIMIT_HEAPS = 40;
    private static final int YOUNG_PART = 3;
    private static final long YOUNG = 96L << 20;

    /** Looked at now, for a cluster of so many workers. */
    public static MemoryShare of(int workers) {
        return of(workers, memory(), MemoryGauge.machineBytes(), free());
    }

    static MemoryShare of(int workers, long memory, long machine, long free) {
        boolean isLimit = memory < machine;
        long part = Math.min(memory / (isLimit ? LIMIT_PART : MACHINE_PART), free / 3);
        double heap = isLimit ? LIMIT_HEAPS / workers : Math.min(MACHINE_HEAP, MACHINE_HEAPS / workers);
        long young = Math.min(YOUNG, (long) (memory * heap / 100) / YOUNG_PART);
        return new MemoryShare(part, part / (workers + 1), heap, young);
    }

    /** Bytes of shared memory for the entries of one store. */
    public static long quarter() {
        return Math.min(memory() / MACHINE_PART, free() / 3);
    }

    /** Where entries, large arguments and results lie: shared memory, or the temporary files where that cannot be used. */
    public static Path folder() {
        return SlabFolder.ofMachine().path();
    }

    private static long memory() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    /** Bytes that the file system of shared memory has left. */
    private static long free() {
        try {
            return Files.isDirectory(SHARED) ? Files.getFileStore(SHARED).getUsableSpace() : Long.MAX_VALUE;
        } catch (IOException unknown) {
            return Long.MAX_VALUE;
        }
    }
}
