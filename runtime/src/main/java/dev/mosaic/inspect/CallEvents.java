package dev.mosaic.inspect;

import dev.mosaic.message.Outcome;
import dev.mosaic.unit.mailbox.CallView;
import dev.mosaic.unit.mailbox.Run;
import org.jspecify.annotations.Nullable;

/** Makes events of calls for the JDK's flight recorder, where Java has it and somebody records. <b>Threading:</b> any thread. */
public final class CallEvents {
    private static final boolean IS_PRESENT =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private CallEvents() {}

    /** One that has begun; null where nobody records. */
    public static @Nullable CallEvent begin() {
        if (!IS_PRESENT) {
            return null;
        }
        CallEvent event = new CallEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    /**
     * Writes it.
     *
     * @param outcome null where its code has returned a promise
     */
    public static void end(CallEvent event, Run run, String name, @Nullable Outcome outcome) {
        event.end();
        if (!event.shouldCommit() || run.chore() != Run.Chore.NONE) {
            return;
        }
        CallView call = outcome == null ? CallView.of(run) : CallView.ended(run, outcome);
        event.task = call.task().toString();
        event.name = name;
        event.tessera = call.tessera().isPool() ? "" : call.tessera().toString();
        event.attempt = call.attempt();
        event.state = call.state().name();
        event.waited = call.startedNanos() - call.arrivedNanos();
        event.failure = outcome instanceof Outcome.Failed failed ? FailedTasks.text(failed.failure()) : "";
        event.commit();
    }
}
