package dev.mosaic.warehouse;

import dev.mosaic.memory.Copies;
import dev.mosaic.memory.Place;
import dev.mosaic.memory.SharedMemory;
import dev.mosaic.message.Id;
import dev.mosaic.unit.objects.Parts;
import dev.mosaic.unit.objects.StoreOutput;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Memory and disk of a store. <b>Threading:</b> the store's loop; what was written or loaded is told from the disk's thread. */
final class Tiers implements StoreOutput {
    private final SharedMemory memory;
    private final DiskTier disk;
    private final BiConsumer<Id, String> written;
    private final BiConsumer<Id, String> loaded;

    /** The consumers are told of the end of a write or load: the problem, or nothing. */
    Tiers(SharedMemory memory, DiskTier disk, BiConsumer<Id, String> written, BiConsumer<Id, String> loaded) {
        this.memory = memory;
        this.disk = disk;
        this.written = written;
        this.loaded = loaded;
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
    public void write(Id ref, byte[] inline, Parts parts, boolean flushed) {
        disk.write(ref, inline, parts.segments(), flushed, problem -> written.accept(ref, problem));
    }

    @Override
    public void load(Id ref, Parts parts) {
        disk.load(ref, parts.segments(), problem -> loaded.accept(ref, problem));
    }

    @Override
    public void delete(Id ref) {
        disk.delete(ref);
    }
}
