package dev.mosaic.unit.shell;

import dev.mosaic.message.Outcome;
import dev.mosaic.unit.CurrentUnit;
import dev.mosaic.unit.mailbox.Run;
import java.util.concurrent.CompletionStage;

/**
 * The virtual thread of one call of an asynchronous method: it runs the method, tells the loop that the next call may start, and
 * then has the promise begin, which is where a {@code Uni} does its work.
 *
 * <p><b>Threading:</b> made and started in the loop; ends with the begin of the promise, whose outcome any thread may bring.
 */
final class Strand implements Runnable {
    private final Engine engine;
    private final Run run;
    private final Thread thread;
    private final Seat seat;

    Strand(Engine engine, Run run) {
        this.engine = engine;
        this.run = run;
        this.thread = Thread.ofVirtual()
                .name("mosaic-" + engine.options.uid() + "-strand-" + run.task())
                .inheritInheritableThreadLocals(false) // of the code that runs in the thread which makes this one
                .unstarted(this);
        this.seat = new Seat(engine, thread);
    }

    Seat seat() {
        return seat;
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        thread.setContextClassLoader(engine.options.code());
        CurrentUnit.runIn(engine.unit, () -> seat.occupy(this::serve));
    }

    private void serve() {
        Performer performer = new Performer(engine);
        seat.begin(run);
        Outcome outcome = run.isCancelled() ? Outcome.NOTHING : performer.perform(run);
        if (outcome == null) {
            seat.promised();
            engine.loop.run(now -> engine.kernel.promised(now, run));
            CompletionStage<?> promise = performer.promise();
            engine.loop.run(now -> {
                engine.lanes.left(seat);
                engine.lanes.promised(run, promise);
            });
            performer.whenKept(run, promise);
        } else {
            Object kept = performer.kept();
            engine.loop.run(now -> {
                try {
                    engine.lanes.left(seat);
                    engine.lanes.finished(now, run, outcome);
                } finally {
                    java.lang.ref.Reference.reachabilityFence(kept);
                }
            });
        }
        seat.end();
    }
}
