package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The device that stands for a worker's. */
class OpenClTest {
    private static final int COUNT = 1 << 22;
    private static final int LOADS = 10;
    private static final int CALLS = 1000;

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

    /** What a program on a device is at its least: a buffer, a kernel, and a call that runs it. */
    static class Adder {
        private static final String SOURCE =
                "__kernel void add(__global float *sums, float amount) { sums[get_global_id(0)] += amount; }";

        private final OpenCl device = OpenCl.ofThisWorker();
        private final OpenCl.Kernel add = device.kernel(device.program(SOURCE, ""), "add");
        private final long sums = device.memory(this).buffer((long) COUNT * Float.BYTES);

        /** Seconds. */
        double load(Ref<float[]> values) {
            long begun = System.nanoTime();
            device.write(sums, values.segment());
            return (System.nanoTime() - begun) / 1e9;
        }

        /** When the device was told, and when it had done it, on the clock of the machine. */
        long[] add(int count, float amount) {
            long told = System.nanoTime();
            add.run(count, 1, sums, amount);
            device.read(sums, 1);
            return new long[] {told, System.nanoTime()};
        }

        float[] sums() {
            return device.read(sums, COUNT);
        }
    }

    @Test
    void shouldTakeWhatTheProgramHasPutAndRunAKernelForACall() {
        OpenClDriver.assumed();
        float[] values = new float[COUNT];
        IntStream.range(0, COUNT).forEach(i -> values[i] = i);
        try (Mosaic mosaic = Mosaic.start(options -> options.workers(1).gpus(1).noDashboard())) {
            Remote<Adder> adder = mosaic.withOptions(options -> options.gpus(1)).remote(Adder::new);
            Ref<float[]> ref = mosaic.put(values);
            double seconds = Double.POSITIVE_INFINITY;
            for (int i = 0; i < LOADS; i++) {
                seconds = Math.min(seconds, adder.call(Adder::load, ref).result());
            }
            long[] toKernel = new long[CALLS];
            long[] kernel = new long[CALLS];
            for (int i = 0; i < CALLS; i++) {
                long called = System.nanoTime();
                long[] times = adder.call(Adder::add, 1, 1f).result();
                toKernel[i] = times[0] - called;
                kernel[i] = times[1] - times[0];
            }
            adder.call(Adder::add, COUNT, 1f).result();
            values[0] += CALLS;
            IntStream.range(0, COUNT).forEach(i -> values[i]++);
            assertThat(Arrays.mismatch(adder.call(Adder::sums).result(), values))
                    .isEqualTo(-1);
            System.out.printf(
                    "brain: from the program's ref to the device of a worker %.1f GB/s at best; from call to kernel %d us, the kernel %d us (medians)%n",
                    COUNT * Float.BYTES / 1e9 / seconds, median(toKernel), median(kernel));
        }
    }

    private static long median(long[] nanos) {
        return Arrays.stream(nanos)
                        .skip(nanos.length / 2)
                        .sorted()
                        .skip(nanos.length / 4)
                        .findFirst()
                        .orElseThrow()
                / 1000;
    }
}
