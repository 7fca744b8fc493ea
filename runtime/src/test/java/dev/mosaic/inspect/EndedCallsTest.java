package dev.mosaic.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.testing.Eventually;
import dev.mosaic.unit.mailbox.CallView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a unit remembers of calls that are over, and the form of questions. S8.1. */
class EndedCallsTest {
    private record Seen(CallView call, long endedNanos, String failure, String input) {}

    private final EndedCalls calls = new EndedCalls();

    private static CallView call(long number, CallView.State state) {
        return new CallView(
                new Id(0x8000_0000_0000_0007L, number),
                new Id(9, number + 1),
                "com.example.Solver",
                3,
                2,
                0x8000_0000_0000_0007L,
                state,
                number * 10,
                number * 10 + 1,
                null);
    }

    private List<Seen> seen() {
        List<Seen> seen = new ArrayList<>();
        calls.visit((call, ended, failure, input) -> seen.add(new Seen(call, ended, failure, input)));
        return seen;
    }

    @Test
    void shouldShowWhatItWasGivenTheLatestFirst_S8_1() {
        LaterText input = LaterText.of(() -> "0.5, 17");
        Eventually.holds("it is in words", () -> !input.get().isEmpty());
        calls.add(call(1, CallView.State.DONE), 100, null, LaterText.NONE);
        calls.add(
                call(2, CallView.State.FAILED), 200, Failure.of(Failure.Kind.THROWN, "java.io.IOException: x"), input);
        calls.add(call(3, CallView.State.CANCELLED), 300, null, LaterText.NONE);

        assertThat(seen())
                .containsExactly(
                        new Seen(call(3, CallView.State.CANCELLED), 300, "", ""),
                        new Seen(call(2, CallView.State.FAILED), 200, "java.io.IOException: x", "0.5, 17"),
                        new Seen(call(1, CallView.State.DONE), 100, "", ""));
    }

    @Test
    void shouldKeepAFailureThroughAMillionThatAreDoneAndCountWhatIsDisplaced_S8_1() {
        calls.add(
                call(1, CallView.State.FAILED),
                1,
                Failure.of(Failure.Kind.ARGUMENT, "argument failed", Failure.of(Failure.Kind.THROWN, "the cause")),
                LaterText.NONE);
        for (int i = 2; i <= 1_000_000; i++) {
            calls.add(call(i, CallView.State.DONE), i, null, LaterText.NONE);
        }
        List<Seen> seen = seen();

        assertThat(seen).hasSize(EndedCalls.MOST + 1);
        assertThat(seen.getLast().failure()).isEqualTo("argument failed; because: the cause");
        assertThat(seen.getFirst().call()).isEqualTo(call(1_000_000, CallView.State.DONE));
        assertThat(seen.get(EndedCalls.MOST - 1).call().task().number()).isEqualTo(1_000_000 - EndedCalls.MOST + 1);
        assertThat(calls.displaced()).isEqualTo(1_000_000 - EndedCalls.MOST);
    }

    @Test
    void shouldKeepTheTextsOfTheLastFailuresAndShowAll_S8_1() {
        for (int i = 0; i < 3_000; i++) {
            calls.add(call(i, CallView.State.FAILED), i, Failure.of(Failure.Kind.THROWN, "x" + i), LaterText.NONE);
        }

        assertThat(seen()).hasSize(3_000);
        assertThat(seen().getFirst().failure()).isEqualTo("x2999");
        assertThat(seen())
                .extracting(Seen::failure)
                .filteredOn(String::isEmpty)
                .hasSize(3_000 - EndedCalls.MOST_FAILED);
        assertThat(seen()).extracting(Seen::endedNanos).isSortedAccordingTo(java.util.Comparator.reverseOrder());
    }

    @Test
    void shouldAskByThePathThatItReads_S8_1() {
        PageFilter filter = PageFilter.of(Map.of(
                "state",
                "failed",
                "name",
                "a b&c",
                "id",
                "task-solver-solve-8000000000000007-1f",
                "tessera",
                "7-2r",
                "since",
                "2026-11-27T18:49:13.000001Z",
                "before",
                "2026-11-27T18:50:00Z"));

        assertThat(filter.id()).isEqualTo(new Id(0x8000_0000_0000_0007L, 0x1f));
        assertThat(filter.tessera()).isEqualTo(new Id(7, 2).withLives());
        assertThat(filter.takes(CallView.State.FAILED)).isTrue();
        assertThat(filter.takes(CallView.State.DONE)).isFalse();
        assertThat(filter.takes(filter.sinceMicros())).isTrue();
        assertThat(filter.takes(filter.sinceMicros() - 1)).isFalse();
        assertThat(filter.takes(filter.beforeMicros())).isFalse();
        assertThat(filter.takes(0L)).as("one that lives").isFalse();
        assertThat(PageFilter.of(Map.of()).takes(0L)).isTrue();
        assertThat(PageFilter.parse("/v1/tasks" + filter.query())).isEqualTo(filter);
        assertThat(PageFilter.parse(PageFilter.of(Map.of()).query())).isEqualTo(PageFilter.of(Map.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tessera=7", "id=7", "id=x-y", "limit=many", "since=yesterday"})
    void shouldRefuseWhatIsNone_S8_1(String query) {
        assertThatThrownBy(() -> PageFilter.parse("/v1/tasks?" + query)).isInstanceOf(IllegalArgumentException.class);
    }
}
