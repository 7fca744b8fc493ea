package dev.mosaic.cli;

import dev.mosaic.headapi.Variables;
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
            defaultValue = "${env:" + Variables.KEYS + "}",
            description =
                    "The folder with the keys of the cluster, made by mosaic keys. Without keys, only loopback addresses can be used.")
    private @Nullable Path keys;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "The file with the token of a cluster without keys that another user runs: ~/.mosaic/local/token of the user who runs the head.")
    private @Nullable Path tokenFile;

    KeysOption() {}

    /** Empty where there are none. */
    Optional<Path> folder() {
        return Optional.ofNullable(keys);
    }

    /** Empty where this user's own token is meant. */
    Optional<Path> tokenFile() {
        return Optional.ofNullable(tokenFile);
    }

    Access access() {
        Path file = tokenFile;
        return keys == null && file != null ? Access.ofTokenFile(file) : Access.of(keys == null ? "" : keys.toString());
    }
}
