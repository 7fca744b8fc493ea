package dev.mosaic.cli;

import java.util.concurrent.Callable;

/**
 * A subcommand of {@code mosaic} from another module: a picocli command that returns its exit code. It is found by {@link java.util.ServiceLoader},
 * so the image of the runtime need not contain modules that are only used on a person's machine.
 */
public interface Verb extends Callable<Integer> {}
