package dev.mosaic.benchmarks.jmh;

import dev.mosaic.mesh.Outcome;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** One small message to and fro, read by the thread that asks: time, and what both sides allocate. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LoopbackRoundTrip {
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(10);

    @Param
    private Transport transport = Transport.TCP;

    @Param("100")
    private int sizeBytes;

    private final BooleanSupplier isAnswered = this::isAnswered;
    private volatile boolean answered;

    @SuppressWarnings("NullAway.Init") // open() sets it.
    private ByteBuffer question;

    @SuppressWarnings("NullAway.Init") // open() sets it.
    private MeshPair pair;

    @SuppressWarnings("NullAway.Init") // ask() sets it before anything is answered.
    private volatile Thread asking;

    @Setup
    public void open() {
        question = ByteBuffer.allocate(sizeBytes);
        pair = new MeshPair(transport, (from, asked) -> from.send(asked.bytes(0)), (from, answer) -> answered());
    }

    private void answered() {
        answered = true;
        if (!Thread.currentThread().equals(asking)) {
            LockSupport.unpark(asking);
        }
    }

    private boolean isAnswered() {
        return answered;
    }

    @Benchmark
    public void ask() {
        asking = Thread.currentThread();
        answered = false;
        if (pair.server().send(question) != Outcome.SENT || !pair.driver().carry(isAnswered, LONG_NANOS)) {
            throw new IllegalStateException("not answered");
        }
    }

    @TearDown
    public void close() {
        pair.close();
    }
}
