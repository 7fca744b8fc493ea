package dev.mosaic.node;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much shared memory a cluster on this machine may take: a quarter of what the process may use at most (its cgroup's limit, v1 or
 * v2, else the machine's memory) for entries, and as much again for arguments and results, and not more than the file system has.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a few system calls.
 *
 * @param store bytes for the entries of the store
 * @param unit bytes for the large arguments and results of one unit: of the head, or of a worker
 */
public record MemoryShare(long store, long unit) {
    private static final Path SHARED = Path.of("/dev/shm");

    /** Looked at now, for a cluster of so many workers. */
    static MemoryShare of(int workers) {
        long quarter = quarter();
        return new MemoryShare(quarter, quarter / (workers + 1));
    }

    /** Bytes of shared memory for the entries of one store. */
    public static long quarter() {
        long memory =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        long share = memory / 4;
        try {
            if (Files.isDirectory(SHARED)) {
                share = Math.min(share, Files.getFileStore(SHARED).getUsableSpace() / 3);
            }
        } catch (IOException unknown) {
            return share;
        }
        return share;
    }
}
