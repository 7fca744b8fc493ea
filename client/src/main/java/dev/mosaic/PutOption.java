package dev.mosaic;

/** What is asked of an entry of the warehouse beyond being there. */
public enum PutOption {
    /** Every node gets a copy by itself, those that join later too. */
    PUBLISH,
    /** It is on the warehouse's disk, flushed, when {@code put} returns. */
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
