package dev.mosaic.unit.objects;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Elements in the order they came, for those who look at all of them in several turns of the loop.
 *
 * <p><b>Threading:</b> the store's loop. <b>Cost:</b> O(1) for each element that comes or goes, and two references in it.
 */
final class Chain<E extends Chain.Chained<E>> {
    /** What can be in one chain. */
    abstract static class Chained<E> {
        private @Nullable E before;
        private @Nullable E after;
    }

    private final List<Cursor> cursors = new ArrayList<>(0);
    private @Nullable E first;
    private @Nullable E last;

    /** How far somebody has come. It ends when it is at the end. */
    final class Cursor {
        private @Nullable E next = first;

        private Cursor() {}

        /** Null at the end. */
        @Nullable E take() {
            E taken = next;
            next = taken == null ? null : of(taken).after;
            if (next == null) {
                cursors.remove(this);
            }
            return taken;
        }

        boolean isAtEnd() {
            return next == null;
        }
    }

    Cursor cursor() {
        Cursor cursor = new Cursor();
        if (!cursor.isAtEnd()) {
            cursors.add(cursor);
        }
        return cursor;
    }

    void add(E element) {
        of(element).before = last;
        if (last == null) {
            first = element;
        } else {
            of(last).after = element;
        }
        last = element;
    }

    /** Leaves no way from it to others: what is gone keeps nothing from being collected. */
    @SuppressWarnings("ReferenceEquality") // that very element
    void remove(E element) {
        E before = of(element).before;
        E after = of(element).after;
        for (int i = cursors.size() - 1; i >= 0; i--) {
            Cursor cursor = cursors.get(i);
            if (cursor.next == element) {
                cursor.next = after;
                if (after == null) {
                    cursors.remove(i);
                }
            }
        }
        if (before == null) {
            first = after;
        } else {
            of(before).after = after;
        }
        if (after == null) {
            last = before;
        } else {
            of(after).before = before;
        }
        of(element).before = null;
        of(element).after = null;
    }

    /** Private fields are those of the class that has them. */
    private static <E extends Chained<E>> Chained<E> of(E element) {
        return element;
    }
}
