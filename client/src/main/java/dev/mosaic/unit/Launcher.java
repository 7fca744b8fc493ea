package dev.mosaic.unit;

import dev.mosaic.ConnectOptions;
import dev.mosaic.StartOptions;

/**
 * Starts a cluster on this machine, or joins one, and gives the program's unit in it. Found by {@link java.util.ServiceLoader}, so that
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

    /**
     * Joins a cluster as one of its programs. Returns when the cluster has answered; installs the unit as {@link #start} does.
     *
     * @throws dev.mosaic.StartException when it does not in time
     */
    Unit connect(ConnectOptions options);
}
