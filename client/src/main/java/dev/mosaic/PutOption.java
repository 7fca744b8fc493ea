package dev.mosaic;

/** What is asked of an entry of the warehouse beyond being there. */
public enum PutOption {
    /** Every node gets a copy by itself, those that join later too. */
    BROADCAST,
    /** It is in S3 when {@code put} returns; flushed to the warehouse's disk where no S3 is configured. */
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
