package dev.mosaic.bench;

/** A result is not what it has to be. */
final class Wrong extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private Wrong(String what) {
        super(what);
    }

    static void unless(boolean right, String what) {
        if (!right) {
            throw new Wrong(what);
        }
    }
}
