package dev.mosaic.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class ForkWatchTest {
    @TempDir
    private Path folder;

    @Test
    void shouldNameTheTestThatHangsAndLeaveItsStacks() throws IOException, InterruptedException {
        Files.createDirectory(folder.resolve("target"));
        Process java = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dmosaic.fork.seconds=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Hanging.class.getName()))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(java.waitFor()).as(said).isEqualTo(70);
        assertThat(said).contains("hung: ").contains("[method:neverEnds()]");
        assertThat(folder.resolve("target/hung-" + java.pid() + ".txt"))
                .content()
                .contains("neverEnds");
    }

    /** A run of one test that heeds no interrupt. */
    @Tag("long")
    static class Hanging {
        @Test
        void neverEnds() {
            while (true) {
                LockSupport.park();
            }
        }

        public static void main(String[] arguments) {
            LauncherFactory.create()
                    .execute(LauncherDiscoveryRequestBuilder.request()
                            .selectors(selectClass(Hanging.class))
                            .build());
        }
    }
}
