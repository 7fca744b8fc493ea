package dev.mosaic.unit.shell;

import java.util.BitSet;

/**
 * Which items of a batch are wanted no more, and of which the values are.
 *
 * <p><b>Threading:</b> any thread.
 */
final class Unwanted {
    private final BitSet wanted = new BitSet();
    private final BitSet kept = new BitSet();

    /** @param count of items */
    Unwanted(int count) {
        wanted.set(0, count);
        kept.set(0, count);
    }

    /** True where none is wanted any more. */
    synchronized boolean add(int index) {
        wanted.clear(index);
        return wanted.isEmpty();
    }

    /** True where the value of none is wanted any more. */
    synchronized boolean release(int index) {
        kept.clear(index);
        return kept.isEmpty();
    }
}
