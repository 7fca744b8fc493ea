package dev.mosaic.unit.calls;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The tasks with a timeout that are not over, the next to be late first: a heap in which each knows its place, so that one that is
 * over leaves at once and nothing of it is kept until its time.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(log n) to add and to remove, O(1) for the first.
 */
final class Deadlines {
    private @Nullable OwnTask[] heap = new OwnTask[16];
    private int size;

    int size() {
        return size;
    }

    /** Null where there is none. */
    @Nullable OwnTask first() {
        return heap[0];
    }

    void add(OwnTask task) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        up(size++, task);
    }

    /** It is over. Nothing happens where it has no deadline, or none any more. */
    void remove(OwnTask task) {
        int hole = task.deadlineIndex;
        if (hole < 0) {
            return;
        }
        task.deadlineIndex = -1;
        OwnTask last = heap[--size];
        heap[size] = null;
        if (last != null && last != task) {
            down(hole, last);
            if (heap[hole] == last) {
                up(hole, last);
            }
        }
        if (heap.length > 64 && size < heap.length / 4) {
            heap = Arrays.copyOf(heap, heap.length / 2);
        }
    }

    private void up(int from, OwnTask task) {
        int hole = from;
        while (hole > 0) {
            int above = (hole - 1) >>> 1;
            OwnTask parent = heap[above];
            if (parent == null || parent.deadlineNanos - task.deadlineNanos <= 0) {
                break;
            }
            put(hole, parent);
            hole = above;
        }
        put(hole, task);
    }

    private void down(int from, OwnTask task) {
        int hole = from;
        for (int child = 2 * hole + 1; child < size; child = 2 * hole + 1) {
            OwnTask least = heap[child];
            OwnTask right = child + 1 < size ? heap[child + 1] : null;
            if (least != null && right != null && right.deadlineNanos - least.deadlineNanos < 0) {
                child++;
                least = right;
            }
            if (least == null || task.deadlineNanos - least.deadlineNanos <= 0) {
                break;
            }
            put(hole, least);
            hole = child;
        }
        put(hole, task);
    }

    private void put(int index, OwnTask task) {
        heap[index] = task;
        task.deadlineIndex = index;
    }
}
