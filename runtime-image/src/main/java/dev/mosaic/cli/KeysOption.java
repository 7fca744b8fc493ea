package dev.mosaic.cli;

import dev.mosaic.process.Access;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --keys}: what lets a process into a cluster. */
final class KeysOption {
    @Option(
            names = "--keys",
            paramLabel = "FOLDER",
            defaultValue = "${env:MOSAIC_KEYS}",
            description =
                    "The cluster's keys, as mosaic keys makes them. Without them only loopback addresses can be used.")
    private @Nullable Path keys;

    KeysOption() {}

    /** Empty where there are none. */
    Optional<Path> folder() {
        return Optional.ofNullable(keys);
    }

    Access access() {
        return Access.of(keys == null ? "" : keys.toString());
    }
}
