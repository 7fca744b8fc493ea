package dev.mosaic.mesh.zmtp;

/**
 * What a peer sent is not the protocol, or breaks a limit: the connection ends. The message says which byte or length and
 * fits one log line. It carries no stack trace: a hostile peer must not make us walk the stack.
 */
public final class ZmtpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Who ended it. */
    public enum Cause {
        /** The peer broke the protocol or a limit. */
        VIOLATION,
        /** This side did not let the peer in; the message is what the peer was told. */
        REFUSED,
        /** The peer ended it with ERROR; the message is its reason. */
        REFUSED_BY_PEER
    }

    private static final int MOST_LETTERS = 200;

    private final String reason;
    private final Cause why;

    ZmtpException(String message) {
        this(message, Cause.VIOLATION);
    }

    ZmtpException(String message, Cause why) {
        super(message, null, false, false);
        this.reason = line(message);
        this.why = why;
    }

    /** What a peer said must not make our log longer than a line. */
    private static String line(String message) {
        String cut = message.length() > MOST_LETTERS ? message.substring(0, MOST_LETTERS) + "..." : message;
        return cut.replaceAll("\\p{Cntrl}", "?");
    }

    /** The message, fit for one log line. */
    public String reason() {
        return reason;
    }

    /** Who ended it. */
    public Cause why() {
        return why;
    }
}
