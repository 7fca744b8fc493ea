package dev.mosaic.local;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.process.Access;
import java.time.Instant;

/**
 * A cluster that this user runs on this machine.
 *
 * @param name the program's main class, or {@code head}, and the process: {@code Inversion-4711}
 * @param kind what started it
 * @param pid of the process with its monitor
 * @param started when that process was
 * @param monitor where its monitor listens
 * @param keys the folder with its keys; empty for none
 * @param token its secret, where that is neither in the keys nor in this user's folder; else empty
 */
public record RunningCluster(
        String name, Kind kind, long pid, Instant started, Endpoint monitor, String keys, String token) {
    /** What started it. */
    public enum Kind {
        /** {@code Mosaic.start} in a program. */
        PROGRAM,
        /** {@code mosaic head}. */
        HEAD
    }

    /** What lets a process of this user in. */
    public Access access() {
        return token.isEmpty() ? Access.of(keys) : Access.local(token);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "RunningCluster[" + name + " at " + monitor + "]";
    }
}
