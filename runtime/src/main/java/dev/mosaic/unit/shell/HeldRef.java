package dev.mosaic.unit.shell;

import dev.mosaic.Ref;
import dev.mosaic.invoke.TypeLimit;
import dev.mosaic.invoke.codec.RefForm;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A ref as the program has it. <b>Threading:</b> any thread. */
final class HeldRef<T extends @Nullable Object> implements Ref<T> {
    final Engine engine;
    final RefForm form;
    private final Grip grip;
    private final Reads reads;
    private final @Nullable TypeLimit limit;

    /** @param limit which classes its value may have in it; null where any */
    HeldRef(Engine engine, RefForm form, Grip grip, Reads reads, @Nullable TypeLimit limit) {
        this.engine = engine;
        this.form = form;
        this.grip = grip;
        this.reads = reads;
        this.limit = limit;
    }

    @Override
    public String uid() {
        return "ware-" + form.label() + "-" + form.id();
    }

    @Override
    public long sizeBytes() {
        return form.sizeBytes();
    }

    @Override
    public T value() {
        return value(Patience.FOREVER);
    }

    @Override
    public T value(Duration timeout) {
        return value(Waits.nanos(timeout));
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // what was put was a T, null where T may be null
    private T value(long timeoutNanos) {
        try {
            return (T) reads.value(timeoutNanos, limit);
        } finally {
            java.lang.ref.Reference.reachabilityFence(grip);
        }
    }

    @Override
    public MemorySegment segment() {
        try {
            return reads.segment();
        } finally {
            java.lang.ref.Reference.reachabilityFence(grip);
        }
    }

    @Override
    public void drop() {
        try {
            engine.refs.drop(form.id());
        } finally {
            java.lang.ref.Reference.reachabilityFence(grip);
        }
    }

    /** Two refs of one entry are equal. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HeldRef<?> that && form.id().equals(that.form.id());
    }

    @Override
    public int hashCode() {
        return form.id().hashCode();
    }

    @Override
    public String toString() {
        return "Ref[" + uid() + ", " + sizeBytes() + " B]";
    }
}
