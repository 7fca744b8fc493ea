package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Payload;

/** What the shell does for the mailbox machine. It must not call the machine back from inside. */
public interface MailboxOutput {
    /** Runs user code on a thread of its own; {@link MailboxMachine#finished} says how that went. */
    void start(Run run);

    /** User code that was blocked has a permit again and goes on. */
    void resume(Run run);

    /** The wait of blocked user code can never end: it throws there. {@link MailboxMachine#unblocked} follows. */
    void deadlock(Run run, Failure failure);

    /** The caller wants this run no more: its thread is interrupted, or its promise cancelled. Once and again. */
    void interrupt(Run run);

    /**
     * This worker is to end at once, whatever runs in it.
     *
     * @return false where the process is not the worker's own and goes on
     */
    boolean endWorker(String reason);

    /** A drain is over: nothing is here any more, or the time for it is over. The worker is to end. */
    void drained();

    /** Nobody needs this result any more. Told once of each. */
    void letGo(Payload result);

    /** True while items of a tessera's flows are pulled. */
    boolean isFlowing(Id tessera);

    /** A tessera ended; its object can go. Not said where there never was one. */
    void ended(Id tessera);
}
