package dev.mosaic.invoke;

/**
 * Takes the one value that a call returns, or the promise of it.
 *
 * <p><b>Threading:</b> the thread that runs the call, before {@link Dispatcher#call} returns.
 */
public interface Result extends ValueWriter<Result> {
    /** The method returns nothing. */
    Result nothing();

    /**
     * The method returned a {@link java.util.concurrent.CompletionStage}, a {@code Uni} or a {@link dev.mosaic.Task}: the
     * call is done when that is, and its value is the result. Null counts as a null value. Of a {@code Multi} the call is done
     * at once, and its items are results one by one; null counts as no item.
     */
    Result promise(@org.jspecify.annotations.Nullable Object promise);
}
