package dev.mosaic.unit;

import dev.mosaic.ConnectOptions;

/** Joins a cluster that runs, for {@code Mosaic.connect}. Found by {@link java.util.ServiceLoader}: programs compile without the runtime. */
public interface Connector {
    /**
     * Gives the program's unit, once the cluster has answered. It is installed in {@link CurrentUnit}; the unit's {@code close} takes it
     * out again.
     *
     * @throws dev.mosaic.StartException when it does not answer in time
     */
    Unit connect(ConnectOptions options);
}
