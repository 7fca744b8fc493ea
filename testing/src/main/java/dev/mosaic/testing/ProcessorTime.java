package dev.mosaic.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes the processor time of this JVM of tests and of the processes that it started, as far as these have ended: {@code
 * target/surefire-reports/processor-PID.txt}, in seconds. {@code bin/TestReport.java} adds them up. On Linux only.
 *
 * <p><b>Threading:</b> JUnit's.
 */
public final class ProcessorTime implements TestExecutionListener {
    private static final Path STAT = Path.of("/proc/self/stat");
    private static final double TICKS_PER_SECOND = 100;

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        Path folder = Path.of("target", "surefire-reports");
        if (!Files.isReadable(STAT) || !Files.isDirectory(folder)) {
            return;
        }
        try {
            double seconds = seconds(Files.readString(STAT, StandardCharsets.ISO_8859_1));
            Files.writeString(
                    folder.resolve("processor-" + ProcessHandle.current().pid() + ".txt"), seconds + "\n");
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Of a line of {@code /proc/PID/stat}: user and system time, its own and that of children that have ended. */
    static double seconds(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        long ticks = 0;
        for (int i = 11; i <= 14; i++) {
            ticks += Long.parseLong(fields[i]);
        }
        return ticks / TICKS_PER_SECOND;
    }
}
