package dev.mosaic.testing;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Ends a JVM of tests that runs for too long, and says which test hangs: {@code -Dmosaic.fork.seconds=N} is the limit. JUnit's limit of each
 * test comes first; this is for a test that heeds no interrupt.
 *
 * <p>At the limit it writes the stacks of all threads, virtual ones too, to {@code target/hung-PID.txt}, prints a line {@code hung: NAME}
 * for each test that has begun and not ended, and halts the JVM.
 *
 * <p><b>Threading:</b> JUnit's threads, and one of its own for each run.
 */
public final class ForkWatch implements TestExecutionListener {
    private static final int HUNG = 70;

    private final Set<String> running = ConcurrentHashMap.newKeySet();
    private final CountDownLatch over = new CountDownLatch(1);

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        long seconds = Long.getLong("mosaic.fork.seconds", 0);
        if (seconds > 0) {
            Thread.ofPlatform().daemon().name("fork-watch").start(() -> watch(Duration.ofSeconds(seconds)));
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        over.countDown();
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.isTest()) {
            running.add(test.getUniqueId());
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        running.remove(test.getUniqueId());
    }

    private void watch(Duration limit) {
        try {
            if (over.await(limit.toSeconds(), TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException ended) {
            return;
        }
        Path dump = Path.of("target", "hung-" + ProcessHandle.current().pid() + ".txt")
                .toAbsolutePath();
        try {
            Files.deleteIfExists(dump);
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(dump.toString(), ThreadDumpFormat.TEXT_PLAIN);
        } catch (IOException e) {
            System.out.println("hung: no stacks: " + e);
        }
        for (String test : running.isEmpty() ? Set.of("no test, but the JVM does not end") : running) {
            System.out.println("hung: " + test + " after " + limit + "; stacks are in target/" + dump.getFileName());
        }
        System.out.flush();
        Runtime.getRuntime().halt(HUNG);
    }
}
