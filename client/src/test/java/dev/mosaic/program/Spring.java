package dev.mosaic.program;

import dev.mosaic.Remote;
import io.smallrye.mutiny.Multi;
import java.util.concurrent.atomic.AtomicLong;

/** Gives values one by one. */
public class Spring {
    private final AtomicLong requested = new AtomicLong();
    private volatile boolean cancelled;

    public Multi<Integer> numbers(int count) {
        return Multi.createFrom()
                .range(0, count)
                .onRequest()
                .invoke(requested::addAndGet)
                .onCancellation()
                .invoke(() -> cancelled = true);
    }

    /** The same array again and again, with another first element. */
    public Multi<float[]> arrays(int count, int length) {
        float[] array = new float[length];
        return Multi.createFrom().range(0, count).map(i -> {
            array[0] = i;
            return array;
        });
    }

    public Multi<Integer> failAfter(int count) {
        return Multi.createFrom().range(0, count + 1).map(i -> {
            if (i == count) {
                throw new IllegalStateException("dry");
            }
            return i;
        });
    }

    public Multi<Integer> never() {
        return Multi.createFrom().<Integer>nothing().onCancellation().invoke(() -> cancelled = true);
    }

    public Multi<Object> uncapturable() {
        return Multi.createFrom().items("fine", new Thread(), "late");
    }

    public Multi<Integer> refuse() {
        throw new IllegalArgumentException("no spring here");
    }

    /** What another one gives, through this one. */
    public Multi<Integer> through(Remote<Spring> other, int count) {
        return other.flow(Spring::numbers, count).map(i -> i * 2);
    }

    public Multi<Remote<Counter>> proxies(Remote<Counter> counter, int count) {
        return Multi.createFrom().range(0, count).map(i -> counter);
    }

    public long requested() {
        return requested.get();
    }

    public boolean cancelled() {
        return cancelled;
    }
}
