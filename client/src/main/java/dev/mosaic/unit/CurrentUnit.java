package dev.mosaic.unit;

import dev.mosaic.NoMosaicException;
import dev.mosaic.StartException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Which unit the calling code belongs to: that of the worker whose thread it is, else the one of the process.
 *
 * <p><b>Threading:</b> any thread. A worker's threads run inside {@link #runIn}; threads that user code starts itself belong
 * to the process's unit.
 */
public final class CurrentUnit {
    private static final ScopedValue<Unit> OF_THREAD = ScopedValue.newInstance();
    private static final AtomicReference<@Nullable Unit> OF_PROCESS = new AtomicReference<>();

    private CurrentUnit() {}

    static Unit get() {
        if (OF_THREAD.isBound()) {
            return OF_THREAD.get();
        }
        Unit unit = OF_PROCESS.get();
        if (unit == null) {
            throw new NoMosaicException("no Mosaic runs in this process", "open one with Mosaic.start(n)");
        }
        return unit;
    }

    /**
     * Makes a unit that of the process.
     *
     * @throws StartException where there is one already
     */
    public static void install(Unit unit) {
        if (!OF_PROCESS.compareAndSet(null, unit)) {
            throw new StartException(
                    "a Mosaic runs in this process already", "close it first, or use it: Mosaic.current()");
        }
    }

    /** Takes back {@link #install}; nothing where another unit was installed. */
    public static void remove(Unit unit) {
        OF_PROCESS.compareAndSet(unit, null);
    }

    /** Runs user code as code of that unit. */
    public static void runIn(Unit unit, Runnable code) {
        ScopedValue.where(OF_THREAD, unit).run(code);
    }
}
