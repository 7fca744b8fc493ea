package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CommandTest {
    @Test
    void shouldReadFoldersWorkersAndSize() {
        Command command = Command.of("in", "--workers", "3", "out", "--small");
        assertThat(command).isEqualTo(new Command(Path.of("in"), Path.of("out"), Backend.JAVA, 3, Settings.small()));
        assertThat(Command.of("--device", "opencl").backend()).isEqualTo(Backend.OPENCL);
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow() {
        assertThatThrownBy(() -> Command.of("--smal"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--smal is unknown; usage:");
        assertThatThrownBy(() -> Command.of("--workers", "0")).hasMessageContaining("--workers wants a number");
        assertThatThrownBy(() -> Command.of("--workers")).hasMessageContaining("--workers wants a number");
        assertThatThrownBy(() -> Command.of("--device", "abacus")).hasMessageContaining("--device wants opencl");
        assertThatThrownBy(() -> Command.of("a", "b", "c")).hasMessageContaining("usage:");
    }
}
