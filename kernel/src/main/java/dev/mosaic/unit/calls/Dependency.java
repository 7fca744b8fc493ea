package dev.mosaic.unit.calls;

import dev.mosaic.message.Id;

/**
 * A task that a call waits for.
 *
 * @param task of this unit, or an entry of the warehouse
 * @param wanted true where its value is an argument, false where only its end is waited for
 */
public record Dependency(Id task, boolean wanted, boolean isEntry) {
    public Dependency(Id task, boolean wanted) {
        this(task, wanted, false);
    }

    /** An entry of the warehouse as an argument; the payload of the call carries its ref. */
    public static Dependency entry(Id ref) {
        return new Dependency(ref, true, true);
    }
}
