package dev.mosaic.warehouse;

import java.nio.file.Path;

/**
 * What a warehouse is asked for.
 *
 * @param number in its name
 * @param host at which others reach this machine
 * @param memoryBytes that entries may take in memory
 * @param diskBytes that they may take on disk
 * @param folder for those on disk
 */
public record WarehouseSettings(int number, String host, long memoryBytes, long diskBytes, Path folder) {}
