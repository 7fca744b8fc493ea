package dev.mosaic.image;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes the cache of parsed classes: runs {@code mosaic rehearse} with the JVM of the base image, in its files, at the paths they will
 * have, as a cache holds for that very JVM and those very jars only.
 *
 * <p><b>Cost:</b> the base image unpacked, and some ten seconds. <b>Failure:</b> without root, or without {@code unshare}, there is none,
 * and the reason is printed: an image works without, and starts later.
 */
final class Training {
    private static final Pattern JAVA_HOME = Pattern.compile("\"JAVA_HOME=([^\"]+)\"");
    private static final String CACHE = "tmp/mosaic.aot";

    /** The mounts are seen by that process only, and go with it. */
    private static final String REHEARSAL = """
            mount --rbind /proc "$1/proc" && mount --rbind /dev "$1/dev" &&
            exec chroot "$1" /usr/bin/env -i PATH=/usr/bin:/bin JAVA_HOME="$2" MOSAIC_AOT_OUTPUT="/$3" /usr/local/bin/mosaic rehearse
            """;

    private Training() {}

    /** @param root where the base image is unpacked; nothing of it is left */
    static Optional<Path> of(Path base, Layout layout, Path root)
            throws IOException, ImageException, InterruptedException {
        try {
            String javaHome = unpack(base, Folders.fresh(root));
            for (Path file : Folders.files(layout.root())) {
                Path there = root.resolve(layout.root().relativize(file).toString());
                Files.createDirectories(there.getParent());
                Files.copy(file, there, StandardCopyOption.COPY_ATTRIBUTES);
            }
            Files.createDirectories(root.resolve("tmp"));
            Optional<String> problem = run(List.of(
                    "unshare",
                    "--mount",
                    "--propagation",
                    "private",
                    "sh",
                    "-ec",
                    REHEARSAL,
                    "sh",
                    root.toString(),
                    javaHome,
                    CACHE));
            Path made = root.resolve(CACHE);
            if (problem.isPresent() || !Files.exists(made)) {
                System.err.println(
                        "image: no cache of parsed classes, so it starts later: " + problem.orElse("none was written"));
                return Optional.empty();
            }
            Path cache = layout.root().resolveSibling("mosaic.aot");
            Files.move(made, cache, StandardCopyOption.REPLACE_EXISTING);
            return Optional.of(cache);
        } finally {
            Folders.delete(root);
        }
    }

    /** The layers, one over the other. Gives the image's JAVA_HOME. */
    private static String unpack(Path base, Path root) throws IOException, ImageException, InterruptedException {
        Path image = Folders.fresh(root.resolveSibling("base-image"));
        try {
            must(List.of("tar", "-xf", base.toString(), "-C", image.toString()));
            String manifest = Files.readString(image.resolve("manifest.json"));
            Matcher config = Pattern.compile("\"Config\":\\s*\"([^\"]+)\"").matcher(manifest);
            Matcher layers = Pattern.compile("\"Layers\":\\s*\\[([^]]*)]").matcher(manifest);
            if (!config.find() || !layers.find()) {
                throw new ImageException(base + " is no image as docker save writes it");
            }
            for (String layer : layers.group(1).replace("\"", "").split(",", -1)) {
                must(List.of("tar", "-xf", image.resolve(layer.strip()).toString(), "-C", root.toString()));
                removeWhatTheLayerHides(root);
            }
            Matcher home = JAVA_HOME.matcher(Files.readString(image.resolve(config.group(1))));
            if (!home.find()) {
                throw new ImageException(base + " says no JAVA_HOME");
            }
            return home.group(1);
        } finally {
            Folders.delete(image);
        }
    }

    private static void removeWhatTheLayerHides(Path root) throws IOException {
        String prefix = ".wh.";
        List<Path> marks = new ArrayList<>();
        try (Stream<Path> all = Files.walk(root)) {
            all.filter(each -> each.getFileName().toString().startsWith(prefix)).forEach(marks::add);
        }
        for (Path mark : marks) {
            Folders.delete(mark.resolveSibling(mark.getFileName().toString().substring(prefix.length())));
            Files.delete(mark);
        }
    }

    private static void must(List<String> command) throws IOException, ImageException, InterruptedException {
        Optional<String> problem = run(command);
        if (problem.isPresent()) {
            throw new ImageException(String.join(" ", command) + ": " + problem.get());
        }
    }

    /** What went wrong; empty where nothing did. */
    private static Optional<String> run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(Map.of("LC_ALL", "C"));
        Process process;
        try {
            process = builder.start();
        } catch (IOException missing) {
            return Optional.of(String.valueOf(missing.getMessage()));
        }
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return process.waitFor() == 0
                ? Optional.empty()
                : Optional.of(said.isEmpty() ? "exit code " + process.exitValue() : said);
    }
}
