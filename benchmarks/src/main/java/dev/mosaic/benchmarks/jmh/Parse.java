package dev.mosaic.benchmarks.jmh;

import dev.mosaic.mesh.zmtp.Frame;
import dev.mosaic.mesh.zmtp.Metadata;
import dev.mosaic.mesh.zmtp.ZmtpEvents;
import dev.mosaic.mesh.zmtp.ZmtpLimits;
import dev.mosaic.mesh.zmtp.ZmtpSession;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** ZMTP alone, without sockets: nanoseconds to frame a small message, and to find it again among others. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class Parse implements ZmtpEvents {
    private static final int MESSAGES = 2_000;
    private static final int SIZE_BYTES = 100;

    private final ByteBuffer message = ByteBuffer.allocateDirect(SIZE_BYTES);
    private final ByteBuffer framed = ByteBuffer.allocateDirect(MESSAGES * (SIZE_BYTES + 2));
    private final ZmtpLimits limits = new ZmtpLimits(64 << 10, 2L << 30, 1_024, 8 << 10);
    private ByteBuffer said = ByteBuffer.allocate(0);
    private long sum;

    @SuppressWarnings("NullAway.Init") // shakeHands() sets it.
    private ZmtpSession session;

    /** Lets a dialling session and the one to be measured talk until both are established. */
    @Setup
    public void shakeHands() {
        session = ZmtpSession.listening(new Metadata(), limits, this);
        ZmtpSession dialling = ZmtpSession.dialling(new Metadata(), limits, this);
        ByteBuffer greeting = dialling.start();
        dialling.receive(session.start());
        session.receive(greeting);
        session.receive(said);
        if (!session.isEstablished()) {
            throw new IllegalStateException("no handshake");
        }
        frame();
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public ByteBuffer frame() {
        framed.clear();
        for (int i = 0; i < MESSAGES; i++) {
            Frame.putHeader(framed, SIZE_BYTES, false);
            framed.put(framed.position(), message, 0, SIZE_BYTES);
            framed.position(framed.position() + SIZE_BYTES);
        }
        return framed.flip();
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public long parse() {
        session.receive(framed.rewind());
        return sum;
    }

    @Override
    public void part(ByteBuffer body, boolean more) {
        sum += body.getLong(body.position());
    }

    @Override
    public void reply(ByteBuffer bytes) {
        said = bytes;
    }

    @Override
    public @Nullable String introduced(Metadata peer) {
        return null;
    }

    @Override
    public void established(boolean pings) {}

    @Override
    public @Nullable MemorySegment land(long sizeBytes) {
        return null;
    }

    @Override
    public void landed(MemorySegment segment, long sizeBytes, boolean more) {}
}
