package dev.mosaic.headapi;

/** Names of variables of the environment that processes and programs read. */
public final class Variables {
    /** Of the cluster that a program connects to. */
    public static final String ADDRESS = "MOSAIC_ADDRESS";

    /** The folder with the cluster's keys. */
    public static final String KEYS = "MOSAIC_KEYS";

    /** Workers of a cluster on this machine. */
    public static final String WORKERS = "MOSAIC_WORKERS";

    /** Devices of a node, as whoever starts it has counted them: {@code 2}, {@code amd=2}, or ids. */
    public static final String GPUS = "MOSAIC_GPUS";

    /** {@code on} or {@code off}: whether bars are drawn, wherever standard error goes. */
    public static final String PROGRESS = "MOSAIC_PROGRESS";

    /** A file: what a cluster that a program started knows of its run is written there when it ends. */
    public static final String REPORT = "MOSAIC_REPORT";

    /** Where a head serves http. */
    public static final String HEAD_HTTP = "MOSAIC_HEAD_HTTP";

    /** True where somebody adds nodes to the head's cluster as they are needed. */
    public static final String HEAD_ELASTIC = "MOSAIC_HEAD_ELASTIC";

    /** True where nobody is to see what calls were made with. */
    public static final String HEAD_NO_INPUTS = "MOSAIC_HEAD_NO_INPUTS";

    /** All about the bucket begin so. */
    public static final String S3 = "MOSAIC_S3_";

    public static final String S3_ENDPOINT = S3 + "ENDPOINT";
    public static final String S3_BUCKET = S3 + "BUCKET";
    public static final String S3_PREFIX = S3 + "PREFIX";
    public static final String S3_REGION = S3 + "REGION";
    public static final String S3_ACCESS_KEY = S3 + "ACCESS_KEY";
    public static final String S3_SECRET_KEY = S3 + "SECRET_KEY";

    /** A file of authorities, as PEM. */
    public static final String S3_CA = S3 + "CA";

    /** A folder with the two keys as files. */
    public static final String S3_KEY_FOLDER = S3 + "KEY_FOLDER";

    /** True where the keys come from the identity of the machine or pod. */
    public static final String S3_IDENTITY = S3 + "IDENTITY";

    /** Names one of several warehouses that use a bucket. */
    public static final String S3_SITE = S3 + "SITE";

    private Variables() {}
}
