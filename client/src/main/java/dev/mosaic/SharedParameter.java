package dev.mosaic;

import dev.mosaic.function.Function1;
import dev.mosaic.unit.Unit;
import org.jspecify.annotations.Nullable;

/**
 * A local copy of a shared value, as with a parameter server. Each task that gets a shared parameter as an argument, or captures it, has a copy.
 * {@link #set} and {@link #pull} change the copy; {@link #push}, {@link #tryPush} and {@link #propagate} change the shared value.
 *
 * {@snippet class="snippets.ExamplesTest" region="parameter"}
 *
 * <p>The values are in the warehouse, and all copies on one machine share the same memory. So do not write to a value: set another one. If many tasks
 * add to one value, a {@link SharedValue} with an operator transfers less.
 *
 * <p><b>Threading:</b> one thread at a time. <b>Cost:</b> a call for each push and pull, and the transfer of a value that is not yet on the machine.
 * <b>Failure:</b> the methods throw the exceptions of {@link SharedValue} and {@link Ref}.
 *
 * @param <T> the type of the value
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

    /** Sets the value of this copy only. The shared value does not change until {@link #push} or {@link #tryPush}. */
    public void set(T value) {
        own = new Own<>(value);
    }

    /** The version of the shared value that this copy was pulled from or pushed as. Each push by any holder increments it. */
    public long version() {
        return version;
    }

    /** Sets this copy to the shared value, and returns it. A value that was set but not pushed is lost. Do not write to the value. */
    public T pull() {
        take(shared.readVersioned().result());
        return pulled.value();
    }

    /**
     * Sets the shared value to the value of this copy, even if another holder has changed the shared value.
     *
     * @param options the options for storing the value: with {@link PutOption#BROADCAST} every node gets it at once
     */
    public void push(PutOption... options) {
        Ref<T> value = Unit.current().put(get(), options);
        take(new Versioned<>(value, shared.set(value).result()));
    }

    /**
     * Does a {@link #push} only if no other holder has changed the shared value since this copy was pulled or pushed: {@code do {
     * p.set(next(p.pull())); } while (!p.tryPush());}.
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
     * Applies a function to this copy, and to the shared value in its worker. The function returns another value; it must not write to its
     * argument. The task is done when the shared value is changed. The version of this copy stays until {@link #pull}.
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
        return "SharedParameter[" + shared.uid() + ", version=" + version + (own == null ? "" : ", changed here") + "]";
    }
}
