package dev.mosaic.unit.shell;

import dev.mosaic.PutOption;
import dev.mosaic.invoke.codec.Capture;
import dev.mosaic.invoke.codec.Encoder;
import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Payload;
import dev.mosaic.message.Place;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes a new entry: memory for large parts is reserved in this machine's store and filled from where the value lies, so there is
 * one copy, the entry itself.
 *
 * <p><b>Threading:</b> one thread, once.
 */
final class Putting {
    /** Longer inline bytes become a part. */
    private static final int MOST_INLINE_BYTES = 4 << 10;

    /** Smaller parts travel with the message. */
    private static final long LEAST_RESERVED_BYTES = 64 << 10;

    private static final long PLACE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Engine engine;
    private final Id ref;
    private final Encoder encoder;

    Putting(Engine engine, Id ref) {
        this(engine, ref, engine.codec.encoder());
        encoder.reset("value");
    }

    /** Of what is in the encoder already. */
    Putting(Engine engine, Id ref, Encoder written) {
        this.engine = engine;
        this.ref = ref;
        this.encoder = written;
    }

    /** Returns when it is stored, as the options want. @return its size in bytes */
    long put(@Nullable Object value, String label, PutOption... options) {
        encoder.object(value);
        return store(label, options);
    }

    /** {@link #put} of what was written. */
    long store(String label, PutOption... options) {
        Payload payload = payload();
        long bytes = payload.sizeBytes();
        ObjectMessage.Put put =
                new ObjectMessage.Put(ref, label, flags(options), payload.withCarried(reachable(payload.carried())));
        Answer stored = new Answer(engine);
        engine.loop.run(now -> engine.kernel.put(now, put, stored));
        Failure failure = stored.await(ObjectMessage.Stored.class, "the put of " + label, Patience.FOREVER)
                .failure();
        if (failure != null) {
            throw Failures.unchecked(engine.failures.rebuilt(failure, ""));
        }
        return bytes;
    }

    private Payload payload() {
        boolean isLong = encoder.inlineBytes() > MOST_INLINE_BYTES;
        List<MemorySegment> far = encoder.far();
        if (!isLong && size(far) < LEAST_RESERVED_BYTES) {
            return encoder.finish();
        }
        // The inline bytes are few where they do not become a part, so the parts are all that has to be reserved.
        Payload borrowed = encoder.finish((bytes, isOwn) -> new Capture.Part(bytes, null));
        List<MemorySegment> parts = new ArrayList<>(borrowed.outOfBand());
        if (isLong) {
            parts.addFirst(MemorySegment.ofArray(borrowed.inline()));
        }
        byte[] inline = isLong ? new byte[0] : borrowed.inline();
        List<Place> places = reserve(parts);
        List<MemorySegment> elsewhere = new ArrayList<>(parts.size());
        try {
            for (int i = 0; i < parts.size(); i++) {
                engine.sharing.fill(places.get(i), parts.get(i));
                elsewhere.add(Payload.ELSEWHERE);
            }
        } catch (RuntimeException | Error failed) {
            engine.loop.run(now -> engine.kernel.objects().giveUp(ref));
            throw failed;
        }
        return new Payload(inline, elsewhere, borrowed.carried(), new ArrayList<>(places));
    }

    private List<Place> reserve(List<MemorySegment> parts) {
        List<Long> sizes = parts.stream().map(MemorySegment::byteSize).toList();
        Answer reserved = new Answer(engine);
        engine.loop.run(now -> engine.kernel.reserve(now, new ObjectMessage.Reserve(ref, sizes), reserved));
        ObjectMessage.Reserved answer;
        try {
            answer = reserved.await(ObjectMessage.Reserved.class, "the reservation of memory", Patience.FOREVER);
        } catch (RuntimeException interrupted) {
            engine.loop.run(now -> engine.kernel.objects().giveUp(ref));
            throw interrupted;
        }
        Failure failure = answer.failure();
        if (failure != null) {
            throw Failures.unchecked(engine.failures.rebuilt(failure, ""));
        }
        return answer.places();
    }

    /** What is inside with the units that count its holders: a tessera may not have a place yet. */
    private List<Carried> reachable(List<Carried> carried) {
        if (carried.isEmpty()) {
            return carried;
        }
        long deadline = System.nanoTime() + PLACE_NANOS;
        while (true) {
            List<Carried> placed = engine.loop.ask(() -> engine.kernel.placed(carried));
            if (placed != null || System.nanoTime() - deadline > 0) {
                return placed == null ? carried : placed;
            }
            engine.patience.await(() -> false, TimeUnit.MILLISECONDS.toNanos(2));
        }
    }

    private static long size(List<MemorySegment> parts) {
        return parts.stream().mapToLong(MemorySegment::byteSize).sum();
    }

    private static int flags(PutOption... options) {
        int flags = 0;
        for (PutOption option : options) {
            flags |= switch (option) {
                case BROADCAST -> ObjectMessage.PUBLISHED;
                case DURABLE -> ObjectMessage.DURABLE;
            };
        }
        return flags;
    }

    /** For uids: the class, in small letters. */
    static String label(@Nullable Object value) {
        if (value == null) {
            return "null";
        }
        Class<?> type = value.getClass();
        if (value instanceof MemorySegment) {
            return "segment";
        }
        String name = type.isArray() ? type.getComponentType().getSimpleName() + "-array" : type.getSimpleName();
        return (name.isEmpty() ? "object" : name).toLowerCase(Locale.ROOT);
    }
}
