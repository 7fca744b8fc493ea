package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a process ends that is told that another one is in its place. S7.3. */
class ExcludedProcessTest {
    private static final String ADVICE = "start it again, where no other one is to be in its place";

    @TempDir
    Path files;

    private Machines machines;

    @BeforeEach
    void open() throws IOException {
        machines = Machines.onLoopback();
    }

    @AfterEach
    void close() {
        machines.close();
    }

    @Test
    void shouldEndAWarehouseThatAnotherReplacedWithExitCode1_S7_3() throws Exception {
        machines.head("--no-warehouse").warehouse("--folder", folder("first"));
        endsExcluded(machines.process("warehouse"));
    }

    @Test
    void shouldEndAHeadWhoseWarehouseAnotherReplacedWithExitCode1_S7_3() throws Exception {
        machines.head("--folder", folder("first"));
        endsExcluded(machines.process("head"));
    }

    private void endsExcluded(RunningProgram first) throws IOException, InterruptedException {
        machines.warehouse("--folder", folder("second"));
        assertThat(first.awaitEnd(40)).as(first.output()).isEqualTo(1);
        assertThat(first.output())
                .contains("the monitor holds warehouse:0 for dead: ")
                .contains("mosaic: MOSAIC-")
                .contains(ADVICE)
                .doesNotContain("\tat ");
    }

    private String folder(String name) {
        return files.resolve(name).toString();
    }
}
