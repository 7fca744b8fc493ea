package dev.mosaic.mesh.memory;

import dev.mosaic.mesh.CuttableCarrier;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Receiver;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A network in memory as a carrier of the suites. */
final class MemoryCarrier implements CuttableCarrier {
    private final MemoryNetwork network;
    private int endpoints;

    MemoryCarrier(MemoryNetwork network) {
        this.network = network;
    }

    @Override
    public Mesh open(MeshOptions options, Receiver receiver) {
        return network.join(options, receiver);
    }

    @Override
    public Endpoint endpoint() {
        return Endpoint.parse("inproc://endpoint-" + endpoints++);
    }

    @Override
    public boolean within(Duration time, BooleanSupplier condition) {
        if (!(network instanceof SimulatedNetwork simulated)) {
            return CuttableCarrier.super.within(time, condition);
        }
        boolean[] over = {false};
        simulated.after(time, () -> over[0] = true);
        while (!condition.getAsBoolean() && !over[0]) {
            simulated.step();
        }
        return condition.getAsBoolean();
    }

    @Override
    public void cut(String uidA, String uidB) {
        network.cut(uidA, uidB);
    }

    @Override
    public void heal(String uidA, String uidB) {
        network.heal(uidA, uidB);
    }
}
