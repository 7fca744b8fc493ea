package dev.mosaic;

import dev.mosaic.unit.Unit;

/**
 * The context of the code that the calling thread runs: a call of a tessera, its constructor, or a stateless task. Threads that this code starts
 * have no context.
 *
 * {@snippet class="snippets.ExamplesTest" region="context"}
 *
 * <p><b>Threading:</b> immutable; any thread.
 */
public interface CallContext {
    /**
     * Returns the context of the calling thread.
     *
     * @throws NoMosaicException if the thread runs no call
     */
    static CallContext current() {
        return Unit.current()
                .call()
                .orElseThrow(() -> new NoMosaicException(
                        "this thread runs no call",
                        "call CallContext.current() in the thread of a tessera's method or a task"));
    }

    /** The id of its task: the last part of {@link Task#uid}. Items of {@link Mosaic#map} that are sent as one chunk have the same id. */
    String task();

    /** The number of retries before this attempt; 0 at first. */
    int attempt();

    /** The uid of the program of the worker, such as {@code head:0}; empty if the worker serves all programs. */
    String program();

    /**
     * The proxy of the tessera whose code runs, to pass to other objects. A tessera is kept while a proxy is reachable, so a tessera with its own
     * proxy in a field is kept until it is dropped.
     *
     * @throws NoMosaicException in a stateless task
     * @throws NameException if the tessera has another class
     */
    <P extends TesseraProxy> P self(Class<P> proxy);

    /** Does the same as {@link #self}, without generated code. */
    <T> Remote<T> selfRemote(Class<T> type);
}
