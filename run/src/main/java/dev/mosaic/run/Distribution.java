package dev.mosaic.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder that {@code make dist} packs, where this command line comes from one.
 *
 * @param home the folder
 */
record Distribution(Path home) {
    /** Empty where the command line runs from the sources. */
    static Optional<Distribution> current() {
        return Optional.ofNullable(System.getProperty("mosaic.home")).map(each -> new Distribution(Path.of(each)));
    }

    /** What a program needs on its class path, as a class path. */
    String programPath() throws IOException {
        return files("program").stream()
                .filter(each -> each.toString().endsWith(".jar"))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** What goes into a Maven repository: files named {@code artifact-version.pom}, {@code artifact-version-sources.jar} and so on. */
    List<Path> artifacts() throws IOException {
        return Stream.concat(
                        files("maven").stream(),
                        files("program").stream()
                                .filter(each -> each.getFileName().toString().startsWith("mosaic-")))
                .toList();
    }

    private List<Path> files(String folder) throws IOException {
        try (Stream<Path> files = Files.list(home.resolve(folder))) {
            return files.sorted().toList();
        }
    }
}
