package dev.mosaic.operator.apply;

/** An object of a name that a cluster needs is there, and is somebody else's. */
public final class NameTakenException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String words;

    NameTakenException(String words) {
        super(words);
        this.words = words;
    }

    /** For a status. */
    public String words() {
        return words;
    }
}
