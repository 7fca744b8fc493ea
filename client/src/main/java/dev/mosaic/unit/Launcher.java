package dev.mosaic.unit;

import dev.mosaic.StartOptions;

/** Starts a cluster on this machine, for {@code Mosaic.start}. Found by {@link java.util.ServiceLoader}: programs compile without the runtime. */
public interface Launcher {
    /**
     * Gives the program's unit, once the workers are there. It is installed in {@link CurrentUnit}; the unit's {@code close} takes it out
     * again.
     *
     * @throws dev.mosaic.StartException when they do not come in time
     */
    Unit start(StartOptions options);
}
