package dev.mosaic;

import java.util.Objects;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * More items of {@link Mosaic#forEach} or {@link TesseraArray#forEach} failed than may be dropped. The cause is the first of them; the others are suppressed
 * exceptions of this one, up to 100.
 */
public final class ItemsFailedException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-CALL-012";

    private static final int MOST_SUPPRESSED = 100;

    public ItemsFailedException(String what, String advice) {
        this(what, advice, null);
    }

    public ItemsFailedException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }

    /**
     * Of what went wrong with some of several items.
     *
     * @param problems by the index of the item; one or more
     */
    public static ItemsFailedException of(SortedMap<Integer, Throwable> problems, int items, double dropThreshold) {
        Throwable first = Objects.requireNonNull(problems.get(problems.firstKey()));
        ItemsFailedException all = new ItemsFailedException(
                "failed=" + problems.size() + " of items=" + items + ", dropThreshold=" + dropThreshold
                        + "; the first is item=" + problems.firstKey() + ": " + first,
                "",
                first);
        problems.values().stream().skip(1).limit(MOST_SUPPRESSED).forEach(all::addSuppressed);
        return all;
    }
}
