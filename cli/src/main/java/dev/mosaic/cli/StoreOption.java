package dev.mosaic.cli;

import dev.mosaic.S3Options;
import dev.mosaic.headapi.Variables;
import dev.mosaic.memory.MemoryShare;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --memory}, {@code --disk}, {@code --folder}: what entries may take. */
final class StoreOption {
    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = Bytes.class,
            description =
                    "Memory for objects, such as 4GiB; by default a quarter of the memory that the process may use.")
    private @Nullable Long memory;

    @Option(
            names = "--disk",
            paramLabel = "SIZE",
            converter = Bytes.class,
            defaultValue = "16GiB",
            description =
                    "Disk space for objects that do not fit into memory; ${DEFAULT-VALUE} by default, 0 for none.")
    private long disk;

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description = {
                "The folder for objects on disk; by default a folder of this user below the folder for temporary files.",
                "If you give a folder, durable objects stay in it for the next process."
            })
    private @Nullable Path folder;

    StoreOption() {}

    OptionalLong memory() {
        return memory == null ? OptionalLong.empty() : OptionalLong.of(memory);
    }

    long memoryOrQuarter() {
        return memory == null ? MemoryShare.quarter() : memory;
    }

    long disk() {
        return disk;
    }

    @Nullable Path folder() {
        return folder;
    }

    /** What lies in a folder that was named, or in a bucket, is for the next process. */
    boolean returns() {
        return folder != null || bucket().isPresent();
    }

    /** The bucket that the environment names. */
    static Optional<S3Options> bucket() {
        return S3Options.fromEnvironment(System.getenv());
    }

    /** What the operator says of the place of the cluster, since the addresses of two clusters of one name are the same. */
    static String site() {
        return System.getenv().getOrDefault(Variables.S3_SITE, "");
    }

    Path folderOrTemporary() {
        return folder == null ? temporary(bucket()) : folder;
    }

    /** This user's, and that bucket's: two warehouses with buckets of their own do not meet there. */
    static Path temporary(Optional<S3Options> s3) {
        Path own = Path.of(System.getProperty("java.io.tmpdir"), "mosaic-" + user());
        return s3.map(bucket -> own.resolve(
                        "bucket-" + UUID.nameUUIDFromBytes(bucket.toString().getBytes(StandardCharsets.UTF_8))))
                .orElse(own);
    }

    /** The user's name, or its number where it has none: {@code user.name} is {@code ?} then. */
    private static String user() {
        try {
            return Files.getOwner(Path.of("/proc/self")).getName();
        } catch (IOException notLinux) {
            return System.getProperty("user.name");
        }
    }
}
