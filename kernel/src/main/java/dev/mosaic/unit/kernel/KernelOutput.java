package dev.mosaic.unit.kernel;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Member;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.unit.calls.CallOutput;
import dev.mosaic.unit.mailbox.MailboxOutput;
import dev.mosaic.unit.objects.ObjectOutput;

/** What the shell does for a unit's kernel. It must not call the kernel back from inside: it leaves the event for later. */
public interface KernelOutput extends CallOutput, MailboxOutput, ObjectOutput, Barriers.Ends {
    /** Sends to a unit whose link is up. Where the mesh's queue is full the shell keeps the message, in order. */
    void send(long unit, UnitMessage message);

    /**
     * Opens a link to that unit, and keeps at it until the unit is lost; {@link UnitKernel#connected} follows each time it is up. The
     * link to the monitor is not asked for: the shell keeps one from the start.
     */
    void dial(Member member);

    /** A unit is there. */
    void joined(Member member);

    /** A unit is dead; its links are to be closed. All that depended on it was told before. */
    void lost(Member member, String reason);

    /** The monitor holds this unit for dead: others do not listen to it any more, so the process has to end. */
    void excluded(String reason);

    /** All has ended that this barrier waits for, see {@link UnitKernel#barrier}. */
    @Override
    void quiet(long request);

    /** A unit that this barrier asks lives, and could not be reached for too long; the failure names both sides. */
    @Override
    void barrierFailed(long request, Failure failure);

    /** A message that is for the shell: {@code Output}, {@code Shutdown}, what becomes of reservations, questions about code. */
    void received(long from, UnitMessage message);
}
