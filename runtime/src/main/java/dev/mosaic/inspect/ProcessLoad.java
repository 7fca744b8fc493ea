package dev.mosaic.inspect;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a process takes of its machine now. <b>Cost:</b> some tens of microseconds, for who asks.
 *
 * @param upNanos since it began
 * @param cpuNanos processor time since then; two of these tell the load between
 * @param heapBytes in use, garbage included
 * @param heapLimitBytes the most that the heap may take
 * @param residentBytes of memory, heap included; 0 where the system does not say
 */
public record ProcessLoad(
        long pid, long upNanos, long cpuNanos, long heapBytes, long heapLimitBytes, long residentBytes, int threads) {
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final int KIB = 1_024;

    /** Of this process. */
    public static ProcessLoad now() {
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        return new ProcessLoad(
                ProcessHandle.current().pid(),
                TimeUnit.MILLISECONDS.toNanos(
                        ManagementFactory.getRuntimeMXBean().getUptime()),
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime(),
                heap.getUsed(),
                heap.getMax(),
                resident(),
                ManagementFactory.getThreadMXBean().getThreadCount());
    }

    private static long resident() {
        try {
            Matcher found = RESIDENT.matcher(Files.readString(Path.of("/proc/self/status")));
            return found.find() ? Long.parseLong(found.group(1)) * KIB : 0;
        } catch (IOException notLinux) {
            return 0;
        }
    }
}
