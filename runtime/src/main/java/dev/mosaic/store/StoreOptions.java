package dev.mosaic.store;

import dev.mosaic.S3Options;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.unit.objects.ObjectSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How a store takes part in a cluster.
 *
 * @param uid its name; {@code warehouse:K} makes it the home
 * @param instance its boot
 * @param node uid of the node whose units use it
 * @param listen where it can be dialled, on its own machine first
 * @param monitor where the monitor listens
 * @param token the cluster's secret
 * @param settings its figures
 * @param folder where it keeps files, in a folder of its own that it makes when it needs it
 * @param s3 the bucket behind the disk; only the home uses one
 * @param returns whether a process of that uid is to find its entries again, in folder and bucket, when this one has ended; else
 *     nothing is left
 * @param isOutside true where other machines cannot dial it: then it dials their stores
 * @param cluster where others find the monitor, the same for each home of the cluster
 * @param site tells clusters apart that have the same address; empty where there is nothing to tell
 */
public record StoreOptions(
        String uid,
        long instance,
        String node,
        List<Endpoint> listen,
        Endpoint monitor,
        String token,
        ObjectSettings settings,
        Path folder,
        Optional<S3Options> s3,
        boolean returns,
        boolean isOutside,
        String cluster,
        String site) {
    public StoreOptions {
        listen = List.copyOf(listen);
    }

    /** Without a bucket, and not to return. */
    public StoreOptions(
            String uid,
            long instance,
            String node,
            List<Endpoint> listen,
            Endpoint monitor,
            String token,
            ObjectSettings settings,
            Path folder) {
        this(
                uid,
                instance,
                node,
                listen,
                monitor,
                token,
                settings,
                folder,
                Optional.empty(),
                false,
                false,
                monitor.toString(),
                "");
    }

    /** With a bucket, where there is one. */
    public StoreOptions withS3(Optional<S3Options> bucket) {
        return new StoreOptions(
                uid, instance, node, listen, monitor, token, settings, folder, bucket, returns, isOutside, cluster,
                site);
    }

    /** Its files and objects stay when it ends, for the next process of that uid. */
    public StoreOptions thatReturns() {
        return new StoreOptions(
                uid, instance, node, listen, monitor, token, settings, folder, s3, true, isOutside, cluster, site);
    }

    /** Other machines cannot dial it. */
    public StoreOptions outside(boolean outside) {
        return new StoreOptions(
                uid, instance, node, listen, monitor, token, settings, folder, s3, returns, outside, cluster, site);
    }

    /** Others find its monitor elsewhere than this process does. */
    public StoreOptions ofCluster(String known) {
        return new StoreOptions(
                uid, instance, node, listen, monitor, token, settings, folder, s3, returns, isOutside, known, site);
    }

    /** Its cluster is at that site. */
    public StoreOptions at(String known) {
        return new StoreOptions(
                uid, instance, node, listen, monitor, token, settings, folder, s3, returns, isOutside, cluster, known);
    }

    boolean isHome() {
        return uid.startsWith("warehouse:");
    }

    /** What its folder, and its part of the bucket, are called. */
    String place() {
        String name = uid.replace(':', '-');
        return returns ? name : name + "-" + Long.toHexString(instance);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "StoreOptions[" + uid + ", node=" + node + ", listen=" + listen
                + s3.map(bucket -> ", " + bucket).orElse("") + "]";
    }
}
