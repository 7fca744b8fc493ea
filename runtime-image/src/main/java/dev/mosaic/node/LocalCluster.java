package dev.mosaic.node;

import dev.mosaic.ConnectOptions;
import dev.mosaic.NoMosaicException;
import dev.mosaic.StartException;
import dev.mosaic.StartOptions;
import dev.mosaic.unit.CurrentUnit;
import dev.mosaic.unit.Launcher;
import dev.mosaic.unit.Unit;
import java.util.function.Function;

/**
 * {@code Mosaic.start}: monitor and node inside this program, workers as processes of it or, where asked for, inside it too; and {@code
 * Mosaic.connect}.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> three meshes, and what each worker takes. <b>Failure:</b> {@link
 * dev.mosaic.StartException} with what a worker printed last; then nothing is left of the attempt. A program that ends without closing its
 * cluster closes it as it ends; one that is killed takes its workers along.
 */
public final class LocalCluster implements Launcher {
    private static final String HEAD = "head:0";

    /** For {@link java.util.ServiceLoader}. */
    public LocalCluster() {}

    @Override
    public Unit start(StartOptions options) {
        Console console = new Console(System.out, System.err);
        Roll roll = new Roll(0, options.workers());
        return run(ending -> {
            Unit head = new LocalStart(options, roll, console, ending).start(HEAD);
            console.line(HEAD, true, "Listening at " + roll);
            return head;
        });
    }

    @Override
    public Unit connect(ConnectOptions options) {
        Console console = new Console(System.out, System.err);
        return run(ending -> new Connecting(options, console, ending).connect());
    }

    /** @param opening gives the head, and says how to end each part */
    private static Unit run(Function<Ending, Unit> opening) {
        refuseSecond();
        Ending ending = new Ending();
        try {
            ProgramUnit program = new ProgramUnit(opening.apply(ending), ending);
            CurrentUnit.install(program);
            ending.before(() -> CurrentUnit.remove(program));
            closeAtExit(ending);
            return program;
        } catch (RuntimeException | Error e) {
            ending.close();
            throw e;
        }
    }

    private static void refuseSecond() {
        try {
            var _ = Unit.current();
        } catch (NoMosaicException none) {
            return;
        }
        throw new StartException(
                "a Mosaic runs in this process already", "close it first, or use it: Mosaic.current()");
    }

    private static void closeAtExit(Ending ending) {
        Thread hook = Thread.ofPlatform().name("mosaic-close").unstarted(ending::close);
        Runtime.getRuntime().addShutdownHook(hook);
        ending.before(() -> {
            try {
                var _ = Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException endsAlready) {
                // This is the hook, or it waits for this.
            }
        });
    }
}
