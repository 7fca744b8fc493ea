package dev.mosaic.warehouse;

import dev.mosaic.S3Options;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a warehouse is asked for.
 *
 * @param number in its name
 * @param host at which others reach this machine
 * @param memoryBytes that entries may take in memory
 * @param diskBytes that they may take on disk
 * @param folder for those on disk
 * @param s3 the bucket behind the disk
 * @param site tells clusters apart that have the same address; empty where there is nothing to tell
 * @param returns true where the next process is to find what is durable on that disk and in that bucket
 */
public record WarehouseSettings(
        int number,
        String host,
        long memoryBytes,
        long diskBytes,
        Path folder,
        Optional<S3Options> s3,
        String site,
        boolean returns) {}
