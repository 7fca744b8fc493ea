package dev.mosaic.message;

import org.jspecify.annotations.Nullable;

/**
 * A task that a call waits for, as its argument or only as its predecessor.
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
        @Nullable Outcome known) {}
