package dev.mosaic.image;

import com.google.cloud.tools.jib.api.CacheDirectoryCreationException;
import com.google.cloud.tools.jib.api.Containerizer;
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

/** Image tars, by Jib: the same files give the same image. What runs has no rights but its own: user and group {@value #USER}. */
final class Tar {
    private static final String USER = "65532:65532";
    private static final FilePermissions COMMAND = FilePermissions.fromOctalString("755");

    private Tar() {}

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
    static void write(
            Path base,
            String name,
            Path tar,
            List<FileEntriesLayer> layers,
            List<String> entrypoint,
            Map<String, String> labels,
            String folder)
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
            labels.forEach((label, value) -> image.addLabel("org.opencontainers.image." + label, value));
            image.addLabel("org.opencontainers.image.licenses", "Apache-2.0");
            layers.stream().filter(layer -> !layer.getEntries().isEmpty()).forEach(image::addFileEntriesLayer);
            Path cache = tar.resolveSibling("jib");
            // Jib tells files apart by their times, and ours have one.
            Path layersCache = Folders.fresh(tar.resolveSibling("jib-layers"));
            var _ = image.containerize(Containerizer.to(TarImage.at(tar).named(name))
                    .setOfflineMode(true)
                    .setBaseImageLayersCache(cache)
                    .setApplicationLayersCache(layersCache)
                    .setToolName("mosaic"));
        } catch (IOException
                | InvalidImageReferenceException
                | RegistryException
                | CacheDirectoryCreationException
                | ExecutionException e) {
            throw new ImageException(name + " cannot be made: " + e.getMessage(), e);
        }
    }
}
