package dev.mosaic.unit.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.inspect.PageFilter;
import dev.mosaic.inspect.TaskEntry;
import dev.mosaic.message.Id;
import dev.mosaic.unit.mailbox.CallView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Pages of tasks that have ended, of which the next begins where the last ends. S8.1. */
class TaskSearchTest {
    private static final long BEGUN = System.nanoTime();

    /** Those of three follow each other within a microsecond. */
    private static long ended(int number) {
        return BEGUN + number / 3 * 1_000L + number % 3;
    }

    private static List<TaskEntry> page(String query) {
        TaskSearch search = new TaskSearch(PageFilter.parse("/v1/tasks?" + query), _ -> "Solver.solve");
        for (int i = 99; i >= 0; i--) {
            search.call(
                    new CallView(
                            new Id(7, i),
                            new Id(9, 1),
                            "Solver",
                            0,
                            0,
                            7,
                            CallView.State.DONE,
                            ended(i) - 10,
                            ended(i) - 5,
                            null),
                    ended(i),
                    "",
                    "");
        }
        return search.entries();
    }

    @Test
    void shouldShowEachTaskOnceFromPageToPage_S8_1() {
        Set<String> seen = new HashSet<>();
        List<TaskEntry> page = page("limit=10");
        int pages = 0;
        while (!page.isEmpty()) {
            List<String> again = new ArrayList<>();
            page.forEach(task -> {
                if (!seen.add(task.id())) {
                    again.add(task.id());
                }
            });
            assertThat(again).isEmpty();
            assertThat(page).hasSizeBetween(1, 12);
            pages++;
            page = page("limit=10&before="
                    + java.time.Instant.EPOCH.plus(page.getLast().endedMicros(), java.time.temporal.ChronoUnit.MICROS));
        }

        assertThat(seen).hasSize(100);
        assertThat(pages).isBetween(9, 10);
    }

    @Test
    void shouldShowNoneWhereNoneAreWanted_S8_1() {
        assertThat(page("limit=0")).isEmpty();
    }
}
