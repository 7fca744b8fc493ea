package dev.mosaic.window;

import java.util.Objects;
import java.util.stream.Stream;

/** A throwable with its causes. Programs may make circles of them. <b>Threading:</b> stateless. */
public final class Causes {
    private static final int MOST = 100;

    private Causes() {}

    /** It, its cause, the cause of that, and so on: the first {@value #MOST} of them. */
    public static Stream<Throwable> of(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(MOST);
    }
}
