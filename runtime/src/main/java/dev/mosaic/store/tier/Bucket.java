package dev.mosaic.store.tier;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Entries as objects with names, somewhere else.
 *
 * <p><b>Threading:</b> any thread; callers wait. <b>Failure:</b> {@link BucketException}, after it was tried again for as long as was
 * said, where that can help.
 */
public interface Bucket extends AutoCloseable {
    /** An object that is there, with the bytes it has. */
    record Found(String key, EntryForm form) {}

    /**
     * What there is.
     *
     * @param entries those that can be read
     * @param unreadable why others cannot, by key
     */
    record Listing(List<Found> entries, Map<String, String> unreadable) {}

    /**
     * A small object.
     *
     * @param tag another one when it is written again
     * @param ageMillis how long ago it was written, by the server's clock; less than 0 where the server does not tell
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Stored(byte[] bytes, String tag, long ageMillis) {}

    /** Writes an object, whole or not at all. */
    void put(String key, EntrySource source, long patienceNanos) throws BucketException;

    /** Reads the parts of an entry into memory, and checks them. */
    void get(String key, Span parts, long patienceNanos) throws BucketException;

    /** A small object, as it is; null where there is none. */
    @Nullable Stored read(String key, long patienceNanos) throws BucketException;

    /**
     * Writes a small object, where the one that is there is as it was said to be: else {@code TAKEN}. Where the answer to an attempt was
     * lost the next one may be told the same.
     *
     * @param tag of the one that is there; empty where there is to be none
     * @return the tag of the new one
     */
    String replace(String key, byte[] bytes, String tag, long patienceNanos) throws BucketException;

    /** The names of all that begin so. */
    List<String> keys(String prefix, long patienceNanos) throws BucketException;

    /** Removes an object, and what is left of an attempt to write it. It need not be there. */
    void delete(String key, long patienceNanos) throws BucketException;

    /** All that begin so. Those that are no entries, or damaged, stay as they are, and are told. */
    Listing list(String prefix, long patienceNanos) throws BucketException;

    /** Removes all that begin so. */
    void deleteAll(String prefix, long patienceNanos) throws BucketException;

    /** What is under way ends, and nothing is tried again from now on. */
    void cancel();

    @Override
    void close();
}
