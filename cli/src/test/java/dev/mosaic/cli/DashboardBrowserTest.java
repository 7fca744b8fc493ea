package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.node.RunningProgram;
import dev.mosaic.node.Transcript;
import dev.mosaic.testing.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import program.Tally;

/** {@code mosaic dashboard} in Chromium: each page, light and dark, by keyboard, and what axe says of it. S8.1. */
class DashboardBrowserTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Pattern LINK = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/#token=\\w+");
    private static final int MOST_SECONDS = 150;

    @Test
    void shouldShowARunOnEachPage_S8_1() throws Exception {
        String chromium = System.getProperty("mosaic.browser", "");
        assumeFalse(chromium.isBlank(), "no Chromium, or no npm for Playwright: see bin/browser");
        Path folder = Files.createDirectories(Path.of("target", "dashboard"));
        Path seen = folder.resolve("browser.txt");
        try (Transcript _ = new Transcript();
                Mosaic mosaic = Mosaic.start(options -> options.workers(2))) {
            Remote<Tally> tally = mosaic.remote(Tally::new, 0);
            for (int i = 0; i < 20; i++) {
                tally.call(Tally::add).result();
            }
            assertThatThrownBy(() ->
                            mosaic.submit(() -> Integer.parseInt("no number")).result())
                    .isInstanceOf(NumberFormatException.class);
            mosaic.submit(DashboardBrowserTest::print).result();
            var _ = mosaic.submit(DashboardBrowserTest::spin); // to its end: there is something to profile
            Ref<double[]> large = mosaic.put(new double[1 << 20]);
            Eventually.holds(
                    "it is listed",
                    () -> ListTesseraeCommandTest.ofThisProcess().isPresent());
            String name = ListTesseraeCommandTest.ofThisProcess().orElseThrow();
            try (RunningProgram dashboard = RunningProgram.start(
                    CliMain.class,
                    List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                    "dashboard",
                    "--cluster",
                    name)) {
                Eventually.holds(
                        "it prints its link",
                        LONG,
                        () -> LINK.matcher(dashboard.output()).find());
                Matcher link = LINK.matcher(dashboard.output());
                assertThat(link.find()).isTrue();
                Process browser = new ProcessBuilder(
                                "node",
                                "../dashboard/src/test/web/browser.mjs",
                                link.group(),
                                folder.toString(),
                                chromium)
                        .redirectErrorStream(true)
                        .redirectOutput(seen.toFile())
                        .start();
                try {
                    assertThat(browser.waitFor(MOST_SECONDS, TimeUnit.SECONDS))
                            .as("it has ended")
                            .isTrue();
                    assertThat(browser.exitValue()).as(Files.readString(seen)).isZero();
                } finally {
                    browser.destroyForcibly();
                }
            }
            assertThat(large.value()).hasSize(1 << 20);
            Task<Integer> goesOn = tally.call(Tally::total);
            assertThat(goesOn.result()).isEqualTo(20);
        }
        assertThat(Files.readString(seen).lines().filter(line -> line.startsWith("page=")))
                .hasSize(18)
                .allMatch(line -> line.endsWith("violations=0"));
        assertThat(Files.readString(seen)).contains("keyboard=ok", "token=ok");
    }

    /** A tenth of the time: that is enough to be seen, and the browser has the rest. */
    private static int spin() {
        double sum = 0;
        for (long end = System.nanoTime() + LONG.toNanos() * 3; System.nanoTime() < end; ) {
            sum += Math.sqrt(sum + 1);
            if (System.nanoTime() % 100_000_000 >= 10_000_000) {
                LockSupport.parkNanos(90_000_000);
            }
        }
        return (int) sum;
    }

    private static int print() {
        System.out.println("a line of a call");
        return 1;
    }
}
