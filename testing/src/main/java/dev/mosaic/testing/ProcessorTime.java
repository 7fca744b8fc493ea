package dev.mosaic.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes the processor time of this JVM of tests and of the processes that it started, as far as these have ended, to {@code
 * target/surefire-reports/processor-PID.txt}: seconds of all in the first line, then a line for each class of tests, its name and its seconds.
 * {@code bin/TestReport.java} adds them up. On Linux only.
 *
 * <p><b>Threading:</b> JUnit's; classes run one after the other.
 */
public final class ProcessorTime implements TestExecutionListener {
    private static final Path STAT = Path.of("/proc/self/stat");
    private static final double TICKS_PER_SECOND = 100;

    private final boolean isReadable = Files.isReadable(STAT);
    private final Map<String, Double> classes = new TreeMap<>();
    private double begun;

    @Override
    public void executionStarted(TestIdentifier test) {
        if (isReadable && isClass(test)) {
            begun = seconds();
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (isReadable && isClass(test)) {
            classes.merge(test.getLegacyReportingName(), seconds() - begun, Double::sum);
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        Path folder = Path.of(System.getProperty("basedir", "."), "target", "surefire-reports"); // as Surefire says
        if (!isReadable || !Files.isDirectory(folder)) {
            return;
        }
        String lines = classes.entrySet().stream()
                .map(each -> String.format(Locale.ROOT, "%s %.2f%n", each.getKey(), each.getValue()))
                .collect(Collectors.joining());
        try {
            Files.writeString(
                    folder.resolve("processor-" + ProcessHandle.current().pid() + ".txt"), seconds() + "\n" + lines);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** A class within a class belongs to that. */
    private static boolean isClass(TestIdentifier test) {
        return test.getSource().filter(ClassSource.class::isInstance).isPresent()
                && test.getUniqueIdObject().getSegments().size() == 2;
    }

    private static double seconds() {
        try {
            return seconds(Files.readString(STAT, StandardCharsets.ISO_8859_1));
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
