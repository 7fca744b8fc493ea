package dev.mosaic.invoke;

/** Numbers in the place of a member's index, of calls of a tessera that are calls of no member. {@link Serving} has more. */
public final class OtherCalls {
    /** A function comes as first argument; its first parameter is the tessera's object. */
    public static final int FUNCTION = 65_100;

    /** Nothing is called. */
    public static final int READY = 65_101;

    private OtherCalls() {}
}
