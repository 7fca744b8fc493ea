package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.Task;
import dev.mosaic.node.Transcript;
import dev.mosaic.testing.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program may say that nobody sees with what its calls were made. S8.1. */
class NoInputsTest {
    private static final CountDownLatch RELEASE = new CountDownLatch(1);

    @TempDir
    Path folder;

    record Login(String user, String password) {}

    private static int refused(Login login, String argument) {
        throw new IllegalStateException("not let in, " + login.user() + ": " + argument.length());
    }

    private static int waits(Login login) throws InterruptedException {
        RELEASE.await();
        return login.user().length();
    }

    @Test
    void shouldShowFailedAndRunningCallsWithoutTheirInputs_S8_1() throws Exception {
        Path report = folder.resolve("report.html");
        Login login = new Login("db", "hunter2");
        try (Transcript _ = new Transcript();
                Mosaic mosaic = Mosaic.start(
                        options -> options.workers(1).slots(2).inProcess().noInputs())) {
            Eventually.holds(
                    "it is listed",
                    () -> ListTesseraeCommandTest.ofThisProcess().isPresent());
            String cluster = ListTesseraeCommandTest.ofThisProcess().orElseThrow();
            Task<Integer> failed = mosaic.submit(argument -> refused(login, argument), "argument hunter2");
            assertThatThrownBy(failed::result).isInstanceOf(IllegalStateException.class);
            Task<Integer> running = mosaic.submit(() -> waits(login));
            try {
                Eventually.holds(
                        "it runs",
                        () -> Said.by("describe", running.uid(), "--cluster", cluster)
                                .output()
                                .contains("RUNNING"));
                assertThat(Said.by("describe", running.uid(), "--cluster", cluster)
                                .output())
                        .doesNotContain("input", "hunter2");
                assertThat(Said.by("describe", failed.uid(), "--cluster", cluster)
                                .output())
                        .contains("not let in")
                        .doesNotContain("input", "hunter2");
                assertThat(Said.by("list", "tasks", "--cluster", cluster, "-o", "json")
                                .output())
                        .contains("not let in", "\"input\":\"\"")
                        .doesNotContain("hunter2");
                Said.by("report", "--cluster", cluster, "-f", report.toString());
                assertThat(Files.readString(report)).contains("not let in").doesNotContain("hunter2");
            } finally {
                RELEASE.countDown();
            }
            assertThat(running.result()).isEqualTo(2);
        }
    }
}
