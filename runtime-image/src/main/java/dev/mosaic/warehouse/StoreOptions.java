package dev.mosaic.warehouse;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.unit.objects.ObjectSettings;
import java.nio.file.Path;

/**
 * How a store takes part in a cluster.
 *
 * @param uid its name; {@code warehouse:K} makes it the home
 * @param instance its boot
 * @param node uid of the node whose units use it
 * @param listen where it can be dialled
 * @param monitor where the monitor listens
 * @param token the cluster's secret
 * @param settings its figures
 * @param folder where it keeps files, in a folder of its own that it makes when it needs it
 */
public record StoreOptions(
        String uid,
        long instance,
        String node,
        Endpoint listen,
        Endpoint monitor,
        String token,
        ObjectSettings settings,
        Path folder) {
    boolean isHome() {
        return uid.startsWith("warehouse:");
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "StoreOptions[" + uid + ", node=" + node + ", listen=" + listen + "]";
    }
}
