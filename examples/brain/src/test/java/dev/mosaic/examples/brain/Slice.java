package dev.mosaic.examples.brain;

import java.nio.file.Path;

/** The slice that comes with the example, as seen from where Maven runs the tests. */
final class Slice {
    static final Path FOLDER = Path.of("data");

    private Slice() {}
}
