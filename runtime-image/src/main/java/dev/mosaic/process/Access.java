package dev.mosaic.process;

import dev.mosaic.StartException;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Keys;
import dev.mosaic.mesh.socket.SocketMesh;
import dev.mosaic.mesh.tls.KeyFolder;
import dev.mosaic.unit.shell.MeshOpener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What lets a process into a cluster.
 *
 * @param keys the folder with the cluster's keys; empty for none, then everything is on loopback addresses
 * @param token the cluster's secret, which every unit shows on every link; empty for none
 * @param opener opens meshes with those keys
 */
public record Access(String keys, String token, MeshOpener opener) {
    private static final String TOKEN_FILE = "token";

    /** Without keys: for units of one machine. */
    public static Access local(String token) {
        return new Access("", token, SocketMesh::open);
    }

    /**
     * With the keys of a folder that {@code mosaic keys} made.
     *
     * @param folder empty for none
     * @throws dev.mosaic.mesh.MeshException where the keys cannot be read
     */
    public static Access of(String folder) {
        if (folder.isEmpty()) {
            return local("");
        }
        Keys keys = KeyFolder.open(Path.of(folder));
        return new Access(
                folder,
                token(Path.of(folder, TOKEN_FILE)),
                (options, receiver) -> SocketMesh.open(options.withKeys(keys), receiver));
    }

    /**
     * The same keys, for a door that is no mesh; empty without keys.
     *
     * @throws dev.mosaic.mesh.MeshException where the keys cannot be read
     */
    public Optional<Keys> doorKeys() {
        return keys.isEmpty() ? Optional.empty() : Optional.of(KeyFolder.open(Path.of(keys)));
    }

    private static String token(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new StartException(
                    "the token of the cluster cannot be read: " + e, "give a folder that mosaic keys made", e);
        }
    }

    /** The same for a unit outside of the cluster's network. */
    public Access through(Endpoint.Tcp gateway) {
        return new Access(
                keys, token, (options, receiver) -> new ThroughGateway(opener.open(options, receiver), gateway));
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "Access[keys=" + (keys.isEmpty() ? "none" : keys) + "]";
    }
}
