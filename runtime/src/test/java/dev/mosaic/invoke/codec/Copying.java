package dev.mosaic.invoke.codec;

/** Values as another process gets them, for tests of other packages. */
public final class Copying {
    private Copying() {}

    /** There and back. */
    public static <T> T sent(T value) {
        return new Codecs().sent(value);
    }
}
