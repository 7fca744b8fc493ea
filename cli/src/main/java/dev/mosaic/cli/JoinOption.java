package dev.mosaic.cli;

import dev.mosaic.mesh.Endpoint;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --join}, {@code --host}: where a process finds the cluster, and is found. */
final class JoinOption {
    @Option(
            names = "--join",
            paramLabel = "ADDRESS",
            converter = Address.class,
            required = true,
            description = "Address of the monitor. It may start later.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Endpoint.Tcp join;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description =
                    "The address at which other machines reach this one; by default the address from which it connects to the monitor.")
    private @Nullable String host;

    JoinOption() {}

    Endpoint.Tcp monitor() {
        return join;
    }

    Optional<String> host() {
        return Optional.ofNullable(host);
    }
}
