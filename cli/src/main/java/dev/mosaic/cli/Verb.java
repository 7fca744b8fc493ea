package dev.mosaic.cli;

import java.util.concurrent.Callable;

/**
 * A verb of {@code mosaic} from another module: a command of picocli that gives its exit code. Found by {@link java.util.ServiceLoader}, so
 * that the image of the runtime needs nothing that only a person's machine does.
 */
public interface Verb extends Callable<Integer> {}
