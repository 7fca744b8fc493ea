package dev.mosaic.operator.desired;

import java.util.List;
import java.util.Set;

/** How things of a cluster are called, and what is where in its pods. */
public final class Names {
    /** The container of Mosaic in all pods. */
    public static final String CONTAINER = "mosaic";

    static final String ENTRIES_VOLUME = "entries";
    static final String S3_KEYS_VOLUME = "mosaic-s3-keys";
    static final String S3_CA_VOLUME = "mosaic-s3-ca";

    /** Volumes that are the operator's. */
    public static final Set<String> VOLUMES =
            Set.of("keys", "tmp", "shm", ENTRIES_VOLUME, S3_KEYS_VOLUME, S3_CA_VOLUME);

    /** Names of groups that other things of a cluster have. */
    public static final Set<String> GROUPS = Set.of("head", "warehouse");

    /** What units need of the Secret that is mounted. */
    public static final List<String> KEY_FILES = List.of("ca.crt", "tls.crt", "tls.key", "token");

    /** What http clients show, in that Secret too. */
    public static final List<String> HTTP_TOKENS = List.of("call.token", "deploy.token", "admin.token");

    static final String KEYS_FOLDER = "/etc/mosaic/keys";
    static final String DATA_FOLDER = "/var/lib/mosaic";
    static final String S3_KEYS_FOLDER = "/etc/mosaic/s3-keys";
    static final String S3_CA_FOLDER = "/etc/mosaic/s3-ca";

    /** Folders that are the operator's. */
    public static final Set<String> FOLDERS =
            Set.of(KEYS_FOLDER, DATA_FOLDER, S3_KEYS_FOLDER, S3_CA_FOLDER, "/tmp", "/dev/shm");

    private Names() {}

    /** The Service of the head, its budget, and what its pods' names begin with. */
    public static String head(String cluster) {
        return cluster + "-head";
    }

    /** The NetworkPolicy of the warehouse. */
    static String warehouse(String cluster) {
        return cluster + "-warehouse";
    }

    /** The pod of the warehouse. */
    public static String warehousePod(String cluster) {
        return warehouse(cluster) + "-0";
    }

    /** The PersistentVolumeClaim of the warehouse's volume. */
    public static String claim(String cluster) {
        return ENTRIES_VOLUME + "-" + warehousePod(cluster);
    }

    /** The MosaicWorkerGroup, its budget, and what its pods' names begin with. */
    public static String group(String cluster, String group) {
        return cluster + "-" + group;
    }

    /** The Secret that is mounted in all pods. */
    public static String keys(String cluster) {
        return cluster + "-keys";
    }

    /** The Secret that is mounted nowhere. */
    public static String authority(String cluster) {
        return cluster + "-authority";
    }

    static String serviceAccount(String cluster) {
        return cluster + "-runtime";
    }

    /** Where programs and pods find the head. */
    public static String headHost(String namespace, String cluster) {
        return head(cluster) + "." + namespace + ".svc";
    }

    /** What http clients may call the head: in the namespace, in the cluster, and behind kubectl port-forward. */
    public static List<String> headHosts(String namespace, String cluster) {
        return List.of(headHost(namespace, cluster), head(cluster) + "." + namespace, head(cluster), "localhost");
    }
}
