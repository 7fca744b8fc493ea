package dev.mosaic.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.message.Id;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a unit remembers of what its calls print, and the stream that tells it. S8.1. */
class CallLinesTest {
    private static final Id TASK = new Id(0x8000_0000_0000_0007L, 1);
    private static final Id OTHER = new Id(0x8000_0000_0000_0007L, 2);
    private static final Id TESSERA = new Id(9, 3);

    private final CallLines lines = new CallLines();
    private final ByteArrayOutputStream usual = new ByteArrayOutputStream();
    private final AtomicReference<CallStream.@Nullable Printer> current =
            new AtomicReference<>(new CallStream.Printer(lines, TASK, null));

    private PrintStream stream(boolean isError) {
        return CallStream.over(new PrintStream(usual, true, StandardCharsets.UTF_8), isError, current::get);
    }

    private LineAnswer answer(String query) {
        return lines.answer(LineFilter.parse("?" + query));
    }

    private List<String> texts(String query) {
        return answer(query).lines().stream().map(LineEntry::text).toList();
    }

    private String passedOn() {
        return usual.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldPassAllOnAndRememberLinesOfCalls_S8_1() {
        stream(false).println("grüße");
        stream(true).print("a\r\nb\n\n");
        current.set(null);
        stream(false).println("of no call");

        assertThat(passedOn()).isEqualTo("grüße\na\r\nb\n\nof no call\n");
        assertThat(texts("")).containsExactly("grüße", "a", "b", "");
        assertThat(answer("").lines()).map(LineEntry::error).containsExactly(false, true, true, true);
        assertThat(answer("").lines()).map(LineEntry::task).containsOnly(TASK.toString());
    }

    @Test
    void shouldJoinPartsOfALineByCallAndStream_S8_1() {
        PrintStream out = stream(false);
        out.print("first ");
        stream(true).print("error ");
        current.set(new CallStream.Printer(lines, OTHER, TESSERA));
        out.print("other ");
        current.set(new CallStream.Printer(lines, TASK, null));
        out.write('x');
        out.println();
        assertThat(texts("")).as("what has no end yet is none").containsExactly("first x");

        lines.ended(OTHER);
        assertThat(texts("")).containsExactly("first x", "other ");
        lines.ended(TASK);
        assertThat(texts("")).containsExactly("first x", "other ", "error ");
        assertThat(texts("task=" + OTHER)).containsExactly("other ");
        assertThat(texts("tessera=" + TESSERA)).containsExactly("other ");
        assertThat(texts("task=task-a-b-" + TASK)).containsExactly("first x", "error ");
    }

    @Test
    void shouldDisplaceTheOldestAndCountThem_S8_1() {
        PrintStream out = stream(false);
        IntStream.rangeClosed(1, CallLines.MOST + 5).forEach(out::println);

        assertThat(answer("after=0&limit=2"))
                .returns(5L, LineAnswer::displaced)
                .returns(7L, LineAnswer::next)
                .returns(CallLines.MOST + 5L, LineAnswer::printed);
        assertThat(texts("after=0&limit=2")).containsExactly("6", "7");
        assertThat(texts("limit=2")).containsExactly("10004", "10005");

        String wide = "w".repeat(CallLines.MOST_LENGTH);
        int kept = CallLines.MOST_CHARACTERS / CallLines.MOST_LENGTH;
        IntStream.range(0, kept + 1).forEach(any -> out.println(wide));
        assertThat(answer("").printed() - answer("").displaced()).isEqualTo(kept);
    }

    @Test
    void shouldGivePageAfterPage_S8_1() {
        PrintStream out = stream(false);
        for (int i = 1; i <= 9; i++) {
            current.set(new CallStream.Printer(lines, i % 2 == 0 ? TASK : OTHER, null));
            out.println(i);
        }
        LineAnswer first = answer("after=0&limit=3&task=" + TASK);
        assertThat(first.lines()).map(LineEntry::text).containsExactly("2", "4", "6");
        assertThat(texts("limit=3&task=" + TASK + "&after=" + first.next())).containsExactly("8");
        assertThat(answer("after=9").lines()).isEmpty();
        assertThat(answer("after=100")).returns(9L, LineAnswer::printed);
        assertThat(texts("limit=2&task=" + TASK)).containsExactly("6", "8");
    }

    /** One without an end, and many that never get one. */
    @Test
    void shouldBoundWhatIsOneLine_S8_1() {
        PrintStream out = stream(false);
        out.println("w".repeat(2 * CallLines.MOST_LENGTH + 1));
        assertThat(texts("")).map(String::length).containsExactly(CallLines.MOST_LENGTH, CallLines.MOST_LENGTH, 1);

        out.print("w".repeat(CallLines.MOST_LENGTH + 1));
        assertThat(answer("").printed()).isEqualTo(4);
        for (int i = 0; i <= CallLines.MOST_OPEN; i++) {
            current.set(new CallStream.Printer(lines, new Id(9, i), null));
            out.print(".");
        }
        assertThat(answer("").printed()).isEqualTo(5 + CallLines.MOST_OPEN);
    }

    @Test
    void shouldRememberOnceWhatIsPrintedInOrderToPrint_S8_1() {
        PrintStream outer = stream(false);
        PrintStream twice = CallStream.over(
                new PrintStream(
                        new OutputStream() {
                            @Override
                            public void write(int oneByte) {
                                outer.write(oneByte);
                            }

                            @Override
                            public void write(byte[] bytes, int offset, int length) {
                                outer.print("[worker] ");
                                outer.write(bytes, offset, length);
                            }
                        },
                        true,
                        StandardCharsets.UTF_8),
                false,
                current::get);
        twice.println("hello");

        assertThat(texts("")).containsExactly("hello");
        assertThat(passedOn()).contains("[worker] hello");
        outer.println("again");
        assertThat(texts("")).containsExactly("hello", "again");
    }

    @Test
    void shouldPrintWhereRememberingFails_S8_1() {
        PrintStream out =
                CallStream.over(new PrintStream(usual, true, StandardCharsets.UTF_8), false, CallLinesTest::none);
        out.println("hello");

        assertThat(passedOn()).isEqualTo("hello\n");
        assertThat(out.checkError()).isFalse();
    }

    private static CallStream.Printer none() {
        throw new IllegalStateException("expected in this test");
    }

    @Test
    void shouldWriteTheQuestionAsItIsRead_S8_1() {
        for (String query : List.of("limit=7", "limit=7&task=" + TASK, "limit=7&tessera=" + TESSERA + "&after=3")) {
            LineFilter filter = LineFilter.parse("?" + query);
            assertThat(filter.path("worker:0:1")).isEqualTo("/v1/units/worker:0:1/lines?" + query);
            assertThat(LineFilter.isAsked("worker:0:1", filter.path("worker:0:1")))
                    .isTrue();
        }
        assertThat(LineFilter.of(Map.of("limit", "1000000")).limit()).isEqualTo(10_000);
        assertThatThrownBy(() -> LineFilter.of(Map.of("after", "x"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LineFilter.of(Map.of("task", "x"))).isInstanceOf(IllegalArgumentException.class);
    }
}
