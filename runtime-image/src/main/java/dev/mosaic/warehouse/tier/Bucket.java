package dev.mosaic.warehouse.tier;

import java.util.List;

/**
 * Entries as objects with names, somewhere else.
 *
 * <p><b>Threading:</b> any thread; callers wait. <b>Failure:</b> {@link BucketException}, after it was tried again for as long as was
 * said, where that can help.
 */
public interface Bucket extends AutoCloseable {
    /** An object that is there, with the bytes it has. */
    record Found(String key, EntryForm form) {}

    /** Writes an object, whole or not at all. */
    void put(String key, EntrySource source, long patienceNanos) throws BucketException;

    /** Reads the parts of an entry into memory, and checks them. */
    void get(String key, Span parts, long patienceNanos) throws BucketException;

    /** Removes an object, and what is left of an attempt to write it. It need not be there. */
    void delete(String key, long patienceNanos) throws BucketException;

    /** All that begin so. Those that are no entries, or damaged, are passed over with a warning. */
    List<Found> list(String prefix, long patienceNanos) throws BucketException;

    /** Removes all that begin so. */
    void deleteAll(String prefix, long patienceNanos) throws BucketException;

    /** What is under way ends, and nothing is tried again from now on. */
    void cancel();

    @Override
    void close();
}
