package dev.mosaic.mesh.tls;

import java.nio.file.NoSuchFileException;

/** A file of a key set cannot be used; says which and why, in plain words. */
final class KeysException extends Exception {
    private static final long serialVersionUID = 1L;

    KeysException(String message) {
        super(message);
    }

    KeysException(String message, Throwable cause) {
        super(message, cause);
    }

    /** What is wrong, for a log line. */
    static String words(Exception failure) {
        return failure instanceof NoSuchFileException missing
                ? missing.getFile() + " is missing"
                : String.valueOf(failure.getMessage());
    }
}
