package dev.mosaic;

import dev.mosaic.function.Function1;
import dev.mosaic.unit.Unit;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a shared value. Each task that is given one, or captures one, has a copy of its own; it changes when its holder says so: by {@link
 * #set}, or by {@link #pull}. The shared value changes by {@link #push}, {@link #tryPush} or {@link #propagate}.
 *
 * {@snippet class="snippets.ExamplesTest" region="parameter"}
 *
 * <p>Values lie in the warehouse: once on a machine, whatever the number of copies there. So a value is not written to: a change is another
 * value. Where many add to one value, a {@link SharedValue} with an operator moves less.
 *
 * <p><b>Threading:</b> one thread at a time. <b>Cost:</b> a call for each push and pull, and the move of a value that is not on the machine. <b>Failure:</b>
 * as {@link SharedValue} and {@link Ref}, thrown where they are waited for.
 *
 * @param <T> of the value
 */
public final class SharedParameter<T extends @Nullable Object> {
    private final SharedValue<Ref<T>> shared;
    private Ref<T> pulled;
    private long version;

    /** What was set since, and is not pushed; null for nothing. */
    private @Nullable Own<T> own;

    private record Own<T extends @Nullable Object>(T value) {}

    private SharedParameter(SharedValue<Ref<T>> shared, Versioned<Ref<T>> now) {
        this.shared = shared;
        this.pulled = now.value();
        this.version = now.version();
    }

    static <T extends @Nullable Object> SharedParameter<T> make(Unit unit, TesseraOptions options, T initial) {
        Ref<T> value = unit.put(initial);
        return new SharedParameter<>(SharedValue.make(unit, options, value, null), new Versioned<>(value, 0));
    }

    static <T extends @Nullable Object> SharedParameter<T> of(SharedValue<Ref<T>> shared) {
        return new SharedParameter<>(shared, shared.readVersioned().result());
    }

    /** The value of this copy. Do not write to it. */
    public T get() {
        Own<T> mine = own;
        return mine == null ? pulled.value() : mine.value();
    }

    /** Changes this copy alone. */
    public void set(T value) {
        own = new Own<>(value);
    }

    /** The version of the shared value that this copy was pulled from or pushed as. Each push by any holder increments it. */
    public long version() {
        return version;
    }

    /** Makes the shared value the value of this copy; what was set and not pushed is forgotten. Gives the value; do not write to it. */
    public T pull() {
        take(shared.readVersioned().result());
        return pulled.value();
    }

    /**
     * Makes the value of this copy the shared one, whatever that is by now.
     *
     * @param options of the entry in the warehouse: {@link PutOption#BROADCAST} has every node get it at once
     */
    public void push(PutOption... options) {
        Ref<T> value = Unit.current().put(get(), options);
        take(new Versioned<>(value, shared.set(value).result()));
    }

    /**
     * {@link #push}, if no other holder has changed the shared value since this copy was pulled or pushed: {@code do { p.set(next(p.pull())); } while
     * (!p.tryPush());}.
     *
     * @return false if another holder has changed it; then nothing is changed, and this copy keeps its value and its version
     */
    public boolean tryPush(PutOption... options) {
        Ref<T> value = Unit.current().put(get(), options);
        boolean isIn = shared.compareAndSet(version, value).result();
        if (isIn) {
            take(new Versioned<>(value, version + 1));
        }
        return isIn;
    }

    /**
     * Changes this copy here, and the shared value in the worker where it lives, by the same function. It gives another value, and does not write to
     * its argument. The task is done when the shared value is changed. The version of this copy stays until it is pulled.
     */
    public Task<@Nullable Void> propagate(Function1<? super T, ? extends T> change) {
        Task<@Nullable Void> there = shared.update(ref -> Unit.current().<T>put(change.apply(ref.value())));
        try {
            set(change.apply(get()));
        } catch (Exception failed) {
            throw failed instanceof RuntimeException unchecked
                    ? unchecked
                    : new RemoteException("the change of a parameter threw " + failed, "", failed);
        }
        return there;
    }

    private void take(Versioned<Ref<T>> now) {
        pulled = now.value();
        version = now.version();
        own = null;
    }

    @Override
    public String toString() {
        return "Parameter[" + shared.uid() + ", version=" + version + (own == null ? "" : ", changed here") + "]";
    }
}
