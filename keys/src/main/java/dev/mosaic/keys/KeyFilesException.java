package dev.mosaic.keys;

/** Keys cannot be made as asked: something is there that would be overwritten, or something is missing. Says what to do. */
public final class KeyFilesException extends Exception {
    private static final long serialVersionUID = 1L;

    KeyFilesException(String message) {
        super(message);
    }

    KeyFilesException(String message, Throwable cause) {
        super(message, cause);
    }
}
