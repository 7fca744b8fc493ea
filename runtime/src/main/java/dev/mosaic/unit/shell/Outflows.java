package dev.mosaic.unit.shell;

import dev.mosaic.ResultLostException;
import dev.mosaic.TesseraStoppedException;
import dev.mosaic.invoke.codec.Decoder;
import dev.mosaic.message.Id;
import dev.mosaic.unit.CurrentUnit;
import dev.mosaic.unit.mailbox.Run;
import io.smallrye.mutiny.Multi;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The flows of items that methods of this worker give, each named by the task of the call that opened it.
 *
 * <p><b>Threading:</b> any thread, the loop too: nothing here waits for a flow. <b>Failure:</b> what nobody can pull any more is cancelled: its consumer stopped it or is dead, or the
 * unit closes. A pull of what is not here fails.
 */
final class Outflows {
    private final Engine engine;
    private final Map<Id, Outflow> open = new ConcurrentHashMap<>();

    Outflows(Engine engine) {
        this.engine = engine;
    }

    /** How many there are, for tests. */
    int open() {
        return open.size();
    }

    void open(Run run, Multi<?> items) {
        Id id = run.task();
        Outflow.Surroundings unit = new Outflow.Surroundings(
                engine.codec, engine.sharing, engine.mentions, engine.failures, engine.self.uid(), this::inProgram);
        Outflow before = open.put(id, new Outflow(unit, run.tessera(), items, () -> open.remove(id)));
        if (before != null) {
            before.cancel(); // an earlier attempt
        }
    }

    /** In a thread where code of the program may run, and wait. */
    private void inProgram(Runnable code) {
        Thread thread = Thread.ofVirtual()
                .name("mosaic-" + engine.options.uid() + "-flow")
                .inheritInheritableThreadLocals(false)
                .unstarted(() -> CurrentUnit.runIn(engine.unit, code));
        thread.setContextClassLoader(engine.options.code());
        thread.start();
    }

    /** The next items; completes when there is one, or no more. */
    CompletionStage<Outflow.Batch> pull(long consumer, Decoder in) {
        Id id = new Id(consumer, in.longValue());
        Outflow flow = open.get(id);
        return flow == null
                ? CompletableFuture.failedFuture(
                        new ResultLostException("the items of task=" + id + " are not here", "call again"))
                : flow.pull(in.intValue());
    }

    /** The consumer wants no more. */
    void stop(long consumer, Decoder in) {
        stop(new Id(consumer, in.longValue()));
    }

    /** Nobody will hear of it: the call that opened it was cancelled. */
    void stop(Id id) {
        Outflow flow = open.remove(id);
        if (flow != null) {
            aside(flow::cancel);
        }
    }

    /** The loop must not wait for who is in the flow. */
    private static void aside(Runnable piece) {
        Thread.ofVirtual().start(piece);
    }

    /** That unit is dead. The loop. */
    void lost(long unit) {
        open.entrySet().removeIf(entry -> {
            boolean gone = entry.getKey().origin() == unit;
            if (gone) {
                aside(entry.getValue()::cancel);
            }
            return gone;
        });
    }

    /** True while somebody may pull from a flow of that tessera. The loop. */
    boolean isFlowing(Id tessera) {
        return open.values().stream().anyMatch(flow -> flow.tessera().equals(tessera));
    }

    /** That tessera is over: who pulls from it hears so. The loop. */
    void ended(Id tessera) {
        for (Outflow flow : open.values()) {
            if (flow.tessera().equals(tessera)) {
                aside(() ->
                        flow.fail(new TesseraStoppedException("tessera=" + tessera + " ended before its flow", "")));
            }
        }
    }

    void close() {
        open.values().forEach(Outflow::cancel);
        open.clear();
    }
}
