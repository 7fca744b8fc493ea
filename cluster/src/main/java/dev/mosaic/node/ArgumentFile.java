package dev.mosaic.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Arguments for {@code java} in a file, {@code @path}: a class path there may be longer than a command line or a variable can be.
 *
 * <pre>
 *   "one argument in quotes on each line, with \\ for \ and \" for a quote"
 * </pre>
 */
final class ArgumentFile {
    private ArgumentFile() {}

    static void write(Path file, List<String> arguments) throws IOException {
        Files.write(file, arguments.stream().map(ArgumentFile::quote).toList());
    }

    static String quote(String argument) {
        return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
