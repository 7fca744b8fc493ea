package dev.mosaic.unit.shell;

import java.util.BitSet;

/**
 * Which items of a batch are wanted no more.
 *
 * <p><b>Threading:</b> any thread.
 */
final class Unwanted {
    private final BitSet wanted = new BitSet();

    /** @param count of items */
    Unwanted(int count) {
        wanted.set(0, count);
    }

    /** True where none is wanted any more. */
    synchronized boolean add(int index) {
        wanted.clear(index);
        return wanted.isEmpty();
    }
}
