package dev.mosaic.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers of units as JSON. S8.1. */
class JsonTextTest {
    private enum State {
        DONE
    }

    record Part(int number, List<String> names) {}

    record Whole(String text, long count, double share, boolean is, Enum<?> state, List<Part> parts) {}

    record Nothing() {}

    private static String text(Record value) {
        return new String(JsonText.bytes(value), StandardCharsets.UTF_8);
    }

    @Test
    void shouldWriteRecordsInRecords_S8_1() {
        Whole whole = new Whole(
                "a \"b\" \\ \n é",
                Long.MIN_VALUE,
                0.25,
                true,
                State.DONE,
                List.of(new Part(1, List.of("x", "y")), new Part(-2, List.of())));

        assertThat(text(whole))
                .isEqualTo("{\"text\":\"a \\\"b\\\" \\\\ \\u000a é\",\"count\":-9223372036854775808,\"share\":0.25,"
                        + "\"is\":true,\"state\":\"DONE\",\"parts\":[{\"number\":1,\"names\":[\"x\",\"y\"]},"
                        + "{\"number\":-2,\"names\":[]}]}");
        assertThat(text(new Nothing())).isEqualTo("{}");
    }

    /** Cutting a text may leave one. */
    @Test
    void shouldWriteHalfOfAPair_S8_1() {
        assertThat(text(new Part(1, List.of("\uD83D\uDE00", "\uD83D"))))
                .isEqualTo("{\"number\":1,\"names\":[\"\\ud83d\\ude00\",\"\\ud83d\"]}");
    }
}
