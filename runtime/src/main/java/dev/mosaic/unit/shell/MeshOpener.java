package dev.mosaic.unit.shell;

import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Receiver;

/** Opens the mesh of a unit: {@code SocketMesh::open}, or {@code network::join} of a network in memory. */
@FunctionalInterface
public interface MeshOpener {
    Mesh open(MeshOptions options, Receiver receiver);
}
