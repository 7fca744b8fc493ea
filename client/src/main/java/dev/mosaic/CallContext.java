package dev.mosaic;

import dev.mosaic.unit.Unit;

/**
 * The call that the calling thread runs, a constructor or a stateless task too. Known to the thread that was given the call, and not to those
 * that its code starts.
 *
 * {@snippet class="snippets.ExamplesTest" region="context"}
 *
 * <p><b>Threading:</b> any thread; it says what it said at {@link #current}.
 */
public interface CallContext {
    /**
     * Of the calling thread.
     *
     * @throws NoMosaicException where it runs no call
     */
    static CallContext current() {
        return Unit.current()
                .call()
                .orElseThrow(() -> new NoMosaicException(
                        "this thread runs no call",
                        "call CallContext.current() in the thread of a tessera's method or a task"));
    }

    /** The id of its task, with which {@link Task#uid} ends. Items of {@link Mosaic#map} that travel together share one. */
    String task();

    /** 0, and one more for each time the call was made again. */
    int attempt();

    /** The uid of the program that the worker works for, such as {@code head:0}; empty where its worker serves all. */
    String program();

    /**
     * The proxy of the tessera whose code runs, to pass to other objects. A tessera lives while its proxy is reachable, so a tessera that keeps
     * its own proxy in a field lives until it is dropped.
     *
     * @throws NoMosaicException in a stateless task
     * @throws NameException where it is of another class
     */
    <P extends TesseraProxy> P self(Class<P> proxy);

    /** {@link #self} without generated code. */
    <T> Remote<T> selfRemote(Class<T> type);
}
