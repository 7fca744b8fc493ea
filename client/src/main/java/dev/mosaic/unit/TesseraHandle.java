package dev.mosaic.unit;

import dev.mosaic.Arg;
import dev.mosaic.CallOptions;
import dev.mosaic.Task;
import dev.mosaic.TesseraProxy;
import dev.mosaic.invoke.MethodTable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A tessera as a proxy reaches it, with what the proxy was told about the calls to make through it. The shell implements
 * it.
 *
 * <p><b>Threading:</b> immutable; any thread. <b>Cost:</b> the tessera is held while a handle is reachable.
 */
public interface TesseraHandle {
    /** The methods of its class. */
    MethodTable table();

    /** {@code tess-<class>-<id>}; the same for all handles of one tessera, and for no other. */
    String uid();

    TesseraProxy.State state();

    /** The uid of its worker; empty while it has none. */
    String worker();

    /** Begins a call of the method at that index of {@link #table}. */
    Outgoing call(int method);

    /** The same tessera; calls made through the result run after those tasks. */
    TesseraHandle after(Arg<?>... tasks);

    /** The same tessera; reads made through the result are not queued. */
    TesseraHandle unordered();

    /** The same tessera; calls made through the result have these options. */
    TesseraHandle withCallOptions(Consumer<CallOptions> options);

    /** Ends it after the calls of this caller. */
    Task<@Nullable Void> drop();

    /** Ends it at once, whatever runs in it. */
    Task<@Nullable Void> kill();
}
