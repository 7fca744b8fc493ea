package dev.mosaic.bench;

import dev.mosaic.Ref;
import dev.mosaic.Tessera;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Reads the last element of an entry, and says how long that took. */
@Tessera
public class Viewer {
    public Viewer() {}

    /**
     * What was read.
     *
     * @param seconds that it took in this process
     */
    public record Read(double seconds, double last) {}

    /** Where the entry lies: nothing is copied. */
    public Read view(Ref<double[]> ref) {
        long begun = System.nanoTime();
        MemorySegment segment = ref.segment();
        double last = segment.getAtIndex(ValueLayout.JAVA_DOUBLE, segment.byteSize() / Double.BYTES - 1);
        return new Read((System.nanoTime() - begun) / 1e9, last);
    }

    /** As a value of this process. */
    public Read value(Ref<byte[]> ref) {
        long begun = System.nanoTime();
        byte[] bytes = ref.value();
        return new Read((System.nanoTime() - begun) / 1e9, bytes[bytes.length - 1]);
    }
}
