package program;

import dev.mosaic.Tessera;
import java.util.Arrays;

/** Notes numbers in the order they come. */
@Tessera
public class Ledger {
    int[] notes = new int[16];
    int size;

    public Ledger() {}

    public int note(int number) {
        if (size == notes.length) {
            notes = Arrays.copyOf(notes, 2 * size);
        }
        notes[size++] = number;
        return size;
    }

    public int[] all() {
        return Arrays.copyOf(notes, size);
    }

    public int count() {
        return size;
    }
}
