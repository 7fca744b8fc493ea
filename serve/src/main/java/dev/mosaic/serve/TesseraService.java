package dev.mosaic.serve;

import dev.mosaic.http.Route;
import dev.mosaic.http.Routes;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.process.Access;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Declared tesserae of a head: {@code /v1/tesserae} and {@code /v1/calls}.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> nothing but a folder until something is declared; then a mesh for each code. <b>Failure:</b>
 * nothing is kept here: a new head is told again what is declared, and finds what lives by its name.
 */
public final class TesseraService implements Routes {
    private final Registry registry;
    private final Calls calls;

    private TesseraService(Registry registry) {
        this.registry = registry;
        this.calls = new Calls();
    }

    /**
     * Joins nothing yet.
     *
     * @param monitor where it is
     * @param host the address at which other machines reach this process
     * @param jars the only folder of which {@code image:///} reads
     */
    public static TesseraService open(Endpoint.Tcp monitor, String host, Path jars, Access access) throws IOException {
        return new TesseraService(
                new Registry(new Programs(new ServiceProgram.Place(monitor, host, access), Artifacts.open(jars))));
    }

    @Override
    public List<Route> routes() {
        return new TesseraRoutes(registry, calls).all();
    }

    @Override
    public void close() {
        registry.close();
        calls.close();
    }
}
