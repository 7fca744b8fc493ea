package dev.mosaic.mesh.memory;

/** The network in real time. */
final class DirectNetwork extends MemoryNetwork {
    DirectNetwork() {
        this(new NetworkLock());
    }

    private DirectNetwork(NetworkLock lock) {
        super(new Switchboard(lock, new RealTime(lock)));
    }
}
