package dev.mosaic.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.unit.mailbox.CallView;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a caller remembers of tasks that failed. S8.1. */
class FailedTasksTest {
    private final FailedTasks tasks = new FailedTasks();

    private void add(int number) {
        tasks.add(new FailedTasks.FailedTask(
                new Id(7, number), "Solver.solve", CallView.State.FAILED, 1, 2, "why", 0, LaterText.NONE));
    }

    @Test
    void shouldShowTheLatestFirstAndCountWhatIsDisplaced_S8_1() {
        for (int i = 0; i < FailedTasks.MOST + 6; i++) {
            add(i);
        }
        List<Long> numbers = new ArrayList<>();
        tasks.visit(task -> numbers.add(task.task().number()));

        assertThat(numbers).hasSize(FailedTasks.MOST).startsWith(1_029L, 1_028L).endsWith(6L);
        assertThat(tasks.displaced()).isEqualTo(6);
    }

    @Test
    void shouldSayWhatAFailureFollowsFrom_S8_1() {
        Failure cause = Failure.of(Failure.Kind.THROWN, "java.io.IOException: x");

        assertThat(FailedTasks.text(Failure.of(Failure.Kind.ARGUMENT, "argument task=1-2 failed", cause)))
                .isEqualTo("argument task=1-2 failed; because: java.io.IOException: x");
        assertThat(FailedTasks.text(Failure.of(Failure.Kind.THROWN, "y".repeat(5_000))))
                .hasSize(FailedTasks.MOST_TEXT);
    }
}
