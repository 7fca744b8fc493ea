package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A process without file descriptors left: its links go on, and it accepts again when some are free. */
class OutOfFilesTest {
    private static final int FILES = 150;
    private static final int TOO_MANY_CONNECTIONS = 300;

    /** A few for each time it looks, not one for each connection and not one for each turn of a loop. */
    private static final int MOST_LINES = 200;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private Process process;
    private BufferedReader answers;
    private OutputStream questions;
    private Endpoint endpoint;

    @BeforeEach
    void startHost() throws IOException {
        process = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -Sn " + FILES + " && exec \"$0\" \"$@\"",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-MaxFDLimit",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FewFilesHost.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        answers = process.inputReader();
        questions = process.getOutputStream();
        endpoint = Endpoint.parse(answers.readLine());
    }

    @AfterEach
    void stopHost() throws Exception {
        questions.close();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        answers.close();
    }

    @Test
    void shouldGoOnAndAcceptAgainLater() throws IOException {
        try (Neighbour neighbour = new Neighbour(MeshOptions.of(Neighbour.UID), "host", endpoint)) {
            useAllItsClasses();
            int before = linesLogged();

            List<RawPeer> crowd = new ArrayList<>();
            for (int i = 0; i < TOO_MANY_CONNECTIONS; i++) {
                crowd.add(RawPeer.dial(endpoint));
            }
            Eventually.holds("the host says that it is out of files", () -> linesLogged() > before);
            neighbour.proveUndisturbed();
            for (RawPeer each : crowd) {
                each.close();
            }

            try (RawPeer late = RawPeer.shakeHands(endpoint, "late")) {
                late.send(Wire.message("hello"));
                assertThat(late.read(7)).isEqualTo(Wire.message("hello"));
            }
            neighbour.proveUndisturbed();
            assertThat(linesLogged() - before).as("lines logged about it").isLessThan(MOST_LINES);
        }
    }

    /** Classes that lie in folders cannot be loaded without a file descriptor; those of a jar could. */
    private void useAllItsClasses() throws IOException {
        try (RawPeer friend = RawPeer.shakeHands(endpoint, "friend");
                RawPeer stranger = RawPeer.dial(endpoint)) {
            friend.send(Wire.message("hello"));
            friend.read(7);
            stranger.send(Wire.ascii("garbage"));
            stranger.readToEnd();
        }
    }

    private int linesLogged() {
        try {
            questions.write('\n');
            questions.flush();
            return Integer.parseInt(answers.readLine());
        } catch (IOException e) {
            throw new AssertionError("the host is gone", e);
        }
    }
}
