package dev.mosaic.system.load;

import dev.mosaic.Snapshot;
import dev.mosaic.Tessera;

/** Counts, and takes its count along to its next life. */
@Tessera
public class Counter implements Snapshot<Integer> {
    private int count;

    public int add() {
        return ++count;
    }

    public int value() {
        return count;
    }

    @Override
    public Integer snapshot() {
        return count;
    }

    @Override
    public void restore(Integer state) {
        count = state;
    }
}
