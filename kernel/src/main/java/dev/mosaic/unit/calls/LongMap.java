package dev.mosaic.unit.calls;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A map from positive longs, by open addressing, without boxes.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(1) expected; 16 B for each slot, at most half of them full. Removal moves later
 * entries back, so there are no marks to clean up (Knuth, vol. 3, 6.4, algorithm R).
 */
public final class LongMap<V> {
    private long[] keys = new long[16];
    private @Nullable Object[] values = new Object[16];
    private int size;

    public int size() {
        return size;
    }

    @SuppressWarnings("unchecked") // only V is ever put
    public @Nullable V get(long key) {
        for (int i = slot(key); keys[i] != 0; i = (i + 1) & (keys.length - 1)) {
            if (keys[i] == key) {
                return (V) values[i];
            }
        }
        return null;
    }

    public void put(long key, V value) {
        if (2 * (size + 1) > keys.length) {
            grow();
        }
        int i = slot(key);
        while (keys[i] != 0 && keys[i] != key) {
            i = (i + 1) & (keys.length - 1);
        }
        if (keys[i] == 0) {
            size++;
        }
        keys[i] = key;
        values[i] = value;
    }

    public void remove(long key) {
        int mask = keys.length - 1;
        int i = slot(key);
        while (keys[i] != key) {
            if (keys[i] == 0) {
                return;
            }
            i = (i + 1) & mask;
        }
        size--;
        for (int next = (i + 1) & mask; keys[next] != 0; next = (next + 1) & mask) {
            int home = slot(keys[next]);
            boolean mayMove = ((next - home) & mask) >= ((next - i) & mask);
            if (mayMove) {
                keys[i] = keys[next];
                values[i] = values[next];
                i = next;
            }
        }
        keys[i] = 0;
        values[i] = null;
    }

    @SuppressWarnings("unchecked") // only V is ever put
    public void forEach(Consumer<V> action) {
        @Nullable Object[] all = values.clone();
        for (Object value : all) {
            if (value != null) {
                action.accept((V) value);
            }
        }
    }

    private int slot(long key) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32) & (keys.length - 1);
    }

    @SuppressWarnings("unchecked") // only V is ever put
    private void grow() {
        long[] oldKeys = keys;
        @Nullable Object[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new Object[keys.length];
        size = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                put(oldKeys[i], (V) java.util.Objects.requireNonNull(oldValues[i]));
            }
        }
    }
}
