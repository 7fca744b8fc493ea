package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Keys;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * TLS over a socket: an {@link SSLEngine} between what the link reads and writes and the records on the wire.
 *
 * <pre>
 *   write: loan or batch --wrap, 16 KiB a record--> outbound (some records) --> socket
 *   read:  socket --> inbound (some records) --unwrap--> inbox or landing; what does not fit there: plain, for the next read
 * </pre>
 *
 * What takes long in a handshake, signing and checking, runs on virtual threads of its own: the first takes hundreds of
 * milliseconds in a cold JVM and any takes some, while whoever carries has other links to serve. Who dials is secured only
 * when the other side has said something: by then it has accepted our certificate, and where it has not, its alert cannot be
 * lost behind bytes that nobody reads.
 *
 * <p><b>Threading:</b> see {@link Transport}. <b>Cost:</b> buffers only while records are under way. Records lie on the heap,
 * since the JDK encrypts there 2.5 times as fast as in direct buffers; what they hold may lie anywhere. <b>Failure:</b> see
 * {@link Transport}; a peer that ends the connection without a goodbye was cut off, or somebody between did it.
 */
final class TlsTransport implements Transport {
    /** Room for seven records: enough that system calls do not count. */
    static final int RECORDS_BYTES = 128 << 10;

    private static final int HEADER_BYTES = 5;
    private static final int MOST_RECORD_BYTES = HEADER_BYTES + (16 << 10) + 256;
    private static final int FIRST_RECORD_TYPE = 20;
    private static final int LAST_RECORD_TYPE = 23;
    private static final int ZMTP_SIGNATURE = 0xFF;

    /** Of one call of read, so that one link does not keep the others waiting. */
    private static final int MOST_READ_BYTES = 256 << 10;

    /** A rest of this size is kept in an array of its own; a larger one keeps its buffer. */
    private static final int SMALL_REST_BYTES = 8 << 10;

    /** What a side that has no TLS yet can still say: a fatal alert, unexpected_message. */
    private static final byte[] ALERT = {21, 3, 3, 0, 2, 2, 10};

    private static final ByteBuffer NONE = ByteBuffer.allocate(0);

