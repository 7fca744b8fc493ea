package dev.mosaic.inspect;

import java.util.function.Supplier;

/**
 * Text that code of the program makes, {@code toString} of an argument for example: on a thread of its own, since nobody knows how long that
 * takes. It is empty until then.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a virtual thread until the text is there.
 */
public final class LaterText {
    /** For what has no text. */
    public static final LaterText NONE = new LaterText();

    private volatile String text = "";

    private LaterText() {}

    /** Has it made from now on. */
    public static LaterText of(Supplier<String> words) {
        LaterText later = new LaterText();
        Thread.ofVirtual().name("mosaic-input").start(() -> later.text = words.get());
        return later;
    }

    /** As far as it is there. */
    public String get() {
        return text;
    }
}
