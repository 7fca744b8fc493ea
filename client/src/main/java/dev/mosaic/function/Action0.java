package dev.mosaic.function;

import java.io.Serializable;

/** An action without parameters that can be sent to a worker: it returns nothing. */
@FunctionalInterface
public interface Action0 extends Serializable {
    void run() throws Exception;
}
