package dev.mosaic.unit;

import java.nio.file.Path;
import java.util.List;

/**
 * A class loader that holds the runtime apart from the program: the API is the program's own, and all that implements it is not on the
 * program's class path.
 */
public interface SeparateRuntime {
    /** The class path of a worker process: the API, the runtime and their libraries, without the program. */
    List<Path> workerClassPath();
}
