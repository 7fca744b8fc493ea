package dev.mosaic;

/**
 * What may be said about a tessera when it is made, apart from its constructor's arguments.
 *
 * <p><b>Threading:</b> used by the thread that makes the tessera, until it is made.
 */
public final class TesseraOptions {
    private String name = "";
    private String worker = "";

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

    /** The uid of the worker that it should live in. Where that is not there it lives in another. */
    public TesseraOptions worker(String uid) {
        worker = uid;
        return this;
    }

    /** Empty means any. */
    public String worker() {
        return worker;
    }

    /** One of several: the same, in that worker; a name gets the index behind it, {@code name-3}. */
    TesseraOptions element(int index, String uid) {
        TesseraOptions copy = new TesseraOptions();
        copy.name = name.isEmpty() ? "" : name + "-" + index;
        copy.worker = worker.isEmpty() ? uid : worker;
        return copy;
    }
}
