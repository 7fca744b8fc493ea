package dev.mosaic.memory;

import dev.mosaic.message.Place;
import org.jspecify.annotations.Nullable;

/** A place names nothing any more: its range was freed or its memory used again, or its owner is gone. */
public final class StaleException extends Exception {
    private static final long serialVersionUID = 1L;

    StaleException(String why, Place place, @Nullable Throwable cause) {
        super(why + ": " + place, cause);
    }
}