    /** Handshakes take processors from all else: some wait for others. */
    private static final Semaphore AT_ONCE =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));

    /** What a thread of its own does. */
    private interface Errand {
        void run() throws IOException;
    }

    private final SocketChannel channel;
    private final Keys keys;
    private final boolean dials;
    private final BufferPool pool;

    /** Held by who writes; whoever closes says goodbye only where nobody does. */
    private final ReentrantLock sending = new ReentrantLock();

    private final ByteBuffer[] one = new ByteBuffer[1];
    private volatile @Nullable SSLEngine engine;
    private volatile @Nullable Throwable failure;
    private volatile boolean away;
    private volatile boolean secured;
    private boolean looked;
    private boolean ended;
    private boolean endTold;
    private boolean goodbyeSaid;

    // All are read from position to limit; NONE where there is nothing.
    private ByteBuffer inbound = NONE;
    private ByteBuffer plain = NONE;
    private ByteBuffer outbound = NONE;

    /** @param pool heap buffers of {@link #RECORDS_BYTES} */
    TlsTransport(SocketChannel channel, Keys keys, boolean dials, BufferPool pool) {
        this.channel = channel;
        this.keys = keys;
        this.dials = dials;
        this.pool = pool;
    }

    @Override
    public Step secure(Runnable back) throws IOException {
        if (away) {
            return Step.AWAY;
        }
        Throwable failed = failure;
        if (failed != null) {
            throw InsecureException.of(failed);
        }
        SSLEngine tls = engine;
        if (tls == null) {
            return send(this::begin, back);
        }
        try {
            return advance(tls, back);
        } catch (SSLException e) {
            alert(tls);
            throw InsecureException.of(e);
        }
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        SSLEngine tls = engine();
        int sum = 0;
        while (into.hasRemaining() && sum < MOST_READ_BYTES && (plain.hasRemaining() || !ended)) {
            if (plain.hasRemaining()) {
                sum += takePlain(into);
            } else if (hasRecord()) {
                sum += unwrap(tls, into);
            } else {
                int bytes = fill();
                if (bytes == 0 || (bytes < 0 && sum > 0)) {
                    break;
                }
                if (bytes < 0) {
                    throw new IOException("cut off without a goodbye");
                }
            }
        }
        release();
        endTold = ended && sum == 0;
        return endTold ? -1 : sum;
    }

    @Override
    public boolean isPrivate() {
        return true;
    }

    @Override
    public boolean hasUnread() {
        return plain.hasRemaining() || (ended ? !endTold : isWhole(inbound));
    }

    @Override
    public long write(ByteBuffer bytes) throws IOException {
        one[0] = bytes;
        return write(one);
    }

    @Override
    public long write(ByteBuffer[] buffers) throws IOException {
        SSLEngine tls = engine();
        sending.lock();
        try {
            long taken = 0;
            while (flush() && hasRemaining(buffers)) {
                taken += wrap(tls, buffers);
            }
            return taken;
        } finally {
            sending.unlock();
        }
    }

    @Override
    public boolean holds() {
        return outbound.hasRemaining();
    }

    @Override
    public void finish() throws IOException {
        sending.lock();
        try {
            sayGoodbye();
        } finally {
            sending.unlock();
        }
        channel.shutdownOutput();
    }

    @Override
    public void close() {
        if (sending.tryLock()) {
            try {
                sayGoodbye();
                pool.give(outbound);
                outbound = NONE;
            } catch (IOException e) {
                ended = true; // Nobody is there to hear it.
            } finally {
                sending.unlock();
            }
        }
        Addresses.close(channel);
        inbound = emptied(inbound);
        plain = emptied(plain);
    }

    // The handshake.

    private void begin() throws IOException {
        SSLEngine tls = keys.engine(dials);
        tls.beginHandshake();
        engine = tls;
    }

    private Step advance(SSLEngine tls, Runnable back) throws IOException {
        while (true) {
            Step waits = switch (tls.getHandshakeStatus()) {
                case NEED_TASK -> send(() -> runTasks(tls), back);
                case NEED_WRAP -> speak(tls) ? null : Step.WRITABLE;
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> listen(tls) ? null : Step.READABLE;
                case FINISHED, NOT_HANDSHAKING -> confirm(tls);
            };
            if (waits != null) {
                return waits;
            }
        }
    }

    private @Nullable Step confirm(SSLEngine tls) throws IOException {
        if (!flush()) {
            return Step.WRITABLE;
        }
        if (dials && !plain.hasRemaining()) {
            return listen(tls) ? null : Step.READABLE;
        }
        release();
        secured = true;
        return Step.SECURED;
    }

    private boolean speak(SSLEngine tls) throws IOException {
        if (flush()) {
            one[0] = NONE;
            wrap(tls, one);
        }
        return flush();
    }

    /** Takes one record; false where there is none yet. */
    private boolean listen(SSLEngine tls) throws IOException {
        while (!hasRecord()) {
            int bytes = fill();
            if (bytes < 0) {
                throw new EOFException();
            }
            if (bytes == 0) {
                release();
                return false;
            }
        }
        unwrap(tls, NONE);
        if (ended) {
            throw new EOFException();
        }
        return true;
    }

    private Step send(Errand errand, Runnable back) {
        away = true;
        Thread.ofVirtual().name("mosaic-handshake").start(() -> {
            AT_ONCE.acquireUninterruptibly();
            try {
                if (channel.isOpen()) { // who was let go meanwhile costs nothing more
                    errand.run();
                }
            } catch (IOException | RuntimeException | Error e) {
                failure = e;
            } finally {
                AT_ONCE.release();
            }
            away = false;
            back.run();
        });
        return Step.AWAY;
    }

    private static void runTasks(SSLEngine tls) {
        for (Runnable task = tls.getDelegatedTask(); task != null; task = tls.getDelegatedTask()) {
            task.run();
        }
    }

    /** Tells the other side what was wrong with it, if that can be written at once. */
    private void alert(SSLEngine tls) {
        try {
            boolean goesOn = true;
            while (goesOn && tls.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_WRAP) {
                goesOn = speak(tls);
            }
        } catch (IOException e) {
            ended = true; // It closed before.
        }
    }

    // What comes in.

    private boolean hasRecord() throws IOException {
        if (!looked && inbound.hasRemaining()) {
            looked = true;
            refuseWhatIsNotTls(inbound.get(inbound.position()) & 0xFF);
        }
        if (inbound.remaining() >= HEADER_BYTES && recordBytes(inbound) > MOST_RECORD_BYTES) {
            throw new SSLException("a record of " + recordBytes(inbound) + " bytes");
        }
        return isWhole(inbound);
    }

    private void refuseWhatIsNotTls(int first) throws IOException {
        if (first < FIRST_RECORD_TYPE || first > LAST_RECORD_TYPE) {
            channel.write(ByteBuffer.wrap(ALERT));
            throw new InsecureException(
                    first == ZMTP_SIGNATURE ? "it speaks ZeroMQ without TLS" : "it does not speak TLS");
        }
    }

    private static boolean isWhole(ByteBuffer records) {
        return records.remaining() >= HEADER_BYTES && records.remaining() >= recordBytes(records);
    }

    private static int recordBytes(ByteBuffer records) {
        return HEADER_BYTES + (records.getShort(records.position() + HEADER_BYTES - 2) & 0xFFFF);
    }

    /** Reads from the socket behind what is there. */
    private int fill() throws IOException {
        ByteBuffer records = inbound;
        if (records.capacity() < pool.sizeBytes()) {
            records = pool.take().put(records);
        } else {
            records.compact();
        }
        int bytes;
        try {
            bytes = channel.read(records);
        } finally {
            inbound = records.flip();
        }
        return bytes;
    }

    /** Opens one record, into the buffer where it fits. */
    private int unwrap(SSLEngine tls, ByteBuffer into) throws IOException {
        boolean direct = into.remaining() >= recordBytes(inbound);
        ByteBuffer to = direct ? into : pool.take();
        SSLEngineResult result = tls.unwrap(inbound, to);
        if (!direct) {
            plain = to.flip().hasRemaining() ? to : emptied(to);
        }
        if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
            ended = true;
        } else if (secured && result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_TASK) {
            runTasks(tls);
        } else if (result.bytesConsumed() == 0) {
            throw new SSLException("a record that cannot be read: " + result.getStatus());
        }
        return direct ? result.bytesProduced() : 0;
    }

    private int takePlain(ByteBuffer into) {
        int bytes = Math.min(plain.remaining(), into.remaining());
        into.put(into.position(), plain, plain.position(), bytes);
        into.position(into.position() + bytes);
        plain.position(plain.position() + bytes);
        if (!plain.hasRemaining()) {
            plain = emptied(plain);
        }
        return bytes;
    }

    /** Gives the buffer back, or keeps a small rest without it: who sends half a record does not get much memory for it. */
    private void release() {
        if (!inbound.hasRemaining()) {
            inbound = emptied(inbound);
        } else if (inbound.remaining() <= SMALL_REST_BYTES && inbound.capacity() == pool.sizeBytes()) {
            ByteBuffer rest =
                    ByteBuffer.allocate(inbound.remaining()).put(inbound).flip();
            emptied(inbound);
            inbound = rest;
        }
    }

    private ByteBuffer emptied(ByteBuffer buffer) {
        pool.give(buffer);
        return NONE;
    }

    // What goes out.

    private long wrap(SSLEngine tls, ByteBuffer[] buffers) throws IOException {
        ByteBuffer records = pool.take();
        long taken = 0;
        int packetBytes = tls.getSession().getPacketBufferSize();
        do {
            SSLEngineResult result = tls.wrap(buffers, records);
            if (result.getStatus() == SSLEngineResult.Status.CLOSED && result.bytesProduced() == 0) {
                pool.give(records);
                throw new ClosedChannelException();
            }
            taken += result.bytesConsumed();
            if (result.bytesProduced() == 0) {
                break;
            }
        } while (records.remaining() >= packetBytes && hasRemaining(buffers));
        outbound = records.flip();
        return taken;
    }

    /** Writes what is held; true where nothing is any more. */
    private boolean flush() throws IOException {
        if (outbound.hasRemaining()) {
            channel.write(outbound);
            if (outbound.hasRemaining()) {
                return false;
            }
        }
        outbound = emptied(outbound);
        return true;
    }

    private void sayGoodbye() throws IOException {
        SSLEngine tls = engine;
        if (tls != null && secured && !goodbyeSaid && flush()) {
            goodbyeSaid = true;
            tls.closeOutbound();
            one[0] = NONE;
            wrap(tls, one);
            flush();
        }
    }

    private static boolean hasRemaining(ByteBuffer[] buffers) {
        for (ByteBuffer buffer : buffers) {
            if (buffer.hasRemaining()) {
                return true;
            }
        }
        return false;
    }

    private SSLEngine engine() throws IOException {
        SSLEngine tls = engine;
        if (tls == null || !secured) {
            throw new SSLException("not secured yet");
        }
        return tls;
    }
}
