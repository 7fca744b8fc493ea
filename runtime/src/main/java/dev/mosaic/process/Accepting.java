package dev.mosaic.process;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A loop that accepts connections, one after the other, until it is closed.
 *
 * <p><b>Threading:</b> {@link #run} in a thread of its own, {@link #close} in any. <b>Failure:</b> where it cannot accept, as without
 * descriptors or memory, it waits a little, says so once, and tries again.
 */
public final class Accepting implements AutoCloseable {
    /** Where connections come from. */
    public interface Source {
        /** Waits for the next one. */
        SocketChannel accept() throws IOException;
    }

    private static final System.Logger LOG = System.getLogger("dev.mosaic.process");
    private static final long PAUSE_MILLIS = 200;

    private final Source source;
    private final Consumer<SocketChannel> taker;
    private final Runnable shortOfRoom;
    private final CountDownLatch closed = new CountDownLatch(1);

    /** @param shortOfRoom told whenever it cannot accept: something may be let go of */
    public Accepting(Source source, Consumer<SocketChannel> taker, Runnable shortOfRoom) {
        this.source = source;
        this.taker = taker;
        this.shortOfRoom = shortOfRoom;
    }

    /** Until it is closed. */
    public void run() {
        boolean complained = false;
        while (closed.getCount() > 0) {
            try {
                taker.accept(source.accept());
                complained = false;
            } catch (IOException | RuntimeException | Error e) { // whatever it is, the next may come in
                if (!complained && closed.getCount() > 0) {
                    complained = true;
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "connections cannot be accepted, and are tried again every {0} ms: {1}",
                            PAUSE_MILLIS,
                            e.toString());
                }
                shortOfRoom.run();
                pause();
            }
        }
    }

    private void pause() {
        try {
            var _ = closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            closed.countDown(); // whoever interrupts wants it to end
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
