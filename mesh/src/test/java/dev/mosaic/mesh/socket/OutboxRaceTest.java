package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Limits;
import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.zmtp.Frame;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Threads that put into one outbox, write it, and leave it to a driver, at the same time: nothing is lost, what one thread puts
 * stays in order, no two write at once, and each loan comes back once.
 */
class OutboxRaceTest {
    private static final int THREADS = 3;
    private static final int MESSAGES = 20_000;
    private static final int BULK_BYTES = 1 << 10;
    private static final long MOST_BYTES = 64 << 10;
    private static final Limits LIMITS = new Limits(BULK_BYTES, 1 << 20, 16, MOST_BYTES, 16, 8 << 10);

    private final Socket socket = new Socket();
    private final Outbox outbox = new Outbox(LIMITS, new BufferPool(8 << 10, ByteBuffer::allocateDirect));
    private final BlockingQueue<Runnable> driver = new LinkedBlockingQueue<>();
    private final AtomicReference<Throwable> failed = new AtomicReference<>();
    private final AtomicIntegerArray released = new AtomicIntegerArray(THREADS * MESSAGES);
    private volatile boolean over;

    /** Takes some of the bytes, sometimes none. */
    private static final class Socket extends WriteOnlyTransport {
        private final SplittableRandom random = new SplittableRandom(7);
        private final AtomicInteger writers = new AtomicInteger();
        private final AtomicInteger overlaps = new AtomicInteger();
        private volatile int spins;
        private ByteBuffer taken = ByteBuffer.allocate(1 << 20);

        @Override
        public long write(ByteBuffer bytes) {
            return write(new ByteBuffer[] {bytes});
        }

        @Override
        public long write(ByteBuffer[] all) {
            overlaps.addAndGet(writers.incrementAndGet() == 1 ? 0 : 1);
            int room = random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(16 << 10);
            int sum = 0;
            for (ByteBuffer bytes : all) {
                int size = Math.min(room - sum, bytes.remaining());
                ensure(size);
                taken.put(bytes.slice(bytes.position(), size));
                bytes.position(bytes.position() + size);
                sum += size;
            }
            pause(spins);
            writers.decrementAndGet();
            return sum;
        }

        private void ensure(int size) {
            if (taken.remaining() < size) {
                taken = ByteBuffer.allocate(2 * taken.capacity()).put(taken.flip());
            }
        }
    }

    private static void pause(int spins) {
        for (int i = 0; i < spins; i++) {
            Thread.onSpinWait();
        }
    }

    // ---- what Writing does, without a link

    private void took(Outbox.Taken taken, boolean leaves) {
        switch (taken) {
            case WRITE -> {
                if (leaves) {
                    leave(true);
                } else {
                    write();
                }
            }
            case WRITE_NOW -> write();
            case QUEUED, FULL, SHUT -> {}
        }
    }

