package dev.mosaic.process;

import dev.mosaic.StartException;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Keys;
import dev.mosaic.mesh.UnitTokens;
import dev.mosaic.mesh.socket.SocketMesh;
import dev.mosaic.mesh.tls.KeyFolder;
import dev.mosaic.mesh.tls.TokenFile;
import dev.mosaic.unit.shell.MeshOpener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What lets a process into a cluster.
 *
 * @param keys the folder with the cluster's keys; empty for none, then everything is on loopback addresses
 * @param folder where its files are, the keys or what this user's processes show each other; empty where it is not of a folder
 * @param tokens the cluster's secret, which every unit shows on every link, and for a while those before it
 * @param opener opens meshes with those keys
 */
public record Access(String keys, Optional<Path> folder, UnitTokens tokens, MeshOpener opener) {
    private static final String TOKEN_FILE = "token";

    /** Without keys: for units of one machine. */
    public static Access local(String token) {
        return new Access("", Optional.empty(), UnitTokens.of(token), SocketMesh::open);
    }

    /**
     * With the keys of a folder that {@code mosaic keys} made; without, with the token that all processes of this user on this machine
     * find.
     *
     * @param folder empty for none
     * @throws StartException where there is no token
     * @throws dev.mosaic.mesh.MeshException where the keys cannot be read
     */
    public static Access of(String folder) {
        if (folder.isEmpty()) {
            LocalFolder own = LocalFolder.own();
            return new Access("", Optional.of(own.path()), UnitTokens.of(own.token()), SocketMesh::open);
        }
        Keys keys = KeyFolder.open(Path.of(folder));
        UnitTokens tokens = tokens(Path.of(folder, TOKEN_FILE), "give a folder that mosaic keys made");
        return new Access(
                folder,
                Optional.of(Path.of(folder)),
                tokens,
                (options, receiver) -> SocketMesh.open(options.withKeys(keys).withTokens(tokens), receiver));
    }

    /**
     * Without keys, with a token that is in a file: for units of one machine that are of several users.
     *
     * @throws StartException where there is none
     */
    public static Access ofTokenFile(Path file) {
        return local(tokens(file, "give the file of the user who runs the head: ~/.mosaic/local/token")
                .now()
                .getFirst());
    }

    /**
     * The same keys, for a door that is no mesh; empty without keys.
     *
     * @throws dev.mosaic.mesh.MeshException where the keys cannot be read
     */
    public Optional<Keys> doorKeys() {
        return keys.isEmpty() ? Optional.empty() : Optional.of(KeyFolder.open(Path.of(keys)));
    }

    /** The newest token; empty for none. */
    public String token() {
        List<String> now = tokens.now();
        return now.isEmpty() ? "" : now.getFirst();
    }

    private static UnitTokens tokens(Path file, String advice) {
        try {
            return TokenFile.open(file);
        } catch (IOException e) {
            throw new StartException("the token of the cluster cannot be read: " + e, advice, e);
        }
    }

    /** The same for a unit outside of the cluster's network. */
    public Access through(Endpoint.Tcp gateway) {
        return new Access(
                keys,
                folder,
                tokens,
                (options, receiver) -> new ThroughGateway(opener.open(options, receiver), gateway));
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "Access[keys=" + (keys.isEmpty() ? "none" : keys) + "]";
    }
}
