package dev.mosaic.process;

import dev.mosaic.StartException;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.GatewayGreeting;
import dev.mosaic.mesh.MeshException;
import org.jspecify.annotations.Nullable;

/**
 * Where a process finds the monitor of a cluster, and what lets it in.
 *
 * @param monitor where it is dialled
 * @param access with the gateway, where it leads through one
 * @param isOutside true where the cluster cannot dial the process
 */
public record Entrance(Endpoint monitor, Access access, boolean isOutside) {
    private static final String OUTSIDE = "mosaic://";

    /**
     * That of an open passage.
     *
     * @throws StartException where its address is none
     */
    public static Entrance at(Passage passage) {
        boolean isOutside = passage.address().startsWith(OUTSIDE);
        Endpoint.Tcp door = parse(passage.address());
        Access own = access(passage, door);
        return isOutside
                ? new Entrance(new Endpoint.Via(door, GatewayGreeting.MONITOR), own.through(door), true)
                : new Entrance(door, own, false);
    }

    /** Where keys are missing the mesh says so; a token would not help. */
    private static Access access(Passage passage, Endpoint.Tcp door) {
        if (passage.keys().isPresent()) {
            return Access.of(passage.keys().get().toString());
        }
        if (passage.tokenFile().isPresent()) {
            return Access.ofTokenFile(passage.tokenFile().get());
        }
        return door.isLoopback() ? Access.of("") : Access.local("");
    }

    private static Endpoint.Tcp parse(String address) {
        try {
            if (Endpoint.parse(address.replaceFirst("^" + OUTSIDE, "tcp://")) instanceof Endpoint.Tcp tcp) {
                return tcp;
            }
        } catch (MeshException unreadable) {
            throw notAnAddress(address, unreadable);
        }
        throw notAnAddress(address, null);
    }

    private static StartException notAnAddress(String address, @Nullable Exception cause) {
        return new StartException(
                "address=" + address + " is not the address of a cluster",
                "give tcp://host:port of the monitor, mosaic://host:port of the gateway, or kubernetes://namespace/name",
                cause);
    }
}
