package dev.mosaic.node;

import dev.mosaic.StartException;
import dev.mosaic.connect.PrivateFolder;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.socket.SocketMesh;
import dev.mosaic.unit.shell.MeshOpener;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * How the units of a cluster on this machine reach each other: over unix sockets in a private folder, with a secret.
 *
 * @param opener of meshes
 * @param token the cluster's secret
 * @param endpoints where the unit of a name listens
 */
record Wiring(MeshOpener opener, String token, Function<String, Endpoint> endpoints) {
    private static final int TOKEN_BYTES = 16;

    static Wiring sockets(PrivateFolder folder) {
        byte[] secret = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(secret);
        return new Wiring(SocketMesh::open, HexFormat.of().formatHex(secret), folder::socket);
    }

    /** The same, with what that makes of what opens meshes. */
    Wiring through(UnaryOperator<MeshOpener> meshes) {
        return new Wiring(meshes.apply(opener), token, endpoints);
    }

    Endpoint endpoint(String name) {
        return endpoints.apply(name);
    }

    static StartException notWritten(PrivateFolder folder, IOException cause) {
        return new StartException(
                "the workers' arguments cannot be written to " + folder.path() + ": " + cause.getMessage(),
                "make room there, or name another folder with -Djava.io.tmpdir",
                cause);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "Wiring[monitor=" + endpoint("monitor") + "]";
    }
}
