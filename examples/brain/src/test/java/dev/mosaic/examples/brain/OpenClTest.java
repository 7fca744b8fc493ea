package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The device that stands for a worker's. */
class OpenClTest {
    private static final int COUNT = 1 << 22;

    @Test
    void shouldTakeWhatARefHasWithoutTheHeap() {
        OpenClDriver.assumed();
        float[] values = new float[COUNT];
        IntStream.range(0, COUNT).forEach(i -> values[i] = i);
        OpenCl device = OpenCl.ofThisWorker();
        long buffer = device.memory(this).buffer((long) COUNT * Float.BYTES);
        try (Mosaic mosaic =
                Mosaic.start(options -> options.inProcess().workers(1).noDashboard())) {
            Ref<float[]> ref = mosaic.put(values);
            assertThat(ref.segment().isNative()).isTrue();
            long begun = System.nanoTime();
            device.write(buffer, ref.segment());
            System.out.printf(
                    "brain: from a ref to the device %.1f GB/s%n",
                    (double) COUNT * Float.BYTES / (System.nanoTime() - begun));
        }
        assertThat(Arrays.mismatch(device.read(buffer, COUNT), values)).isEqualTo(-1);
    }
}
