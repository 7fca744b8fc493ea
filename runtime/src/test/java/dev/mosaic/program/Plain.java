package dev.mosaic.program;

import java.util.HashSet;
import java.util.Set;

/** Neither locks nor volatile fields, as {@link dev.mosaic.Tessera} allows. */
public class Plain {
    private final long[] written = new long[64];
    private final Set<String> threads = new HashSet<>();
    private int last = -1;

    /** True where all that the call before wrote is there. */
    public boolean write(int number) {
        threads.add(Thread.currentThread().toString());
        boolean seen = last == number - 1;
        for (int i = 0; i < written.length; i++) {
            seen &= written[i] == (number == 0 ? 0 : number - 1 + (long) i);
            written[i] = number + (long) i;
        }
        last = number;
        return seen;
    }

    public int threads() {
        return threads.size();
    }
}
