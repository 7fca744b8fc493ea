package dev.mosaic.message;

/** A message has no room for what it is to say. Its message names the limit and what is above it. */
public final class MessageTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MessageTooLargeException(String what) {
        super(what);
    }
}
