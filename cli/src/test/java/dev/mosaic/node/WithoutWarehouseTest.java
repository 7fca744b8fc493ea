package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.StartException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A head alone, and a program that connects to it. */
class WithoutWarehouseTest {
    @Test
    void shouldSayWhatAProgramWaitsFor_S7_1() throws IOException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream usual = System.err;
        try (Machines machines = Machines.onLoopback();
                PrintStream error = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            machines.head("--no-warehouse");
            System.setErr(error);
            assertThatThrownBy(() -> Mosaic.connect(machines.address(), o -> o.timeout(Duration.ofSeconds(6))))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("has no warehouse");
            assertThat(said.toString(StandardCharsets.UTF_8))
                    .contains("waits for a warehouse of the cluster at tcp://");
        } finally {
            System.setErr(usual);
        }
    }
}
