package dev.mosaic;

/** What is asked of an entry of the warehouse beyond being there. */
public enum PutOption {
    /** Every node gets a copy by itself, those that join later too. */
    PUBLISH,
    /** It is in S3 when {@code put} returns; flushed to the warehouse's disk where no S3 is configured. */
    DURABLE;

    /** {@link #PUBLISH}, for {@code mosaic.put(array, publish())}. */
    public static PutOption publish() {
        return PUBLISH;
    }

    /** {@link #DURABLE}, for {@code mosaic.put(array, durable())}. */
    public static PutOption durable() {
        return DURABLE;
    }
}
