package dev.mosaic.mesh.memory;

import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Receiver;

/**
 * A place where the meshes of one JVM meet, and where their links can be cut.
 *
 * <p>A uid may have joined several times under different instances, as a unit and its replacement do.
 *
 * <p><b>Threading:</b> any thread, except for a {@link SimulatedNetwork}. <b>Cost:</b> one lock guards all links of a
 * network and is never held while a receiver runs; a small message is copied once, a large part once, straight into the
 * receiver's landing.
 */
public abstract sealed class MemoryNetwork permits DirectNetwork, SimulatedNetwork {
    private final Switchboard board;

    MemoryNetwork(Switchboard board) {
        this.board = board;
    }

    /** A network in real time. Each mesh carries its messages on daemon threads of its own, started on first use. */
    public static MemoryNetwork direct() {
        return new DirectNetwork();
    }

    /** A network in virtual time, which starts at 0 and passes only where it is told to. */
    public static SimulatedNetwork simulated(long seed, Delays delays) {
        return new SimulatedNetwork(seed, delays);
    }

    /** A mesh for a unit. Its endpoints are {@code inproc://name}; names are those of this network alone. */
    public final Mesh join(MeshOptions options, Receiver receiver) {
        return board.join(options, receiver);
    }

    /**
     * Breaks the link between two units and lets neither dial the other until {@link #heal}. Both are told; what was
     * queued or on its way is lost.
     */
    public final void cut(String uidA, String uidB) {
        board.cut(uidA, uidB);
    }

    /** Lets two units dial each other again. They do so when their back-off has passed, if they know an endpoint. */
    public final void heal(String uidA, String uidB) {
        board.heal(uidA, uidB);
    }

    /**
     * Ends a unit as {@code kill -9} does, all instances of it: its receiver hears nothing more, its mesh is closed, its
     * peers see their links break. Messages that it was lent are released, as the JVM lives on.
     */
    public final void kill(String uid) {
        board.kill(uid);
    }
}
