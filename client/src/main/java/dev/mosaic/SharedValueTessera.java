package dev.mosaic;

import dev.mosaic.function.Function1;
import dev.mosaic.function.Function2;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A shared value where it lives: a tessera whose calls run one at a time, so that each change is whole. {@link SharedValue} is its proxy. */
final class SharedValueTessera implements Snapshot<SharedValueState> {
    private SharedValueState state;

    SharedValueTessera(@Nullable Object initial, @Nullable Function2<@Nullable Object, @Nullable Object, ?> operator) {
        this.state = new SharedValueState(initial, operator);
    }

    @Override
    public SharedValueState snapshot() {
        return state;
    }

    @Override
    public void restore(SharedValueState before) {
        state = before;
    }

    @Nullable Object read() {
        return state.value();
    }

    @Nullable Object read(Function1<@Nullable Object, ?> part) throws Exception {
        return part.apply(state.value());
    }

    Versioned<@Nullable Object> readVersioned() {
        return new Versioned<>(state.value(), state.version());
    }

    long set(long origin, long number, long settled, @Nullable Object value) {
        return state.set(origin, number, settled, value);
    }

    boolean compareAndSet(long origin, long number, long settled, long version, @Nullable Object value)
            throws Exception {
        return state.compareAndSet(origin, number, settled, version, value);
    }

    void update(long origin, long number, long settled, Function1<@Nullable Object, ?> function) throws Exception {
        state.apply(origin, number, settled, function);
    }

    @Nullable Object updateAndGet(long origin, long number, long settled, Function1<@Nullable Object, ?> function)
            throws Exception {
        return state.updateAndGet(origin, number, settled, function);
    }

    void accumulateAll(long origin, long number, long settled, List<@Nullable Object> more) throws Exception {
        state.accumulateAll(origin, number, settled, more);
    }

    void accumulate(
            long origin,
            long number,
            long settled,
            @Nullable Object more,
            @Nullable Function2<@Nullable Object, @Nullable Object, ?> operator)
            throws Exception {
        state.accumulate(origin, number, settled, more, operator);
    }
}
