package dev.mosaic;

/** Options of {@link Mosaic#put}. */
public enum PutOption {
    /** Sends a copy to every node, and to nodes that join later. By default a node gets a copy when a worker there reads the object. */
    BROADCAST,
    /** {@code put} returns when the object is in S3, or flushed to the disk of the warehouse if no S3 is configured. */
    DURABLE;

    /** {@link #BROADCAST}, for {@code mosaic.put(array, broadcast())}. */
    public static PutOption broadcast() {
        return BROADCAST;
    }

    /** {@link #DURABLE}, for {@code mosaic.put(array, durable())}. */
    public static PutOption durable() {
        return DURABLE;
    }
}
