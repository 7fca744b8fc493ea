package dev.mosaic.benchmarks.jmh;

import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Small messages one way, read in place: messages per second that arrived, and what each allocates on both sides. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LoopbackSend {
    private static final int BATCH = 10_000;
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(10);

    @Param
    private Transport transport = Transport.TCP;

    @Param("100")
    private int sizeBytes;

    private final AtomicLong received = new AtomicLong();
    private final BooleanSupplier batchBeforeArrived = this::isBatchBeforeThere;
    private long sent;

    @SuppressWarnings("NullAway.Init") // open() sets it.
    private ByteBuffer message;

    @SuppressWarnings("NullAway.Init") // open() sets it.
    private MeshPair pair;

    @Setup
    public void open() {
        message = ByteBuffer.allocate(sizeBytes);
        pair = new MeshPair(
                transport, (from, one) -> received.setRelease(received.getPlain() + 1), (from, nothing) -> {});
    }

    private boolean isBatchBeforeThere() {
        return received.getAcquire() >= sent - BATCH;
    }

    /** Sends a batch, and waits until all of the one before has arrived: the queue never fills. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void send() {
        Peer server = pair.server();
        for (int i = 0; i < BATCH; i++) {
            if (server.send(message) != Outcome.SENT) {
                throw new IllegalStateException("queue is full");
            }
        }
        sent += BATCH;
        if (!pair.driver().carry(batchBeforeArrived, LONG_NANOS)) {
            throw new IllegalStateException("sent " + sent + ", received " + received);
        }
    }

    @TearDown
    public void close() {
        pair.close();
    }
}
