package dev.mosaic.function;

import java.io.Serializable;

/** An action of 0 parameters that can be sent to a worker. */
@FunctionalInterface
public interface Action0 extends Serializable {
    void run() throws Exception;
}
