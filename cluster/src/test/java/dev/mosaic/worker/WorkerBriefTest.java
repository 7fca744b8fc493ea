package dev.mosaic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.mesh.Endpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a node tells a worker arrives, and no more is read. */
class WorkerBriefTest {
    private static final WorkerBrief BRIEF = new WorkerBrief(
            "worker:0:1",
            -7,
            "node:0",
            List.of(Endpoint.parse("ipc:///tmp/a=b/ü"), Endpoint.parse("tcp://10.0.0.1:7")),
            Endpoint.parse("ipc:///tmp/m"),
            "secret",
            "",
            3,
            4L << 30,
            -9,
            List.of(Path.of("/tmp/one.jar"), Path.of("/tmp/two.jar")),
            Path.of("/tmp/a folder"),
            List.of("0", "GPU-7"));

    @Test
    void shouldArriveAsItWasSent() throws IOException {
        StringWriter out = new StringWriter();
        BRIEF.write(out);
        BufferedReader in = new BufferedReader(new StringReader(out + WorkerBrief.STOP + "\n"));
        assertThat(WorkerBrief.read(in)).isEqualTo(BRIEF);
        assertThat(in.readLine()).isEqualTo(WorkerBrief.STOP);
    }

    @Test
    void shouldNameWhatIsMissing() {
        assertThatThrownBy(() -> WorkerBrief.read(new BufferedReader(new StringReader("uid=worker:0:1\n\n"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("instance is missing");
    }

    @Test
    void shouldKeepTheTokenToItself() {
        assertThat(BRIEF.toString()).doesNotContain("secret");
    }
}
