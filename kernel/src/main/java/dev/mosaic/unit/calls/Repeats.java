package dev.mosaic.unit.calls;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import java.util.List;

/**
 * Stateless tasks that run again when somebody wants their value and its holder is lost.
 *
 * <p>For that the unit remembers the arguments of a task whose value stays with its worker, where they are few bytes. What they name
 * is not held for it: at the time it must still be there. A task among them must be known here, with its value or able to
 * run again itself; an entry or a proxy must be held by this unit for another reason.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> the arguments, up to {@value #MOST_BYTES} B in all; of later tasks none are kept.
 * <b>Failure:</b> a task has as many attempts as it may have anyway; when the last is over the value is lost for good.
 */
final class Repeats {
    private static final int LARGEST_BYTES = 64 << 10;
    private static final long MOST_BYTES = 64L << 20;
    private static final long OVERHEAD_BYTES = 64;

    private final CallMachine machine;
    private long usedBytes;

    Repeats(CallMachine machine) {
        this.machine = machine;
    }

    /** True where the arguments are to be kept: the task has ended with that. */
    boolean remembers(OwnTask entry, Outcome outcome) {
        long bytes = cost(entry.arguments);
        boolean keeps = outcome instanceof Outcome.Held
                && entry.kind == OwnTask.Kind.STATELESS
                && !entry.order.isPinned()
                && entry.attempt < entry.order.maxRetries()
                && entry.arguments.outOfBand().isEmpty()
                && bytes <= LARGEST_BYTES
                && usedBytes + bytes <= MOST_BYTES;
        if (keeps) {
            entry.recipe = entry.arguments;
            usedBytes += bytes;
        }
        return keeps;
    }

    /** It will not run again. */
    void forget(OwnTask entry) {
        Payload recipe = entry.recipe;
        if (recipe != null) {
            entry.recipe = null;
            usedBytes -= cost(recipe);
            machine.out.released(recipe);
        }
    }

    private static long cost(Payload arguments) {
        return arguments.sizeBytes() + OVERHEAD_BYTES;
    }

    /** Has a task whose value was lost run again, where it can; true where it does. */
    boolean repeat(OwnTask entry) {
        if (entry.isRepeating()) {
            return true;
        }
        Payload recipe = entry.recipe;
        if (recipe == null || !isThere(entry, recipe)) {
            return false;
        }
        entry.recipe = null;
        usedBytes -= cost(recipe);
        entry.arguments = recipe;
        entry.attempt++;
        entry.toWaiting();
        entry.channel = null;
        entry.heldMailbox = null;
        machine.book.open(entry);
        machine.reopened(entry);
        machine.wake(List.of(entry));
        return true;
    }

    private boolean isThere(OwnTask entry, Payload recipe) {
        for (Dependency dependency : entry.order.dependencies()) {
            OwnTask needed = dependency.isEntry() ? null : machine.book.get(dependency.task());
            if (!dependency.isEntry() && (needed == null || (dependency.wanted() && !hasValue(needed)))) {
                return false;
            }
        }
        for (Carried carried : recipe.carried()) {
            Channel channel = machine.channels.get(carried.tessera());
            if (channel == null || channel.failure != null || (channel.handles == 0 && channel.pins == 0)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasValue(OwnTask needed) {
        boolean lost = needed.outcome instanceof Outcome.Held && needed.heldAt == 0 && !needed.isRepeating();
        Payload recipe = needed.recipe;
        return !lost || (recipe != null && isThere(needed, recipe));
    }

    /** What is told of a task that has run again. */
    static Outcome again(OwnTask entry, Outcome outcome) {
        return outcome instanceof Outcome.Failed failed
                ? new Outcome.Failed(Failure.of(
                        Failure.Kind.RESULT_LOST,
                        "the worker that kept the result of task=" + entry.id
                                + " was lost, and the task has failed when it was run again",
                        failed.failure()))
                : outcome;
    }
}
