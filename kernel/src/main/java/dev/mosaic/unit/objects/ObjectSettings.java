package dev.mosaic.unit.objects;

/**
 * Figures of a store.
 *
 * @param memoryBytes what entries may take of shared memory
 * @param diskBytes what spilled entries may take on disk
 * @param chunkBytes of a transfer between stores
 * @param window chunks of one transfer under way
 * @param waitNanos how long anybody waits for memory before it is an error
 * @param graceNanos how long a dead unit's holds count
 * @param bucketNanos how long the bucket may be away before a durable put, or who wants an entry back, is told; 0 where there is no
 *     bucket
 */
public record ObjectSettings(
        long memoryBytes,
        long diskBytes,
        int chunkBytes,
        int window,
        long waitNanos,
        long graceNanos,
        long bucketNanos) {
    /** 1 GiB of memory, 16 GiB of disk, chunks of 1 MiB, 8 at once; 30 s and 30 s. */
    public static final ObjectSettings DEFAULT =
            new ObjectSettings(1L << 30, 16L << 30, 1 << 20, 8, 30_000_000_000L, 30_000_000_000L);

    /** Without a bucket. */
    public ObjectSettings(
            long memoryBytes, long diskBytes, int chunkBytes, int window, long waitNanos, long graceNanos) {
        this(memoryBytes, diskBytes, chunkBytes, window, waitNanos, graceNanos, 0);
    }

    public ObjectSettings withMemoryBytes(long bytes) {
        return new ObjectSettings(bytes, diskBytes, chunkBytes, window, waitNanos, graceNanos, bucketNanos);
    }

    public ObjectSettings withDiskBytes(long bytes) {
        return new ObjectSettings(memoryBytes, bytes, chunkBytes, window, waitNanos, graceNanos, bucketNanos);
    }

    /** With a bucket as third tier. */
    public ObjectSettings withBucketNanos(long nanos) {
        return new ObjectSettings(memoryBytes, diskBytes, chunkBytes, window, waitNanos, graceNanos, nanos);
    }
}
