package dev.mosaic.node;

import dev.mosaic.mesh.Endpoint;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a node is asked for.
 *
 * @param join where the monitor listens, or will
 * @param host at which others reach this machine; where it is empty, that from which it reaches the monitor
 * @param workers how many it has for a program
 * @param permits how many calls of user code each runs at once
 * @param offer what it has for tesserae and tasks
 * @param memoryBytes that entries may take in its memory; a quarter of what the process may use unless given
 * @param diskBytes that they may take on its disk
 * @param folder for those on disk; that for temporary files unless given
 * @param classPath what its workers find beside Mosaic
 * @param jvmArguments for its workers
 * @param memoryThreshold of the memory that it may use, from which on its largest worker ends; 1 for never
 */
public record NodeSettings(
        Endpoint.Tcp join,
        Optional<String> host,
        int workers,
        int permits,
        Offer offer,
        OptionalLong memoryBytes,
        long diskBytes,
        Optional<Path> folder,
        List<String> classPath,
        List<String> jvmArguments,
        double memoryThreshold) {
    public NodeSettings {
        classPath = List.copyOf(classPath);
        jvmArguments = List.copyOf(jvmArguments);
    }
}
