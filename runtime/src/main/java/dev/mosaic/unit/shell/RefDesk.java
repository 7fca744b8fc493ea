package dev.mosaic.unit.shell;

import dev.mosaic.ObjectLostException;
import dev.mosaic.PutOption;
import dev.mosaic.Ref;
import dev.mosaic.SerializationException;
import dev.mosaic.StoreFullException;
import dev.mosaic.invoke.TypeLimit;
import dev.mosaic.invoke.codec.Encoder;
import dev.mosaic.invoke.codec.RefForm;
import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Payload;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The refs of this unit: made, sent, arrived, dropped.
 *
 * <p><b>Threading:</b> any thread.
 */
final class RefDesk {
    private static final long HOME_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long COLLECT_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final int COLLECTIONS = 2;

    private final Engine engine;
    private final Map<Id, Known> reads = new ConcurrentHashMap<>();
    private final ReferenceQueue<Reads> unused = new ReferenceQueue<>();

    /** What was read of an entry, while somebody uses it. */
    private static final class Known extends WeakReference<Reads> {
        private final Id ref;

        private Known(Reads reads, ReferenceQueue<Reads> unused, Id ref) {
            super(reads, unused);
            this.ref = ref;
        }
    }

    RefDesk(Engine engine) {
        this.engine = engine;
    }

    /** Where the store is full, garbage of this process may hold entries: that is looked for first. */
    <T extends @Nullable Object> Ref<T> put(T value, PutOption... options) {
        for (int attempt = 0; ; attempt++) {
            try {
                return putOnce(value, options);
            } catch (StoreFullException full) {
                if (attempt == COLLECTIONS) {
                    throw full;
                }
                System.gc();
                engine.patience.await(() -> false, COLLECT_WAIT_NANOS);
            }
        }
    }

    private <T extends @Nullable Object> Ref<T> putOnce(T value, PutOption... options) {
        Id ref = engine.nextId();
        awaitHome();
        String label = Putting.label(value);
        Grip grip = grip(ref, Carried.HOME);
        try {
            long bytes = new Putting(engine, ref).put(value, label, options);
            return new HeldRef<>(engine, new RefForm(ref, Carried.HOME, bytes, label), grip, readsOf(ref), null);
        } finally {
            Reference.reachabilityFence(value); // with the refs and proxies inside
        }
    }

    /**
     * Makes a durable entry of what was written into an encoder, which is empty then.
     *
     * @return to be kept reachable until somebody holds the entry
     */
    HeldRef<?> store(Encoder written, PutOption... options) {
        Id ref = engine.nextId();
        awaitHome();
        Grip grip = grip(ref, Carried.HOME);
        long bytes = new Putting(engine, ref, written).store("result", options);
        return new HeldRef<>(engine, new RefForm(ref, Carried.HOME, bytes, "result"), grip, readsOf(ref), null);
    }

    /** The value of an entry, none of it in shared memory. */
    Payload fetch(RefForm form) {
        return new Reads(engine, form.id()).copy();
    }

    /** The home is known as soon as the monitor has told who is there. */
    private void awaitHome() {
        BooleanSupplier isKnown = () -> engine.isClosed()
                || engine.loop.ask(() -> engine.kernel.objects().home()) != 0;
        boolean isThere = isKnown.getAsBoolean() || engine.roll.await(engine, isKnown, HOME_NANOS);
        if (engine.isClosed()) {
            throw engine.isOver();
        }
        if (!isThere) {
            throw new ObjectLostException(
                    "no warehouse is there, and none came for s=" + TimeUnit.NANOSECONDS.toSeconds(HOME_NANOS),
                    "start one, or wait until the new one runs and try again");
        }
    }

    /** The kernel counts one handle more. */
    private Grip grip(Id ref, long home) {
        Grip grip = new Grip();
        engine.loop.run(now -> {
            engine.grips.add(grip, ref);
            engine.kernel.handleGained(now, ref, home);
        });
        return grip;
    }

    RefForm form(Ref<?> ref) {
        if (!(ref instanceof HeldRef<?> held) || held.engine != engine) {
            throw new SerializationException("ref=" + ref.uid() + " belongs to another Mosaic", "pass its value()");
        }
        engine.mentions.add(held);
        return held.form;
    }

    /** What it came in holds the entry until the kernel has counted the new handle. */
    Ref<?> arrived(RefForm form, @Nullable TypeLimit limit) {
        return new HeldRef<>(engine, form, grip(form.id(), form.home()), readsOf(form.id()), limit);
    }

    private Reads readsOf(Id ref) {
        Reads[] found = new Reads[1];
        reads.compute(ref, (id, known) -> {
            Reads live = known == null ? null : known.get();
            found[0] = live == null ? new Reads(engine, ref) : live;
            return live == null ? new Known(found[0], unused, ref) : known;
        });
        return found[0];
    }

    void drop(Id ref) {
        Answer answer = new Answer(engine);
        engine.loop.run(now -> engine.kernel.discard(now, ref, answer));
        ObjectMessage said = answer.await(ObjectMessage.class, "the drop of ref=" + ref, Patience.FOREVER);
        if (said instanceof ObjectMessage.Absent(Id of, Failure failure)) {
            throw Failures.unchecked(engine.failures.rebuilt(failure, ""));
        }
        Known known = reads.get(ref);
        Reads live = known == null ? null : known.get();
        if (live != null) {
            live.forget();
        }
    }

    /** Forgets what nobody has any more. The loop. <b>Cost:</b> by those that are forgotten, however many refs there are. */
    void sweep() {
        for (Reference<? extends Reads> next = unused.poll(); next != null; next = unused.poll()) {
            if (next instanceof Known known) {
                reads.remove(known.ref, known);
            }
        }
    }
}
