package dev.mosaic;

/** Options of {@link Mosaic#put}. */
public enum PutOption {
    /** Sends a copy to every node, and to nodes that join later. By default a node gets a copy when a worker there reads the object. */
    BROADCAST,
    /** Stores the object durably: {@code put} returns when it is in S3, or flushed to the disk of the warehouse if no S3 is configured. */
    DURABLE;

    /** Returns {@link #BROADCAST}, for a static import: {@code mosaic.put(array, broadcast())}. */
    public static PutOption broadcast() {
        return BROADCAST;
    }

    /** Returns {@link #DURABLE}, for a static import: {@code mosaic.put(array, durable())}. */
    public static PutOption durable() {
        return DURABLE;
    }
}
