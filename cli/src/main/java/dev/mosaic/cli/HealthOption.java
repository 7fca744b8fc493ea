package dev.mosaic.cli;

import dev.mosaic.StartException;
import dev.mosaic.gateway.HealthServer;
import dev.mosaic.http.ServerTimes;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.process.ListenAddress;
import dev.mosaic.service.CurrentHealth;
import dev.mosaic.service.Health;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --health}: where a process says how it is. */
final class HealthOption {
    @Option(
            names = "--health",
            paramLabel = "ADDRESS",
            converter = Address.class,
            description =
                    "Address to serve health checks on, such as 0.0.0.0:7680: GET /livez and /readyz. None by default.")
    private Endpoint.@Nullable Tcp asked;

    private final CurrentHealth current = new CurrentHealth();

    HealthOption() {}

    /**
     * Answers from now on, until the process ends. It is the first that a process does which may serve http.
     *
     * @param hasKeys else only this machine may ask
     */
    void open(boolean hasKeys) {
        ServerTimes.apply();
        Endpoint.Tcp where = asked;
        if (where == null) {
            return;
        }
        ListenAddress address = ListenAddress.of("--health", where, hasKeys);
        try {
            HealthServer server = HealthServer.open(address, current);
            System.out.println("Health at http://" + where.host() + ":" + server.port());
        } catch (IOException e) {
            throw new StartException(
                    "health=" + where.host() + ":" + where.port() + " cannot be used to serve health checks: "
                            + e.getMessage(),
                    "end the process that uses it, or give another address",
                    e);
        }
    }

    /** From now on it is as that says. */
    void is(Health now) {
        current.is(now);
    }
}
