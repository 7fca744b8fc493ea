package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines out of bytes (S1.4). */
class LineBufferTest {
    private final List<String> lines = new ArrayList<>();
    private final LineBuffer buffer = new LineBuffer(lines::add);

    @Test
    void shouldKeepLinesWholeHoweverBytesCome() {
        byte[] text = "größer\r\n\nlast ».".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < text.length; i++) {
            buffer.add(text, i, 1);
        }
        assertThat(lines).containsExactly("größer", "");
        buffer.finish();
        assertThat(lines).containsExactly("größer", "", "last ».");
        buffer.finish();
        assertThat(lines).hasSize(3);
    }

    @Test
    void shouldTakeManyLinesAtOnce() {
        byte[] text = "a\nb\nc\nd".getBytes(StandardCharsets.UTF_8);
        buffer.add(text, 2, 3);
        assertThat(lines).containsExactly("b");
        buffer.finish();
        assertThat(lines).containsExactly("b", "c");
    }

    @Test
    void shouldCutALineWithoutEnd() {
        byte[] chunk = new byte[8 << 10];
        java.util.Arrays.fill(chunk, (byte) 'x');
        for (int i = 0; i < 200; i++) {
            buffer.add(chunk, 0, chunk.length);
        }
        buffer.finish();
        assertThat(lines).hasSize(2);
        assertThat(lines.stream().mapToInt(String::length).sum()).isEqualTo(200 * chunk.length);
    }
}
