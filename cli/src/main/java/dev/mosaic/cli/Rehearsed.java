package dev.mosaic.cli;

/** The tessera of {@link RehearseCommand}: counts its calls. */
public final class Rehearsed {
    private int calls;

    public Rehearsed() {}

    public int count() {
        return ++calls;
    }
}
