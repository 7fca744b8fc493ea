package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.StartException;
import dev.mosaic.keys.KeyFiles;
import dev.mosaic.testing.LogGuard;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A head with keys, and who comes with others or with none. */
class WrongKeysTest {
    @TempDir
    static Path folder;

    @RegisterExtension
    static final SharedMachines SHARED =
            new SharedMachines(() -> Machines.onLoopback(Machines.keys(folder)).head());

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private Path keys;
    private Machines machines;

    @BeforeEach
    void open() throws Exception {
        machines = SHARED.get();
        keys = folder.resolve("keys");
    }

    @Test
    void shouldTellAtOnceThatKeysAreOfAnotherCluster_S7_5() throws Exception {
        Path others = folder.resolve("others");
        var _ = new KeyFiles(others).make(Duration.ofDays(1));
        assertThatThrownBy(() -> Mosaic.connect(machines.address(), options -> options.keys(others)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("do not accept each other")
                .hasMessageContaining("authority")
                .hasMessageContaining("mosaic keys");
        assertThat(log.count("authority"))
                .as("one line, not one for each time it dialled")
                .isEqualTo(1);
        log.expect(1, "authority");
    }

    @Test
    void shouldTellWhoHasNoKeysThatTheClusterHas_S7_5() {
        assertThatThrownBy(() -> Mosaic.connect(machines.address()))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("TLS");
        log.expect(log.count("TLS"), "TLS");
    }

    @Test
    void shouldLetInWhoHasTheKeys() {
        try (Mosaic mosaic = Mosaic.connect(machines.address(), options -> options.keys(keys))) {
            assertThat(mosaic.put(7).value()).isEqualTo(7);
        }
    }
}
