package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.node.RunningProgram;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusCommandTest {
    @Test
    void shouldSayAtOnceThatAnotherMachineWantsKeys() throws Exception {
        try (RunningProgram status =
                RunningProgram.start(CliMain.class, List.of(), "status", "--join", "192.0.2.1:7600", "--wait", "600")) {
            assertThat(status.awaitEnd(40)).as(status.output()).isEqualTo(1);
            assertThat(status.output())
                    .contains("mosaic: ", "mosaic keys FOLDER", "(MOSAIC-MESH-006, mosaic.dev/errors)")
                    .doesNotContain("\tat ");
        }
    }
}
