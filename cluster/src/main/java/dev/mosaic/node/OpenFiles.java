package dev.mosaic.node;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.mosaic.StartException;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * How many files a process may have open, and how many the node of a cluster needs: a jar is one, and each worker has three pipes and some sockets.
 * Below that number links and classes fail, each with another error, and none names the limit.
 *
 * <p><b>Threading:</b> any thread. <b>Failure:</b> {@link StartException} where the limit is too low; nothing where the system tells of none.
 */
final class OpenFiles {
    private static final int OWN = 40;
    private static final int OF_A_WORKER = 6;

    private OpenFiles() {}

    /**
     * Checks the limit of this process.
     *
     * @param classPath all that this process loads classes from
     */
    static void check(List<String> classPath, int workers) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            long jars = classPath.stream().map(File::new).filter(File::isFile).count();
            check(system.getMaxFileDescriptorCount(), jars, workers);
        }
    }

    /** @param limit negative for none */
    static void check(long limit, long jars, int workers) {
        long needed = jars + OWN + (long) OF_A_WORKER * workers;
        if (limit >= 0 && limit < needed) {
            throw new StartException(
                    "ulimit -n is " + limit + ", and jars=" + jars + " and workers=" + workers + " need " + needed
                            + " open files",
                    "raise the limit: ulimit -n " + Math.max(1024, 2 * needed));
        }
    }
}
