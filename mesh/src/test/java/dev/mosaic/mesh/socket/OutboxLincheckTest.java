package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Limits;
import dev.mosaic.mesh.Message;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every history of an outbox is that of a bounded queue: senders put, the peer takes one message at a time, and the link may end
 * at any moment.
 */
@Tag("lincheck")
@Timeout(240)
class OutboxLincheckTest {
    private static final int MESSAGES = 2;
    private static final int LENT_BYTES = 1 << 10;
    private static final int WIRE_BYTES = LENT_BYTES + 9;

    /** So many messages that are lent fit, and not one more. */
    private static final Limits LIMITS =
            new Limits(LENT_BYTES, 1 << 20, 16, (MESSAGES - 1) * WIRE_BYTES + LENT_BYTES, 16, 8 << 10);

    private static final int NOTHING = 0;

    /** An outbox, with what its users do: senders who write or leave that to the driver, and a driver with a socket. */
    @Param(name = "value", gen = IntGen.class, conf = "1:9")
    public static class Link {
        private final Outbox outbox = new Outbox(LIMITS, new BufferPool(8 << 10, ByteBuffer::allocateDirect));
        private final Socket socket = new Socket();
        private final AtomicInteger lent = new AtomicInteger();
        private final AtomicInteger givenBack = new AtomicInteger();
        private volatile boolean isDriverTold;

        @Operation
        public String put(@Param(name = "value") int value) {
            MemorySegment part = MemorySegment.ofArray(new byte[LENT_BYTES]);
            part.set(ValueLayout.JAVA_BYTE, 0, (byte) value);
            Outbox.Taken taken = outbox.put(new Message(List.of(part), givenBack::incrementAndGet));
            switch (taken) {
                case WRITE, WRITE_NOW -> {
                    lent.incrementAndGet();
                    if (value % 2 == 0) {
                        leave();
                    } else {
                        write();
                    }
                }
                case QUEUED -> lent.incrementAndGet();
                case FULL, SHUT -> {
                    return taken.name();
                }
            }
            return "TAKEN";
        }

        /** The socket has room for one message; the driver comes until it has taken one or nothing waits. */
        @Operation(nonParallelGroup = "driver")
        @SuppressWarnings("ThreadPriorityCheck") // who has the role may wait for this processor
        public int take() {
            socket.makeRoom();
            while (socket.taken == NOTHING) {
                if (drives()) {
                    write();
                } else if (outbox.queuedBytes() == 0) {
                    break;
                } else {
                    Thread.yield();
                }
            }
            return socket.fill();
        }

        @Operation(nonParallelGroup = "end")
        public void end() {
            outbox.abandon();
        }

        private boolean drives() {
            if (outbox.resume()) {
                return true;
            }
            if (!isDriverTold) {
                return false;
            }
            isDriverTold = false;
            return outbox.look(false, 0) == WritersRole.Turn.WRITE;
        }

        private void leave() {
            if (outbox.leave(true)) {
                isDriverTold = true;
            }
        }

        private void write() {
            try {
                switch (outbox.write(socket, 1)) {
                    case ALL, BLOCKED -> {}
                    case MORE -> leave();
                    case SHUT -> outbox.giveBack();
                }
            } catch (IOException impossible) {
                throw new AssertionError(impossible);
            }
        }

        @Validate
        public void eachLoanComesBackOnceAtTheLatestWithTheEnd() {
            outbox.abandon();
            if (givenBack.get() != lent.get()) {
                throw new IllegalStateException("lent=" + lent + ", givenBack=" + givenBack);
            }
        }
    }

    /** What it shall be. */
    public static class BoundedQueue {
        private final Queue<Integer> queue = new ArrayDeque<>();
        private boolean isOver;

        public String put(int value) {
            if (isOver) {
                return "SHUT";
            }
            if (queue.size() == MESSAGES) {
                return "FULL";
            }
            queue.add(value);
            return "TAKEN";
        }

        public int take() {
            return queue.isEmpty() ? NOTHING : queue.remove();
        }

        public void end() {
            isOver = true;
            queue.clear();
        }
    }

    /** Takes one message from the thread that made room for it, and nothing from others. */
    private static final class Socket extends WriteOnlyTransport {
        private final AtomicReference<Thread> writer = new AtomicReference<>();
        private volatile @Nullable Thread driver;
        private volatile int taken;

        void makeRoom() {
            taken = NOTHING;
            driver = Thread.currentThread();
        }

        /** Has no more room; gives what was taken. */
        int fill() {
            driver = null;
            return taken;
        }

        @Override
        public long write(ByteBuffer bytes) {
            throw new AssertionError("all is lent");
        }

        @Override
        public long write(ByteBuffer[] two) {
            if (!writer.compareAndSet(null, Thread.currentThread())) {
                throw new IllegalStateException("two write at once");
            }
            try {
                if (!Thread.currentThread().equals(driver) || taken != NOTHING) {
                    return 0;
                }
                taken = two[1].get(two[1].position());
                long sum = 0;
                for (ByteBuffer bytes : two) {
                    sum += bytes.remaining();
                    bytes.position(bytes.limit());
                }
                return sum;
            } finally {
                writer.set(null);
            }
        }
    }

    @Test
    @DisplayName("On threads of the machine")
    void shouldBeABoundedQueueUnderStress() {
        new StressOptions()
                .iterations(10)
                .invocationsPerIteration(200)
                .threads(3)
                .actorsBefore(1)
                .actorsPerThread(3)
                .actorsAfter(3)
                .minimizeFailedScenario(false) // that takes longer than a test may
                .sequentialSpecification(BoundedQueue.class)
                .check(Link.class);
    }

    @Test
    @DisplayName("In many orders of steps")
    void shouldBeABoundedQueueInManyOrdersOfSteps() {
        new ModelCheckingOptions()
                .iterations(15)
                .invocationsPerIteration(100)
                .threads(2)
                .actorsBefore(1)
                .actorsPerThread(3)
                .actorsAfter(2)
                .minimizeFailedScenario(false) // that takes longer than a test may
                .sequentialSpecification(BoundedQueue.class)
                .check(Link.class);
    }
}
