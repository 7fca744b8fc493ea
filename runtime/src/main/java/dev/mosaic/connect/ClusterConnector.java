package dev.mosaic.connect;

import dev.mosaic.ConnectOptions;
import dev.mosaic.unit.Connector;
import dev.mosaic.unit.Unit;

/**
 * {@code Mosaic.connect}: the program becomes a unit of a cluster that runs.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> two meshes, and a store of its own. <b>Failure:</b> {@link dev.mosaic.StartException};
 * then nothing is left of the attempt.
 */
public final class ClusterConnector implements Connector {
    /** For {@link java.util.ServiceLoader}. */
    public ClusterConnector() {}

    @Override
    public Unit connect(ConnectOptions options) {
        Console console = new Console(System.out, System.err);
        return ProgramUnit.open(closer -> new Connecting(options, console, closer).connect());
    }
}
