package dev.mosaic.bench;

import dev.mosaic.Tessera;

/** Counts. */
@Tessera
public class Counter {
    private int value;

    public Counter() {}

    public void increment() {
        value++;
    }

    public int read() {
        return value;
    }
}
