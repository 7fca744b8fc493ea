package dev.mosaic;

import dev.mosaic.function.Action2;
import dev.mosaic.unit.Unit;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The workers that are there, by their uid, as takers of items. <b>Threading:</b> the thread that hands out. */
record WorkerTakers<A extends @Nullable Object>(Unit unit, Action2<Worker, A> action)
        implements Handout.Takers<String, A, @Nullable Object> {
    private static final Duration COME = Duration.ofMillis(100);

    @Override
    public List<String> free(Set<String> busy) {
        return unit.workers().stream().filter(each -> !busy.contains(each)).toList();
    }

    @Override
    public Duration again(Set<String> busy) {
        return COME;
    }

    @Override
    public Task<@Nullable Object> give(String taker, A item) {
        return unit.give(taker, action, item);
    }

    @Override
    public boolean hasPlace(String taker) {
        return true;
    }

    @Override
    public boolean mayRunAgain(String lost) {
        return true;
    }

    @Override
    public TimedOutException noneFor(Duration workerTimeout) {
        return new TimedOutException(
                "no worker was running for " + workerTimeout, "start workers, or set a longer workerTimeout");
    }
}
