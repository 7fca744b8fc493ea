package dev.mosaic.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes down the tests that did not run since their class was given up before them, by an assumption in {@code @BeforeAll} for example: Surefire
 * does not name these. They go to {@code target/surefire-reports/not-run-PID.txt}, a line for each: {@code Class.method}, a tab, and the reason.
 * {@code bin/TestReport.java} adds them to what was skipped.
 *
 * <p><b>Threading:</b> JUnit's; classes run one after the other.
 */
public final class NotRun implements TestExecutionListener {
    private final Path folder;
    private final List<String> lines = new ArrayList<>();
    private @Nullable TestPlan plan;

    /** Below the module's folder, as Surefire says it. */
    public NotRun() {
        this(Path.of(System.getProperty("basedir", "."), "target", "surefire-reports"));
    }

    NotRun(Path folder) {
        this.folder = folder;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        plan = started;
    }

    @Override
    public void executionFinished(TestIdentifier container, TestExecutionResult result) {
        TestPlan started = plan;
        if (started == null || container.isTest() || result.getStatus() != TestExecutionResult.Status.ABORTED) {
            return;
        }
        String reason = result.getThrowable()
                .map(Throwable::getMessage)
                .flatMap(message -> message.lines().findFirst())
                .orElse("no reason was given");
        started.getDescendants(container).stream()
                .flatMap(each -> each.getSource().stream())
                .filter(MethodSource.class::isInstance)
                .map(MethodSource.class::cast)
                .map(method -> simple(method.getClassName()) + "." + method.getMethodName() + "\t" + reason)
                .distinct()
                .forEach(lines::add);
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    @Override
    public void testPlanExecutionFinished(TestPlan ended) {
        if (lines.isEmpty() || !Files.isDirectory(folder)) {
            return;
        }
        try {
            Files.write(folder.resolve("not-run-" + ProcessHandle.current().pid() + ".txt"), lines);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
