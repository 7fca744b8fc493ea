package dev.mosaic.unit.objects;

import dev.mosaic.message.Place;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Memory of the store's for the large parts of one entry.
 *
 * @param segments to write into and read from, here
 * @param places the same, for others
 */
public record Parts(List<MemorySegment> segments, List<Place> places) {
    public static final Parts NONE = new Parts(List.of(), List.of());

    public Parts {
        segments = List.copyOf(segments);
        places = List.copyOf(places);
    }
}
