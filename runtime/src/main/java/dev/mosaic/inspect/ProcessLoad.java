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
 * @param receivedBytes by its machine from others since that began, or by its pod; 0 where the system does not say
 * @param sentBytes to others
 */
public record ProcessLoad(
        long pid,
        long upNanos,
        long cpuNanos,
        long heapBytes,
        long heapLimitBytes,
        long residentBytes,
        int threads,
        long receivedBytes,
        long sentBytes) {
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final int KIB = 1_024;

    /** An interface: bytes, seven other counts of what was received; bytes of what was sent. The loopback is not of interest. */
    private static final Pattern INTERFACE =
            Pattern.compile("(?m)^\\s*(?!lo:)[^\\s:]+:\\s*(\\d+)(?:\\s+\\d+){7}\\s+(\\d+)");

    /** Of this process. */
    public static ProcessLoad now() {
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        Traffic network = Traffic.of(text("/proc/self/net/dev"));
        return new ProcessLoad(
                ProcessHandle.current().pid(),
                TimeUnit.MILLISECONDS.toNanos(
                        ManagementFactory.getRuntimeMXBean().getUptime()),
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime(),
                heap.getUsed(),
                heap.getMax(),
                resident(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                network.receivedBytes(),
                network.sentBytes());
    }

    private static long resident() {
        Matcher found = RESIDENT.matcher(text("/proc/self/status"));
        return found.find() ? Long.parseLong(found.group(1)) * KIB : 0;
    }

    /** Empty where the system has no such file. */
    private static String text(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException notLinux) {
            return "";
        }
    }

    /** Of all interfaces but the loopback. */
    record Traffic(long receivedBytes, long sentBytes) {
        /** @param interfaces as Linux has them in {@code /proc/net/dev} */
        static Traffic of(String interfaces) {
            long received = 0;
            long sent = 0;
            for (Matcher each = INTERFACE.matcher(interfaces); each.find(); ) {
                received += Long.parseLong(each.group(1));
                sent += Long.parseLong(each.group(2));
            }
            return new Traffic(received, sent);
        }
    }
}
