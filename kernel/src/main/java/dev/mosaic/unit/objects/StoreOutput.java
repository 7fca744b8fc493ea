package dev.mosaic.unit.objects;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the shell of a store does for its machine. It must not call the machine back from inside. */
public interface StoreOutput {
    /** Memory for parts of these sizes, all or nothing; null where the system has none. */
    @Nullable Parts allocate(Id ref, List<Long> sizes);

    /** Nobody uses it any more. */
    void free(Parts parts);

    /** Copies bytes that came with a message into memory of the store's. */
    void copy(MemorySegment from, MemorySegment to);

    /** CRC-32C. */
    int checksum(MemorySegment bytes);

    /**
     * Writes an entry to disk; {@link StoreMachine#written} follows. Its memory stays as it is until then.
     *
     * @param flushed true where it must be on the device before that
     */
    void write(ObjectMessage.Shape shape, Parts parts, boolean flushed);

    /** Reads an entry from disk into memory; {@link StoreMachine#loaded} follows. */
    void load(Id ref, Parts parts);

    /** Removes an entry from disk. */
    void delete(Id ref);

    /** Says something to the monitor, where that is linked; the home says it again. */
    void tellMonitor(ClusterMessage message);

    /**
     * Keeps what is known of a durable life, in the bucket where there is one, else flushed to disk, in the place of what this home kept or
     * found of it before; {@link StoreMachine#recorded} follows. One write of each life is under way at a time. One that is over is removed.
     */
    void record(LifeRecord record);

    // ---- the bucket, where there is one

    /**
     * Copies an entry to the bucket; {@link StoreMachine#uploaded} follows.
     *
     * @param parts its memory, which stays as it is until then; null where its file is to be taken, which stays, too
     */
    void upload(ObjectMessage.Shape shape, @Nullable Parts parts);

    /** Reads an entry from the bucket into memory; {@link StoreMachine#downloaded} follows. */
    void download(Id ref, Parts parts);

    /** Removes an entry from the bucket, sooner or later: where that is away, when it is back. */
    void remove(Id ref);
}
