package dev.mosaic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Limits of time. */
class TaskFutureTest {
    private final TimedOutException late = new TimedOutException("it was not here within 1 s", "");

    /** Whose result does not come in time, whatever the time is. */
    @SuppressWarnings("unchecked")
    private TaskFuture<String> late(Task.State state) {
        Task<String> task = (Task<String>) Proxy.newProxyInstance(
                Task.class.getClassLoader(), new Class<?>[] {Task.class}, (self, method, arguments) -> {
                    if (method.getName().equals("state")) {
                        return state;
                    }
                    assertThat(method.getName()).isEqualTo("result");
                    assertThat(arguments).as("a limit").hasSize(1);
                    assertThat((Duration) arguments[0]).isLessThanOrEqualTo(Duration.ofNanos(Long.MAX_VALUE));
                    throw late;
                });
        TaskFuture<String> future = new TaskFuture<>(() -> task);
        future.run();
        return future;
    }

    @Test
    void shouldLimitTheTimeUntilTheResultIsHereWhenItsTaskIsDone() {
        for (Task.State state : new Task.State[] {Task.State.RUNNING, Task.State.DONE}) {
            assertThatThrownBy(() -> late(state).get(1, TimeUnit.SECONDS))
                    .as("%s", state)
                    .isInstanceOf(TimeoutException.class)
                    .hasCause(late);
        }
    }

    @Test
    void shouldTellThatTheFunctionFailedBecauseItWasLate() {
        assertThatThrownBy(() -> late(Task.State.FAILED).get(1, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCause(late);
    }

    @Test
    void shouldTakeTheLongestTime() {
        assertThatThrownBy(() -> late(Task.State.RUNNING).get(Long.MAX_VALUE, TimeUnit.DAYS))
                .isInstanceOf(TimeoutException.class);
    }
}
