package dev.mosaic.image;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes an image, or the folder of which a Dockerfile makes one:
 *
 * <pre>
 *   layout   CLASS_PATH FOLDER          the files of the runtime image, below FOLDER
 *   runtime  CLASS_PATH BASE NAME TAR   the runtime image; options of Java may follow, which all its JVMs but the workers get
 *   operator FOLDER     BASE NAME TAR   the operator's, FOLDER being Quarkus's quarkus-app
 * </pre>
 *
 * BASE is the tar of an image with Java and a shell, as {@code docker save} writes it; TAR can be given to {@code docker load}, or to
 * containerd. Nothing is done where TAR was made of the same.
 *
 * <p><b>Cost:</b> seconds; with a cache of parsed classes some ten more. <b>Failure:</b> exit code 1 and a line.
 */
public final class ImageMain {
    private ImageMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        try {
            run(arguments);
        } catch (IOException | ImageException e) {
            System.err.println("image: " + e.getMessage());
            System.exit(1);
        }
    }

    private static void run(String[] arguments) throws IOException, ImageException, InterruptedException {
        String verb = arguments.length == 0 ? "" : arguments[0];
        if (verb.equals("layout") && arguments.length == 3) {
            Layout.write(entries(arguments[1]), List.of(), Path.of(arguments[2]));
        } else if (verb.equals("runtime") && arguments.length >= 5) {
            List<String> options = List.of(arguments).subList(5, arguments.length);
            runtime(entries(arguments[1]), options, Path.of(arguments[2]), arguments[3], Path.of(arguments[4]));
        } else if (verb.equals("operator") && arguments.length == 5) {
            operator(Path.of(arguments[1]), Path.of(arguments[2]), arguments[3], Path.of(arguments[4]));
        } else {
            throw new ImageException("say layout CLASS_PATH FOLDER, or runtime|operator FROM BASE NAME TAR");
        }
    }

    private static List<Path> entries(String classPath) {
        return Stream.of(classPath.split(File.pathSeparator, -1))
                .map(String::strip)
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .toList();
    }

    private static void runtime(List<Path> classPath, List<String> options, Path base, String name, Path tar)
            throws IOException, ImageException, InterruptedException {
        Path work = Folders.fresh(tar.resolveSibling("runtime"));
        Layout layout = Layout.write(classPath, options, work.resolve("layout"));
        Inputs inputs = Inputs.of(name, base, layout.root());
        if (inputs.made(tar)) {
            return;
        }
        Optional<Path> cache = Training.of(base, layout, work.resolve("base"));
        RuntimeImage.write(layout, cache, base, name, tar);
        inputs.keep(tar);
    }

    private static void operator(Path app, Path base, String name, Path tar)
            throws IOException, ImageException, InterruptedException {
        Inputs inputs = Inputs.of(name, base, app);
        if (inputs.made(tar)) {
            return;
        }
        OperatorImage.write(app, base, name, tar);
        inputs.keep(tar);
    }
}
