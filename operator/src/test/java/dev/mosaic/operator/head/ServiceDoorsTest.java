package dev.mosaic.operator.head;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.operator.head.Doors.Closed;
import dev.mosaic.operator.head.Doors.Found;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ServiceDoorsTest {
    private final Map<String, byte[]> files = new TreeMap<>(Map.of("ca.crt", ascii("authority")));

    /** Where somebody writes another token, the operator itself writes that of before as the second line. */
    @Test
    void shouldShowTheFirstOfTwoTokens() {
        files.put("token", ascii("another\nbefore\n"));

        assertThat(door().token()).isEqualTo("another");
    }

    @Test
    void shouldShowTheFirstOfTwoTokensWhereTheLineEndsAsOnWindows() {
        files.put("token", ascii("\r\n another \r\nbefore"));
        files.put("admin.token", ascii("admin\r\n"));

        assertThat(door().token()).isEqualTo("admin");
    }

    @Test
    void shouldFindNoDoorWhereATokenIsNotOneWordOfAscii() {
        for (String wrong : new String[] {"", "\n \n", "two words", "k\u00e4se"}) {
            files.put("token", wrong.getBytes(StandardCharsets.UTF_8));

            assertThat(look()).as(wrong).isInstanceOf(Closed.class);
        }
    }

    private Door door() {
        return ((Found) look()).door();
    }

    private Doors.Look look() {
        return ServiceDoors.with(files, "c-keys", new ServiceDoors.Address("team", "c-head", "10.0.0.1"));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
