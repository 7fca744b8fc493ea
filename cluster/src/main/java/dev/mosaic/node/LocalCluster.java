package dev.mosaic.node;

import dev.mosaic.StartOptions;
import dev.mosaic.connect.Console;
import dev.mosaic.connect.ProgramUnit;
import dev.mosaic.unit.Launcher;
import dev.mosaic.unit.Unit;

/**
 * {@code Mosaic.start}: monitor and node inside this program, workers as processes of it or, where asked for, inside it too.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> three meshes, and what each worker takes. <b>Failure:</b> {@link
 * dev.mosaic.StartException} with what a worker printed last; then nothing is left of the attempt. A program that ends without closing its
 * cluster closes it as it ends; one that is killed takes its workers along.
 */
public final class LocalCluster implements Launcher {
    /** For {@link java.util.ServiceLoader}. */
    public LocalCluster() {}

    @Override
    public Unit start(StartOptions options) {
        Console console = new Console(System.out, System.err);
        Roll roll = new Roll(0, options.workers());
        return ProgramUnit.open(closer -> {
            Unit head = new LocalStart(options, roll, console, closer).start(LocalStart.HEAD);
            console.line(LocalStart.HEAD, true, "Listening at " + roll);
            return head;
        });
    }
}
