package dev.mosaic.connect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConsoleTest {
    @Test
    void shouldPutTheUidBeforeALine_S1_4() {
        assertThat(Console.prefixed("worker:0:1", "Solve 2")).isEqualTo("WORKER:0:1      Solve 2");
        assertThat(Console.prefixed("worker:1000:1000", "x")).isEqualTo("WORKER:1000:1000 x");
    }
}
