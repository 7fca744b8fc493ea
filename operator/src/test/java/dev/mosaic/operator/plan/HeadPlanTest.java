package dev.mosaic.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.operator.Given;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.plan.Action.Create;
import dev.mosaic.operator.plan.Action.Delete;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One head, always. */
class HeadPlanTest {
    private static final Pod WANTED = Given.pod("", "new", false, 0);

    @Test
    void shouldMakeTheFirst() {
        Plan plan = plan(Optional.empty());

        assertThat(words(plan)).containsExactly("Create restarts=0 early=0");
    }

    @Test
    void shouldLeaveOneThatRunsAlone() {
        assertThat(plan(Optional.of(0), Given.pod("a", "new", true, 10))).isEqualTo(Plan.NOTHING);
        assertThat(plan(Optional.of(0), Given.pod("a", "new", false, 10))).isEqualTo(Plan.NOTHING);
    }

    @Test
    void shouldMakeTheNextAtOnceWhenOneFailed() {
        Pod dead = Given.annotated(Given.ended(Given.pod("a", "new", true, 500), 490), Labels.RESTARTS, "4");

        assertThat(words(plan(Optional.of(4), dead))).containsExactly("Create restarts=5 early=0");
    }

    @Test
    void shouldMakeTheNextWhenOneIsGone() {
        assertThat(words(plan(Optional.of(2)))).containsExactly("Create restarts=3 early=0");
    }

    @Test
    void shouldWaitUntilOneThatEndsHasEnded() {
        Pod ending = Given.ending(Given.pod("a", "new", true, 500), Given.NOW.plusSeconds(7));

        Plan plan = plan(Optional.of(0), ending);

        assertThat(plan.actions()).isEmpty();
        assertThat(plan.lookAgain()).contains(Duration.ofSeconds(17));
    }

    @Test
    void shouldNotWaitForANodeThatDoesNotAnswer() {
        Pod lost = Given.ending(Given.pod("a", "new", true, 500), Given.NOW.minusSeconds(11));

        assertThat(words(plan(Optional.of(0), lost))).containsExactly("Create restarts=1 early=0");
    }

    @Test
    void shouldReplaceOneOfAnOldRevision() {
        assertThat(words(plan(Optional.of(0), Given.pod("a", "old", true, 500))))
                .containsExactly("Delete a");
    }

    @Test
    void shouldKeepTheLastDeadUntilTheNextIsReady() {
        Pod older = Given.ended(Given.pod("a", "new", true, 900), 100);
        Pod newer = Given.ended(Given.pod("b", "new", true, 500), 100);

        assertThat(words(plan(Optional.of(0), older, newer, Given.pod("c", "new", false, 5))))
                .containsExactly("Delete a");
        assertThat(words(plan(Optional.of(0), older, newer, Given.pod("c", "new", true, 5))))
                .containsExactlyInAnyOrder("Delete a", "Delete b");
    }

    @Test
    void shouldKeepTheNewestOfTwo() {
        assertThat(words(plan(Optional.of(0), Given.pod("a", "new", true, 50), Given.pod("b", "new", true, 5))))
                .containsExactly("Delete a");
    }

    /** Ends after two seconds, again and again. */
    @ParameterizedTest
    @CsvSource({
        // early ends before this one, seconds since its end, made or seconds to wait
        "0, 0,  made",
        "1, 0,  made",
        "2, 0,  2",
        "2, 2,  made",
        "3, 0,  4",
        "3, 1,  3",
        "9, 0,  60",
        "9, 60, made",
    })
    void shouldWaitLongerForThoseThatEndSoon(int before, long since, String expected) {
        Pod dead = Given.annotated(
                Given.ended(Given.pod("a", "new", false, since + 2), 2), Labels.EARLY_ENDS, "" + before);

        Plan plan = plan(Optional.of(0), dead);

        if (expected.equals("made")) {
            assertThat(words(plan)).containsExactly("Create restarts=1 early=" + (before + 1));
        } else {
            assertThat(plan.actions()).isEmpty();
            assertThat(plan.lookAgain()).contains(Duration.ofSeconds(Long.parseLong(expected)));
        }
    }

    /** Killed from outside: it served for a while. */
    @ParameterizedTest
    @CsvSource({
        // seconds that it lived, when it was unready, what is done after many early ends
        "12, 12, made",
        "12, 0,  wait",
        "8,  8,  wait",
    })
    void shouldNotWaitForThoseThatServed(int lived, int unready, String expected) {
        Pod dead = Given.annotated(
                Given.unready(Given.ended(Given.pod("a", "new", false, lived), lived), unready),
                Labels.EARLY_ENDS,
                "9");

        Plan plan = plan(Optional.of(0), dead);

        assertThat(words(plan))
                .containsExactlyElementsOf(expected.equals("made") ? List.of("Create restarts=1 early=0") : List.of());
    }

    private static Plan plan(Optional<Integer> known, Pod... pods) {
        return HeadPlan.of(WANTED, List.of(pods), true, known, Given.NOW);
    }

    private static List<String> words(Plan plan) {
        return plan.actions().stream()
                .map(each -> switch (each) {
                    case Create create ->
                        "Create restarts="
                                + create.pod().getMetadata().getAnnotations().get(Labels.RESTARTS) + " early="
                                + create.pod().getMetadata().getAnnotations().get(Labels.EARLY_ENDS);
                    case Delete delete ->
                        "Delete " + delete.object().getMetadata().getName();
                    case Action.Apply apply ->
                        "Apply " + apply.object().getMetadata().getName();
                })
                .toList();
    }
}
