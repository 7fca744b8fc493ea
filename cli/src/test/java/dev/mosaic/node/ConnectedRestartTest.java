package dev.mosaic.node;

import dev.mosaic.Mosaic;
import org.junit.jupiter.api.Tag;
import program.Inhabitant;

/** {@code Mosaic.connect}: a head and two nodes with a worker each, started by hand. */
@Tag("long")
@Tag("variants")
class ConnectedRestartTest extends RestartSuite {
    private Machines machines;

    @Override
    Mosaic open() throws Exception {
        machines = Machines.onLoopback().head().node("first", 1).node("second", 1);
        machines.awaitJoined("first");
        machines.awaitJoined("second");
        Mosaic mosaic = Mosaic.connect(machines.address());
        mosaic.remoteArray(2, Inhabitant::new)
                .each(each -> each.call(Inhabitant::pid))
                .forEach(pid -> pid.await(LONG));
        return mosaic; // which has workers now
    }

    @Override
    void expectKilled(int times) {} // at the head

    @Override
    void shut() {
        machines.close();
    }
}
