package dev.mosaic.cli.bench;

import dev.mosaic.Ref;
import dev.mosaic.Tessera;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Reads the last element of an entry, and says how long that took. Refs come in lists, or they would be resolved before the call. */
@Tessera
public class Viewer {
    public Viewer() {}

    /**
     * What was read.
     *
     * @param seconds that it took in this process
     */
    public record Read(double seconds, double last) {}

    /** Does nothing. */
    public void ready() {}

    /** Where the entry lies: nothing is copied. */
    public Read view(List<Ref<double[]>> boxed) {
        long begun = System.nanoTime();
        MemorySegment segment = boxed.getFirst().segment();
        double last = segment.getAtIndex(ValueLayout.JAVA_DOUBLE, segment.byteSize() / Double.BYTES - 1);
        return new Read((System.nanoTime() - begun) / 1e9, last);
    }

    /** As a value of this process. */
    public Read value(List<Ref<byte[]>> boxed) {
        long begun = System.nanoTime();
        byte[] bytes = boxed.getFirst().value();
        return new Read((System.nanoTime() - begun) / 1e9, bytes[bytes.length - 1]);
    }
}