    private void write() {
        try {
            switch (outbox.write(socket, 1)) {
                case ALL -> {}
                case MORE -> leave(false);
                case BLOCKED -> driver.add(this::resume);
                case SHUT -> outbox.giveBack();
            }
            outbox.relieved();
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private void leave(boolean lazily) {
        if (outbox.leave(lazily)) {
            driver.add(this::look);
        }
    }

    private void look() {
        switch (outbox.look(true, System.nanoTime())) {
            case WRITE -> write();
            case LATER -> driver.add(this::look);
            case NOTHING -> {}
        }
    }

    private void resume() {
        if (outbox.resume()) {
            write();
        }
    }

    private void drive() {
        try {
            while (!over || !driver.isEmpty()) {
                Runnable piece = driver.poll(1, TimeUnit.MILLISECONDS);
                if (piece != null) {
                    piece.run();
                }
            }
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    // ---- what is put

    private Outbox.Taken put(int thread, int number, SplittableRandom random) {
        ByteBuffer first = ByteBuffer.allocate(8).putInt(thread).putInt(number).flip();
        int id = thread * MESSAGES + number;
        if (random.nextInt(16) != 0) {
            Outbox.Taken taken = outbox.put(first);
            if (isTaken(taken)) {
                released.set(id, 1); // nothing was lent
            }
            return taken;
        }
        MemorySegment lent = MemorySegment.ofArray(new byte[BULK_BYTES + random.nextInt(BULK_BYTES)]);
        return outbox.put(
                new Message(List.of(MemorySegment.ofBuffer(first), lent), () -> released.incrementAndGet(id)));
    }

    private static boolean isTaken(Outbox.Taken taken) {
        return taken != Outbox.Taken.FULL && taken != Outbox.Taken.SHUT;
    }

    /** Until it is shut; gives how many were taken. */
    private int putAll(int thread) {
        SplittableRandom random = new SplittableRandom(thread);
        for (int number = 0; number < MESSAGES; ) {
            Outbox.Taken taken = put(thread, number, random);
            took(taken, random.nextBoolean());
            if (taken == Outbox.Taken.SHUT) {
                return number;
            } else if (taken == Outbox.Taken.FULL) {
                assertThat(outbox.queuedBytes()).isLessThanOrEqualTo(MOST_BYTES + 2 * Frame.MAX_HEADER_BYTES);
                Thread.onSpinWait();
            } else {
                number++;
            }
        }
        return MESSAGES;
    }

    private void together(List<Runnable> parts) throws InterruptedException {
        Thread driving = start(this::drive);
        List<Thread> threads = parts.stream().map(this::start).toList();
        for (Thread thread : threads) {
            thread.join();
        }
        over = true;
        driving.join();
        assertThat(failed).hasValue(null);
    }

    private Thread start(Runnable part) {
        return Thread.ofPlatform().daemon().start(() -> {
            try {
                part.run();
            } catch (Throwable thrown) {
                failed.compareAndSet(null, thrown);
            }
        });
    }

    private List<Runnable> putters(int[] taken) {
        List<Runnable> parts = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            parts.add(() -> taken[thread] = putAll(thread));
        }
        return parts;
    }

    @Test
    @DisplayName("Nothing is lost, what one thread puts stays in order, and no two write at once")
    void shouldWriteAllInOrder() throws Exception {
        driver.add(this::resume); // the link is up
        together(putters(new int[THREADS]));

        assertThat(socket.overlaps).hasValue(0);
        assertThat(outbox.queuedBytes()).isZero();
        int[] next = new int[THREADS];
        ByteBuffer wire = socket.taken.flip();
        while (wire.hasRemaining()) {
            boolean more = wire.get() == 1;
            assertThat(wire.get()).isEqualTo((byte) 8);
            int thread = wire.getInt();
            assertThat(wire.getInt()).isEqualTo(next[thread]++);
            if (more) {
                assertThat(wire.get()).as("long, the last part").isEqualTo((byte) 2);
                long size = wire.getLong();
                assertThat(Frame.headerBytes(size)).isEqualTo(Frame.MAX_HEADER_BYTES);
                wire.position(wire.position() + (int) size);
            }
        }
        assertThat(next).containsOnly(MESSAGES);
        for (int i = 0; i < THREADS * MESSAGES; i++) {
            assertThat(released.get(i)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 500, 2_000, 5_000, 10_000, 20_000, 50_000})
    @DisplayName("A link that breaks at any moment gives back each loan that was taken, once, and none that was not")
    void shouldGiveBackEachLoanOnce(int spins) throws Exception {
        socket.spins = 3_000; // so that somebody writes at that moment
        driver.add(this::resume);
        int[] taken = new int[THREADS];
        List<Runnable> parts = putters(taken);
        parts.add(() -> {
            pause(20 * spins);
            outbox.abandon();
        });
        together(parts);

        assertThat(socket.overlaps).hasValue(0);
        for (int thread = 0; thread < THREADS; thread++) {
            for (int number = 0; number < MESSAGES; number++) {
                assertThat(released.get(thread * MESSAGES + number))
                        .as("thread " + thread + ", message " + number + " of " + taken[thread])
                        .isEqualTo(number < taken[thread] ? 1 : 0);
            }
        }
        assertThat(outbox.put(ByteBuffer.allocate(8))).isEqualTo(Outbox.Taken.SHUT);
    }

    @Test
    @DisplayName("A sender that leaves its message to the driver after the link broke gives the loan back itself")
    void shouldGiveBackWhatIsLeftToTheDriverAfterTheEnd() {
        assertThat(outbox.resume()).isTrue();
        outbox.leave(false);
        assertThat(outbox.look(false, 0)).isEqualTo(WritersRole.Turn.WRITE);
        write();
        MemorySegment lent = MemorySegment.ofArray(new byte[BULK_BYTES]);
        assertThat(outbox.put(new Message(List.of(lent), () -> released.incrementAndGet(0))))
                .isEqualTo(Outbox.Taken.WRITE);

        outbox.abandon();
        assertThat(released.get(0)).as("while the sender has the role").isZero();
        assertThat(outbox.leave(true)).as("the driver is to be told").isFalse();
        assertThat(released.get(0)).isEqualTo(1);
        assertThat(outbox.queuedBytes()).isZero();
        outbox.abandon();
        assertThat(released.get(0)).isEqualTo(1);
    }
}
