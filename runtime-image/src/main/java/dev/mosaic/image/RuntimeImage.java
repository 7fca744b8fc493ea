package dev.mosaic.image;

import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The image of heads, warehouses and nodes. Its layers, from what changes least: others' jars, Mosaic's, the cache of parsed classes. */
final class RuntimeImage {
    private static final String CACHE = Layout.HOME + "/lib/mosaic.aot";

    private RuntimeImage() {}

    static void write(Layout layout, Optional<Path> cache, Tar image) throws ImageException, InterruptedException {
        FileEntriesLayer.Builder own = Tar.layer("mosaic");
        layout.own().forEach(jar -> Tar.add(own, jar, layout.inImage(jar)));
        Tar.add(own, layout.arguments(), layout.inImage(layout.arguments()));
        Tar.addCommand(own, layout.command(), layout.inImage(layout.command()));
        FileEntriesLayer.Builder others = Tar.layer("dependencies");
        layout.others().forEach(jar -> Tar.add(others, jar, layout.inImage(jar)));
        FileEntriesLayer.Builder parsed = Tar.layer("parsed");
        cache.ifPresent(file -> Tar.add(parsed, file, CACHE));
        image.write(
                List.of(others.build(), own.build(), parsed.build()),
                List.of(layout.inImage(layout.command())),
                Map.of(
                        "title", "Mosaic",
                        "description", "Head, warehouse and node of a Mosaic cluster: the verb is the first argument."),
                Layout.HOME);
    }
}
