package dev.mosaic.image;

import com.google.cloud.tools.jib.api.CacheDirectoryCreationException;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/**
 * An image as a tar, by Jib: the same files give the same image. What runs has no rights but its own: user and group {@value #USER}.
 *
 * @param base the tar of the image below
 * @param name with its tag
 * @param licenses a folder, whose files are in the image's {@code /licenses}
 */
record Tar(Path base, String name, Path tar, Path licenses) {
    private static final String USER = "65532:65532";
    private static final FilePermissions COMMAND = FilePermissions.fromOctalString("755");

    static FileEntriesLayer.Builder layer(String name) {
        return FileEntriesLayer.builder().setName(name);
    }

    static void add(FileEntriesLayer.Builder layer, Path file, String inImage) {
        layer.addEntry(file, AbsoluteUnixPath.get(inImage), FilePermissions.DEFAULT_FILE_PERMISSIONS, Layout.TIME);
    }

    static void addCommand(FileEntriesLayer.Builder layer, Path file, String inImage) {
        layer.addEntry(file, AbsoluteUnixPath.get(inImage), COMMAND, Layout.TIME);
    }

    /**
     * Writes it.
     *
     * @param labels of the Open Container Initiative, without their prefix
     * @param folder in which it runs
     */
    void write(List<FileEntriesLayer> layers, List<String> entrypoint, Map<String, String> labels, String folder)
            throws ImageException, InterruptedException {
        try {
            JibContainerBuilder image = Jib.from(TarImage.at(base))
                    .setFormat(ImageFormat.Docker)
                    .setUser(USER)
                    .setCreationTime(Layout.TIME)
                    .setWorkingDirectory(AbsoluteUnixPath.get(folder))
                    .addEnvironmentVariable("HOME", "/tmp")
                    .addEnvironmentVariable("LANG", "C.UTF-8")
                    .setEntrypoint(entrypoint)
                    .setProgramArguments(List.of());
            Map<String, String> common = Map.of(
                    "licenses", "Apache-2.0",
                    "source", "https://github.com/mosaic-dev/mosaic",
                    "version", ImageReference.parse(name).getTag().orElse("latest"));
            labels.forEach((label, value) -> image.addLabel("org.opencontainers.image." + label, value));
            common.forEach((label, value) -> image.addLabel("org.opencontainers.image." + label, value));
            FileEntriesLayer.Builder texts = layer("licenses");
            for (Path text : Folders.files(licenses)) {
                add(texts, text, "/licenses/" + licenses.relativize(text));
            }
            image.addFileEntriesLayer(texts.build());
            layers.stream().filter(layer -> !layer.getEntries().isEmpty()).forEach(image::addFileEntriesLayer);
            var _ = make(image, Containerizer.to(TarImage.at(tar).named(name)).setOfflineMode(true), tar);
        } catch (IOException | InvalidImageReferenceException e) {
            throw new ImageException(name + " cannot be made: " + e.getMessage(), e);
        }
    }

    /**
     * Makes an image as a tar, or in a registry. Gives its digest.
     *
     * @param beside a file, beside which Jib keeps layers
     */
    static String make(JibContainerBuilder image, Containerizer target, Path beside)
            throws IOException, ImageException, InterruptedException {
        Path cache = beside.resolveSibling("jib");
        // Jib tells files apart by their times, and ours have one.
        Path layersCache = Folders.fresh(beside.resolveSibling("jib-layers"));
        try {
            return image.containerize(target.setBaseImageLayersCache(cache)
                            .setApplicationLayersCache(layersCache)
                            .setToolName("mosaic"))
                    .getDigest()
                    .toString();
        } catch (RegistryException | CacheDirectoryCreationException | ExecutionException e) {
            throw new ImageException("an image cannot be made or sent: " + e.getMessage(), e);
        }
    }
}
