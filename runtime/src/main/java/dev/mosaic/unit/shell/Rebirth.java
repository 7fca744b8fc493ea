package dev.mosaic.unit.shell;

import dev.mosaic.SerializationException;
import dev.mosaic.Snapshot;
import dev.mosaic.message.Payload;
import dev.mosaic.unit.mailbox.Run;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What lets an object be made again elsewhere: arguments that do not lie in memory of somebody else's, its state, and the object
 * that gets both.
 *
 * <p><b>Threading:</b> the lane of the run.
 */
final class Rebirth {
    private final Engine engine;

    Rebirth(Engine engine) {
        this.engine = engine;
    }

    /** After its construction: what lies in shared memory of its caller is copied, since that is freed soon. */
    void keepArguments(Run run) {
        List<Payload> values = new ArrayList<>();
        for (int i = 0; i < run.item().needs().size(); i++) {
            boolean isEntry = run.item().needs().get(i).isEntry();
            values.add(isEntry ? run.value(i) : copied(run.value(i)));
        }
        run.keep(copied(run.arguments()), values);
    }

    private Payload copied(Payload payload) {
        if (payload.places().isEmpty()) {
            return payload;
        }
        List<MemorySegment> parts = new ArrayList<>();
        for (int i = 0; i < payload.outOfBand().size(); i++) {
            var place = payload.place(i);
            parts.add(
                    place == null
                            ? payload.outOfBand().get(i)
                            : engine.sharing.read(
                                    place, bytes -> MemorySegment.ofArray(bytes.toArray(ValueLayout.JAVA_BYTE))));
        }
        return new Payload(payload.inline(), parts, payload.carried());
    }

    /** The state of an object, written as a result is. */
    Payload snapshot(@Nullable Object target, Run run, Returned returned) {
        if (!(target instanceof Snapshot<?> object)) {
            throw new SerializationException("tessera=" + run.tessera() + " is no Snapshot in this worker", "");
        }
        returned.object(object.snapshot());
        return returned.bytes();
    }

    /** The arguments as they were encoded for the first life. */
    static Payload arguments(Run run) {
        return run.chore() == Run.Chore.RAISE ? run.value(0) : run.arguments();
    }

    /** The values that these name. */
    static List<Payload> values(Run run) {
        boolean isAgain = run.chore() == Run.Chore.RAISE;
        int first = isAgain ? 1 : 0;
        int end = run.item().needs().size() - (isAgain && run.hasState() ? 1 : 0);
        if (first >= end) {
            return List.of();
        }
        List<Payload> values = new ArrayList<>(end - first);
        for (int i = first; i < end; i++) {
            values.add(run.value(i));
        }
        return values;
    }

    /** The object of a life before had a state: this one takes it. */
    @SuppressWarnings("unchecked") // its own class gave it
    void restore(Run run, Object made) {
        if (run.hasState() && made instanceof Snapshot<?> object) {
            Payload state = run.value(run.item().needs().size() - 1);
            ((Snapshot<@Nullable Object>) object)
                    .restore(engine.codec.decoder(state, List.of()).object(Object.class));
        }
    }
}
