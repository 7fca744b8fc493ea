package dev.mosaic;

/**
 * What may be said about a tessera when it is made, apart from its constructor's arguments.
 *
 * <p><b>Threading:</b> used by the thread that makes the tessera, until it is made.
 */
public final class TesseraOptions {
    private String name = "";

    /**
     * A name to {@link Mosaic#find} it by. A named tessera lives until it is dropped, whoever holds its proxy. A name in use
     * fails the tessera with {@link NameException}.
     */
    public TesseraOptions name(String text) {
        if (text.isBlank()) {
            throw new OptionException("name is blank", "give a name, or leave it out");
        }
        name = text;
        return this;
    }

    /** Empty means none. */
    public String name() {
        return name;
    }
}
