package dev.mosaic.message;

/** Bytes that are no message: truncated, of another version, or beyond a limit. The link they came from ends. */
public final class MessageFormatException extends Exception {
    private static final long serialVersionUID = 1L;

    public MessageFormatException(String what) {
        super("MOSAIC-MESSAGE-001 " + what, null, false, false);
    }
}
