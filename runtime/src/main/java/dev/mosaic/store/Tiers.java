package dev.mosaic.store;

import dev.mosaic.memory.Copies;
import dev.mosaic.memory.SharedMemory;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Place;
import dev.mosaic.store.tier.Checksum;
import dev.mosaic.unit.objects.BucketProblem;
import dev.mosaic.unit.objects.LifeRecord;
import dev.mosaic.unit.objects.Parts;
import dev.mosaic.unit.objects.StoreOutput;
import java.lang.foreign.MemorySegment;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Memory, disk and bucket of a store. <b>Threading:</b> the store's loop; the end of what was asked is told from other threads. */
final class Tiers implements StoreOutput {
    /** Is told of the end of what was asked: the problem, or null for none. */
    interface Ends {
        void written(Id ref, @Nullable String problem);

        void loaded(Id ref, @Nullable String problem);

        /** The file is there, and cannot be read now. */
        void notLoaded(Id ref, String problem);

        void uploaded(Id ref, @Nullable BucketProblem problem);

        void downloaded(Id ref, @Nullable BucketProblem problem);

        void recorded(Id tessera, @Nullable BucketProblem problem);

        /** A word of the home to the monitor. */
        void tellMonitor(ClusterMessage message);
    }

    private final SharedMemory memory;
    private final DiskTier disk;
    private final @Nullable BucketTier bucket;
    private final LifeTier lives;
    private final Ends ends;

    Tiers(SharedMemory memory, DiskTier disk, @Nullable BucketTier bucket, LifeTier lives, Ends ends) {
        this.memory = memory;
        this.disk = disk;
        this.bucket = bucket;
        this.lives = lives;
        this.ends = ends;
    }

    @Override
    public void tellMonitor(ClusterMessage message) {
        ends.tellMonitor(message);
    }

    @Override
    public @Nullable Parts allocate(Id ref, List<Long> sizes) {
        List<MemorySegment> segments = new ArrayList<>(sizes.size());
        List<Place> places = new ArrayList<>(sizes.size());
        for (long size : sizes) {
            SharedMemory.Range range = memory.allocate(size);
            if (range == null) {
                free(new Parts(segments, places));
                return null;
            }
            segments.add(range.segment());
            places.add(range.place());
        }
        return new Parts(segments, places);
    }

    @Override
    public void free(Parts parts) {
        parts.places().forEach(memory::free);
    }

    @Override
    public void copy(MemorySegment from, MemorySegment to) {
        Copies.copy(from, to);
    }

    @Override
    public int checksum(MemorySegment bytes) {
        return Checksum.of(bytes);
    }

    @Override
    public void write(ObjectMessage.Shape shape, Parts parts, boolean flushed) {
        disk.write(shape, parts.segments(), flushed, problem -> ends.written(shape.ref(), problem));
    }

    @Override
    public void load(Id ref, Parts parts) {
        disk.load(ref, parts.segments(), failed -> {
            if (failed == null
                    || failed instanceof DiskTier.DamagedException
                    || failed instanceof NoSuchFileException) {
                ends.loaded(ref, failed == null ? null : failed.toString());
            } else {
                ends.notLoaded(ref, failed.toString());
            }
        });
    }

    @Override
    public void delete(Id ref) {
        disk.delete(ref);
    }

    @Override
    public void record(LifeRecord record) {
        lives.write(record, problem -> ends.recorded(record.tessera(), problem));
    }

    private BucketTier bucket() {
        return Objects.requireNonNull(bucket, "the machine knows that there is none");
    }

    @Override
    public void upload(ObjectMessage.Shape shape, @Nullable Parts parts) {
        Id ref = shape.ref();
        if (parts == null) {
            bucket().upload(ref, disk.file(ref), problem -> ends.uploaded(ref, problem));
        } else {
            bucket().upload(shape, parts.segments(), problem -> ends.uploaded(ref, problem));
        }
    }

    @Override
    public void download(Id ref, Parts parts) {
        bucket().download(ref, parts.segments(), problem -> ends.downloaded(ref, problem));
    }

    /** A mark on disk says that it is to go, should this process end before it has. */
    @Override
    public void remove(Id ref) {
        disk.mark(ref);
        bucket().remove(ref, () -> disk.unmark(ref));
    }
}
