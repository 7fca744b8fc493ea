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
 *   layout   CLASS_PATH FOLDER                   the files of the runtime image, below FOLDER
 *   runtime  CLASS_PATH BASE NAME TAR LICENSES   the runtime image; options of Java may follow, which all its JVMs but the workers get
 *   operator FOLDER     BASE NAME TAR LICENSES   the operator's, FOLDER being Quarkus's quarkus-app
 *   digest   TAR                                 prints the digest that the image has in any registry
 *   push     TAR NAME                            sends the image to the registry of NAME, and prints its digest
 * </pre>
 *
 * BASE is the tar of an image with Java and a shell, as {@code docker save} writes it; TAR can be given to {@code docker load}, or to
 * containerd. The files of the folder LICENSES are in the image's {@code /licenses}. Nothing is done where TAR was made of the same.
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
        } else if (verb.equals("runtime") && arguments.length >= 6) {
            List<String> options = List.of(arguments).subList(6, arguments.length);
            runtime(entries(arguments[1]), options, image(arguments));
        } else if (verb.equals("operator") && arguments.length == 6) {
            operator(Path.of(arguments[1]), image(arguments));
        } else if (verb.equals("digest") && arguments.length == 2) {
            Path tar = Path.of(arguments[1]);
            System.out.println(Registries.digest(tar, tar.resolveSibling(tar.getFileName() + ".copy")));
        } else if (verb.equals("push") && arguments.length == 3) {
            System.out.println(Registries.push(Path.of(arguments[1]), arguments[2]));
        } else {
            throw new ImageException(
                    "say layout CLASS_PATH FOLDER, runtime|operator FROM BASE NAME TAR LICENSES, digest TAR, or push TAR NAME");
        }
    }

    private static Tar image(String[] arguments) {
        return new Tar(Path.of(arguments[2]), arguments[3], Path.of(arguments[4]), Path.of(arguments[5]));
    }

    private static List<Path> entries(String classPath) {
        return Stream.of(classPath.split(File.pathSeparator, -1))
                .map(String::strip)
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .toList();
    }

    private static void runtime(List<Path> classPath, List<String> options, Tar image)
            throws IOException, ImageException, InterruptedException {
        Path work = Folders.fresh(image.tar().resolveSibling("runtime"));
        Layout layout = Layout.write(classPath, options, work.resolve("layout"));
        Inputs inputs = Inputs.of(image.name(), image.base(), layout.root());
        if (inputs.made(image.tar())) {
            return;
        }
        Optional<Path> cache = Training.of(image.base(), layout, work.resolve("base"));
        RuntimeImage.write(layout, cache, image);
        inputs.keep(image.tar());
    }

    private static void operator(Path app, Tar image) throws IOException, ImageException, InterruptedException {
        Inputs inputs = Inputs.of(image.name(), image.base(), app);
        if (inputs.made(image.tar())) {
            return;
        }
        OperatorImage.write(app, image);
        inputs.keep(image.tar());
    }
}
