package dev.mosaic.image;

import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The operator's image: what Quarkus built, others' jars in a layer below. */
final class OperatorImage {
    private static final String HOME = "/opt/mosaic-operator";

    private OperatorImage() {}

    static void write(Path app, Tar image) throws IOException, ImageException, InterruptedException {
        if (!Files.exists(app.resolve("quarkus-run.jar"))) {
            throw new ImageException(app + " has no quarkus-run.jar: build the operator first");
        }
        FileEntriesLayer.Builder others = Tar.layer("dependencies");
        FileEntriesLayer.Builder own = Tar.layer("operator");
        for (Path file : Folders.files(app)) {
            Path inside = app.relativize(file);
            boolean isOwn =
                    !inside.startsWith("lib") || inside.getFileName().toString().startsWith("dev.mosaic");
            Tar.add(isOwn ? own : others, file, HOME + "/" + inside);
        }
        image.write(
                List.of(others.build(), own.build()),
                List.of(
                        "java",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseCompactObjectHeaders",
                        "-XX:MinHeapFreeRatio=20",
                        "-XX:MaxHeapFreeRatio=40",
                        "-XX:MaxRAMPercentage=60",
                        "-XX:+ExitOnOutOfMemoryError",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-Duser.home=/tmp",
                        "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
                        "-jar",
                        HOME + "/quarkus-run.jar"),
                Map.of("title", "Mosaic operator", "description", "Reconciles MosaicCluster and MosaicWorkerGroup."),
                HOME);
    }
}
