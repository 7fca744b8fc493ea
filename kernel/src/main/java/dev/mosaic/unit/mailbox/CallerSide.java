package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Id;
import dev.mosaic.message.Need;
import dev.mosaic.message.Outcome;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a mailbox machine must know of the caller's machine of the same unit. */
public interface CallerSide {
    /** Where a task that this unit made is; null while it is nowhere, or over. */
    @Nullable Need whereIs(Id task);

    /** Where to look for what keeps a task of this unit from ending: its own place; of one that was not sent, what that waits for. */
    default List<Need> inTheWayOf(Id task) {
        Need at = whereIs(task);
        return at == null ? List.of() : List.of(at);
    }

    /** The era of what a call makes, where its caller said that one for the call. */
    default int eraOf(long from, int said) {
        return Math.max(0, said);
    }

    /** The era of what is made now. */
    default int era() {
        return 0;
    }

    /** Cancels all that the code of a call has made. */
    void cancelAll(long now, Id parent, boolean force);

    /** Holds the proxies in a payload that arrived. */
    void pin(List<Carried> carried);

    /** Takes back {@link #pin}. */
    void unpin(List<Carried> carried);

    /** The same proxies with the workers they live in; null while one of them has no place yet. */
    @Nullable List<Carried> placed(List<Carried> carried);

    /**
     * Wants entries in memory, all at once; {@code answer} is told, an outcome for each.
     *
     * @return the lease, to be given to {@link #discharge}
     */
    Id acquire(List<Id> refs, Consumer<List<Outcome>> answer);

    /** The entries of a lease are needed no more. */
    void discharge(Id lease);

    /** The head that this unit works for; 0 for none. */
    default long program() {
        return 0;
    }

    /**
     * The place of a tessera of which its worker has not said that it knows that this unit holds it; their number where all have.
     *
     * @param from where it was when that was asked before
     */
    int firstUnregistered(List<Carried> carried, int from);

    /** The unit that counts who holds that tessera; 0 where none is known. */
    default long counterOf(Id tessera) {
        return 0;
    }
}
