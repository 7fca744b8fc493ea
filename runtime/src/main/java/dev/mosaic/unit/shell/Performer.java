package dev.mosaic.unit.shell;

import dev.mosaic.PutOption;
import dev.mosaic.SerializationException;
import dev.mosaic.inspect.CallEvent;
import dev.mosaic.inspect.CallEvents;
import dev.mosaic.inspect.CallInput;
import dev.mosaic.invoke.Dispatcher;
import dev.mosaic.invoke.Dispatchers;
import dev.mosaic.invoke.OtherCalls;
import dev.mosaic.invoke.Served;
import dev.mosaic.invoke.Serving;
import dev.mosaic.invoke.codec.Decoder;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.unit.CurrentUnit;
import dev.mosaic.unit.mailbox.Run;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Does what a run asks for: decodes the arguments, calls user code, encodes what it gives.
 *
 * <p><b>Threading:</b> the lane it belongs to. <b>Failure:</b> everything thrown, errors of the JVM included, becomes a failed
 * outcome.
 */
final class Performer {
    private final Engine engine;
    private final Returned returned;
    private final Bodies bodies;
    private final Rebirth rebirth;

    Performer(Engine engine) {
        this.engine = engine;
        this.returned = new Returned(engine.codec.encoder(), engine.sharing);
        this.bodies = new Bodies(engine);
        this.rebirth = new Rebirth(engine);
    }

    /** How it ended; null where it returned a promise, see {@link #promise}. */
    @Nullable Outcome perform(Run run) {
        CallEvent event = CallEvents.begin();
        Outcome outcome = performed(run);
        engine.queries.recorded(event, run, outcome);
        return outcome;
    }

    private @Nullable Outcome performed(Run run) {
        try {
            returned.begin();
            if (run.chore() == Run.Chore.SNAPSHOT) {
                Object target = engine.lanes.hosted().get(run.tessera());
                return new Outcome.Returned(rebirth.snapshot(target, run, returned));
            }
            Decoder arguments = engine.codec.decoder(Rebirth.arguments(run), Rebirth.values(run));
            switch (run.item()) {
                case StreamMessage.Create create -> create(run, create, arguments);
                case StreamMessage.Call call -> call(run, call.method(), arguments);
                case StreamMessage.Drop drop -> {}
            }
            if (returned.isFlow()) {
                engine.outflows.open(run, returned.flow());
                returned.begin();
                returned.longValue(engine.self.instance());
                return outcome(returned.payload());
            }
            if (returned.isNullPromise()) {
                NullFlows.refuse(run, engine.lanes.hosted().get(run.tessera()));
            }
            return returned.isPromise() ? null : outcome(run, returned);
        } catch (Throwable thrown) {
            return failed(run, thrown);
        }
    }

    private void create(Run run, StreamMessage.Create create, Decoder arguments) throws Throwable {
        Class<?> type = Class.forName(create.className(), true, engine.options.code());
        Dispatcher<Object> dispatcher = Dispatchers.of(type);
        engine.labels.add(dispatcher.table());
        if (dispatcher.table().signature() != create.signature()) {
            throw new SerializationException(
                    "class=" + create.className() + " in this worker differs from that of the caller",
                    "start head and workers from the same code");
        }
        Object made = create.constructor() == Serving.MAKE
                ? Serving.find().make(type, arguments)
                : dispatcher.create(create.constructor(), arguments);
        if (run.chore() == Run.Chore.RAISE) {
            rebirth.restore(run, made);
        } else if (run.tessera().hasLives()) {
            rebirth.keepArguments(run);
        }
        engine.lanes.hosted().put(run.tessera(), made);
    }

    private void call(Run run, int method, Decoder arguments) throws Throwable {
        if (run.tessera().isPool()) {
            bodies.run(method, arguments, run, returned);
            return;
        }
        Object target = engine.lanes.hosted().get(run.tessera());
        if (target == null) {
            throw new SerializationException("tessera=" + run.tessera() + " is not in this worker", "");
        }
        if (target instanceof Served served) {
            served.call(method, arguments, returned);
        } else if (method == OtherCalls.FUNCTION) {
            FunctionRun.run(target, FunctionRun.function(arguments, run), arguments, returned);
        } else if (method != OtherCalls.READY) {
            Dispatchers.of(target.getClass()).call(target, method, arguments, returned);
        }
    }

    /** What {@link #perform} got, begun: a {@code Uni} is subscribed to. Once, and not in the loop. */
    CompletionStage<?> promise() {
        return returned.promise();
    }

    /** Ends the run when that promise is kept or broken. */
    void whenKept(Run run, CompletionStage<?> promise) {
        AtomicBoolean isTold = new AtomicBoolean();
        try {
            promise.whenComplete((value, thrown) -> {
                if (isTold.compareAndSet(false, true)) {
                    kept(run, value, thrown);
                }
            });
        } catch (Throwable broken) { // a stage of the program's own
            if (isTold.compareAndSet(false, true)) {
                kept(run, null, broken);
            }
        }
    }

    private void kept(Run run, @Nullable Object value, @Nullable Throwable thrown) {
        Kept late = new Kept();
        // Whoever completes the promise may be any thread; a proxy in the value must be this unit's.
        CurrentUnit.runIn(engine.unit, () -> late.outcome = kept(run, value, thrown, late));
        Outcome outcome = Objects.requireNonNull(late.outcome);
        engine.loop.run(now -> {
            try {
                engine.lanes.finished(now, run, outcome);
            } finally {
                java.lang.ref.Reference.reachabilityFence(value); // with the refs and proxies inside
                java.lang.ref.Reference.reachabilityFence(late);
            }
        });
    }

    /** What becomes of a promise. */
    private static final class Kept {
        private @Nullable Outcome outcome;

        @SuppressWarnings("unused") // so that what is inside is reachable until the outcome is told
        private @Nullable Returned value;
    }

    private Outcome kept(Run run, @Nullable Object value, @Nullable Throwable thrown, Kept late) {
        if (thrown != null) {
            return failed(run, thrown);
        }
        if (value instanceof Outflow.Batch batch) {
            return outcome(batch.payload());
        }
        try {
            Returned written = new Returned(engine.codec.encoder(), engine.sharing);
            late.value = written;
            written.begin();
            if (value instanceof BatchRun batch) {
                batch.write(written);
            } else {
                written.object(value);
            }
            return outcome(run, written);
        } catch (Throwable uncaptured) {
            return failed(run, uncaptured);
        }
    }

    /** What is to be reachable until the outcome is told; null for nothing. */
    @Nullable Object kept() {
        return returned.kept();
    }

    private Outcome outcome(Run run, Returned value) {
        boolean durable = run.item() instanceof StreamMessage.Call call
                && call.durable()
                && !run.isCancelled()
                && !value.isEmpty();
        if (durable) {
            return outcome(value.stored(engine.refs, PutOption.DURABLE));
        }
        return outcome(value.hasRoom() || run.isCancelled() ? value.payload() : value.stored(engine.refs));
    }

    private Outcome outcome(Payload payload) {
        engine.sharing.held(payload);
        return payload.equals(Payload.EMPTY) ? Outcome.NOTHING : new Outcome.Returned(payload);
    }

    private Outcome failed(Run run, Throwable thrown) {
        run.input = CallInput.of(run, engine.codec);
        Throwable cause = Promises.cause(thrown);
        try {
            return new Outcome.Failed(engine.failures.thrown(cause, ""));
        } catch (Throwable untold) { // no memory for more than its name, most likely
            return Outcome.failed(Failure.Kind.THROWN, cause.getClass().getName());
        }
    }
}
