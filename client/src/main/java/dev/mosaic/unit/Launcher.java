package dev.mosaic.unit;

import dev.mosaic.StartOptions;

/**
 * Starts a cluster on this machine and gives the program's unit in it. Found by {@link java.util.ServiceLoader}, so that
 * programs compile without the runtime.
 */
public interface Launcher {
    /**
     * Returns when the workers are there. It installs the unit in {@link CurrentUnit}, and the unit's {@code close} takes it
     * out again.
     *
     * @throws dev.mosaic.StartException when they do not come in time
     */
    Unit start(StartOptions options);
}
