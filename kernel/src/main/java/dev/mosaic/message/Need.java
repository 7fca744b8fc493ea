package dev.mosaic.message;

import org.jspecify.annotations.Nullable;

/**
 * A task that a call waits for, as its argument or only as its predecessor; or an entry that is its argument.
 *
 * <pre>
 *   Id task (16 B), i64 producer, Id mailbox (16 B), i64 number, u8 flags: 1 = value wanted, 2 = outcome follows
 *   [Outcome]
 * </pre>
 *
 * @param task which
 * @param producer the instance of the unit where it runs or ran
 * @param mailbox in which it is there
 * @param number of the task in its owner's stream to that mailbox
 * @param wanted true where its value is an argument, false where only its end is waited for
 * @param known its outcome, where the caller has it already; never held
 */
public record Need(
        Id task,
        long producer,
        Id mailbox,
        long number,
        boolean wanted,
        @Nullable Outcome known) {
    /** As {@link #number}: it is no task but an entry of the warehouse, got from the store of the consumer's machine. */
    public static final long IN_STORE = -2;

    /** An entry as an argument. */
    public static Need entry(Id ref) {
        return new Need(ref, 0, ref, IN_STORE, true, null);
    }

    public boolean isEntry() {
        return number == IN_STORE;
    }
}
