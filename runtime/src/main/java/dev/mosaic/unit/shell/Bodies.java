package dev.mosaic.unit.shell;

import dev.mosaic.CallOptions;
import dev.mosaic.SerializationException;
import dev.mosaic.Task;
import dev.mosaic.Worker;
import dev.mosaic.function.Function1;
import dev.mosaic.invoke.codec.Decoder;
import dev.mosaic.unit.mailbox.Run;
import org.jspecify.annotations.Nullable;

/**
 * Runs stateless tasks: a function or an action with its arguments, a batch of a function's items, or the taking of one item
 * out of a batch's result.
 *
 * <p><b>Threading:</b> one lane.
 */
final class Bodies {
    /** What the number in the place of a method says. */
    static final int BODY = 0;

    static final int BATCH = 1;
    static final int ITEM = 2;
    static final int EACH = 3;
    static final int PULL = 4;
    static final int STOP = 5;

    private final Engine engine;

    Bodies(Engine engine) {
        this.engine = engine;
    }

    /** A function of the value of a task, in the worker that makes or keeps that. */
    static <T extends @Nullable Object, R extends @Nullable Object> Task<R> then(
            Engine engine, Function1<? super T, ? extends R> function, Task<T> task) {
        return engine.outgoing()
                .begin(function, BODY, Reading::single, new CallOptions())
                .near()
                .arg(task)
                .send();
    }

    void run(int kind, Decoder in, Run run, Returned out) throws Throwable {
        switch (kind) {
            case BODY -> FunctionRun.run(null, FunctionRun.function(in, run), in, out);
            case BATCH ->
                BatchRun.run(
                        engine.codec,
                        engine.self.uid(),
                        FunctionRun.function(in, run),
                        in,
                        out,
                        run,
                        (item, problem) -> engine.queries.itemFailed(run, item, problem));
            case ITEM -> Batches.takeItems(engine, in, run.value(0), out);
            case EACH -> FunctionRun.run(Worker.current(), FunctionRun.function(in, run), in, out);
            case PULL -> out.promise(engine.outflows.pull(run.caller(), in));
            case STOP -> engine.outflows.stop(run.caller(), in);
            default -> throw new SerializationException("kind=" + kind + " of a stateless task is unknown", "");
        }
    }
}
