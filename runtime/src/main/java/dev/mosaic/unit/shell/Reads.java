package dev.mosaic.unit.shell;

import dev.mosaic.invoke.TypeLimit;
import dev.mosaic.invoke.codec.ValueCodec;
import dev.mosaic.message.Carried;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.Place;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What this process has read of one entry, as long as somebody uses it.
 *
 * <p><b>Threading:</b> any thread; who comes second waits for the first.
 */
final class Reads {
    private static final Cleaner CLEANER = Cleaner.create();

    private final Engine engine;
    private final Id ref;
    private volatile @Nullable WeakReference<Object> value;
    private volatile @Nullable WeakReference<MemorySegment> view;

    Reads(Engine engine, Id ref) {
        this.engine = engine;
        this.ref = ref;
    }

    /** The value, made once while it is in use. */
    @Nullable Object value(long timeoutNanos, @Nullable TypeLimit limit) {
        Object known = get(value);
        if (known != null) {
            return known;
        }
        synchronized (this) {
            known = get(value);
            if (known == null) {
                known = acquire(timeoutNanos, (lease, payload) -> {
                    try {
                        return Reading.single(engine, payload, limit);
                    } finally {
                        discharge(engine, lease);
                    }
                });
                value = known == null ? null : new WeakReference<>(known);
            }
            return known;
        }
    }

    /** The entry was dropped here: who reads from now on is told so, whoever still uses what was read before. */
    synchronized void forget() {
        value = null;
        view = null;
    }

    /** The value as it is encoded, on this heap. */
    Payload copy() {
        return acquire(Patience.FOREVER, (lease, payload) -> {
            try {
                List<MemorySegment> parts = new ArrayList<>(payload.outOfBand().size());
                for (int i = 0; i < payload.outOfBand().size(); i++) {
                    Place place = payload.place(i);
                    parts.add(place == null ? payload.outOfBand().get(i) : engine.sharing.read(place, Reads::onHeap));
                }
                return new Payload(payload.inline(), parts, payload.carried());
            } finally {
                discharge(engine, lease);
            }
        });
    }

    private static MemorySegment onHeap(MemorySegment bytes) {
        return MemorySegment.ofArray(bytes.toArray(ValueLayout.JAVA_BYTE));
    }

    /** The bytes, in a mapping of their own; the lease lives as long as that is reachable. */
    MemorySegment segment() {
        MemorySegment known = get(view);
        if (known != null) {
            return known;
        }
        synchronized (this) {
            known = get(view);
            if (known == null) {
                known = acquire(Patience.FOREVER, this::view);
                view = new WeakReference<>(known);
            }
            return known;
        }
    }

    private MemorySegment view(Id lease, Payload payload) {
        boolean keeps = false;
        try {
            ValueCodec.Block block = engine.codec.block(payload);
            if (block.part() < 0) {
                return block.inline();
            }
            Place place = payload.place(block.part());
            if (place == null) {
                return payload.outOfBand().get(block.part()).asReadOnly();
            }
            MemorySegment mapped = engine.sharing.view(place);
            Engine held = engine;
            CLEANER.register(mapped.scope(), () -> discharge(held, lease));
            keeps = true;
            return mapped;
        } finally {
            if (!keeps) {
                discharge(engine, lease);
            }
        }
    }

    private <T extends @Nullable Object> T acquire(long timeoutNanos, BiFunction<Id, Payload, T> use) {
        Answer answer = new Answer(engine);
        Id lease = engine.nextId();
        engine.loop.run(now -> engine.kernel.acquire(now, new ObjectMessage.Acquire(lease, List.of(ref)), answer));
        ObjectMessage.Acquired acquired;
        try {
            acquired = answer.await(ObjectMessage.Acquired.class, "the read of ref=" + ref, timeoutNanos);
        } catch (RuntimeException late) {
            discharge(engine, lease);
            throw late;
        }
        if (!(acquired.values().getFirst() instanceof Outcome.Returned(Payload payload))) {
            discharge(engine, lease);
            Outcome.Failed failed = (Outcome.Failed) acquired.values().getFirst();
            throw Failures.unchecked(engine.failures.rebuilt(failed.failure(), ""));
        }
        List<Carried> carried = payload.carried();
        if (!carried.isEmpty()) {
            engine.loop.run(now -> engine.kernel.pin(carried));
        }
        try {
            return use.apply(lease, payload);
        } finally {
            if (!carried.isEmpty()) {
                engine.loop.run(now -> engine.kernel.unpin(now, carried));
            }
        }
    }

    private static void discharge(Engine engine, Id lease) {
        engine.loop.run(now -> engine.kernel.discharge(now, lease));
    }

    private static <T> @Nullable T get(@Nullable WeakReference<T> reference) {
        return reference == null ? null : reference.get();
    }
}
