package dev.mosaic.program;

import java.util.concurrent.atomic.AtomicBoolean;

/** What bytes must not run. */
public final class Trap {
    public static final AtomicBoolean SPRUNG = new AtomicBoolean();

    private Trap() {}

    /** No exception, though bytes may say that it is one. */
    public static final class NoException {
        static {
            SPRUNG.set(true);
        }

        public NoException(String message) {
            SPRUNG.set(!message.isEmpty());
        }
    }
}
