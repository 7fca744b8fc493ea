package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.mesh.zmtp.Metadata;
import dev.mosaic.mesh.zmtp.ZmtpEvents;
import dev.mosaic.mesh.zmtp.ZmtpException;
import dev.mosaic.mesh.zmtp.ZmtpSession;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * One connection: its handshake, what comes in, and its end. {@link Reading} reads, {@link Writing} writes.
 *
 * <p>Before it is admitted it answers the handshake by itself and has neither lane nor outbox.
 *
 * <p><b>Threading:</b> all but {@link #writing} and {@link #close} runs as carried work of its driver. <b>Cost:</b> a quiet link holds no read buffer. <b>Failure:</b>
 * ends itself, tells its {@link Owner} why.
 */
final class Link implements ZmtpEvents, Driver.Ready {
    /** Who admits links and hears of their end. */
    interface Owner {
        /** Decides on a peer that introduced itself; an answer is the reason to refuse it. */
        @Nullable String introduced(Link link, Metadata peer);

        /** The link is up. */
        void admitted(Link link);

        /** The link is over. */
        void ended(Link link, String reason, Ending ending);
    }

    /** Why a link is over. */
    enum Ending {
        /** Lost, or not made. */
        BREAK,
        /** One side closed it on purpose. */
        CLOSED,
        /** The peer broke a rule, or its message the receiver. */
        FAULT,
        /** It was not let in from here. */
        REFUSED,
        /** There is no security with it: other keys, or TLS on one side only. */
        INSECURE,
        /** The peer did not let it in. */
        REFUSED_BY_PEER
    }

    private static final int READ_ROUNDS = 4;

    /** A receiver that takes longer for what was read has to let others be read, and be written to, in between. */
    private static final long MOST_READ_NANOS = 10_000_000L;

    /** One frame in so many looks at the time; a power of two less one. */
    private static final int LOOK_FRAMES = 7;

    private final SocketChannel channel;
    private final Transport transport;
    private final MeshOptions options;
    private final Receiver receiver;
    private final Owner owner;
    private final String remote;
    private final ZmtpSession session;
    private final Metadata self;
    private final @Nullable Vouching vouching;
    private final Reading reading;
    private final Assembly assembly = new Assembly();
    private final Pulse pulse;
    private final Writing writing;
    private final @Nullable Lane dialledFor;
    private @Nullable Lane lane;
    private volatile Driver driver;
    private volatile @Nullable SelectionKey key;
    private @Nullable Runnable onceRead;
    private @Nullable SocketPeer peer;
    private @Nullable Introduction introduction;
    private boolean pings;
    private boolean secured;
    private boolean readsAgain;
    private long readUntilNanos;
    private int frames;
    private volatile boolean over;

    /** The peer's system took the connection, and the peer said too little for too long. */
    private boolean isUnanswered;

    /**
     * @param channel for the selector
     * @param transport for the bytes
     * @param dialledFor the lane that dials, or null for an accepted connection
     */
    Link(
            SocketChannel channel,
            Transport transport,
            String remote,
            MeshOptions options,
            Receiver receiver,
            Owner owner,
            Driver driver,
            @Nullable Lane dialledFor) {
        this.channel = channel;
        this.transport = transport;
        this.remote = remote;
        this.options = options;
        this.receiver = receiver;
        this.owner = owner;
        this.driver = driver;
        this.dialledFor = dialledFor;
        this.lane = dialledFor;
        this.pulse = new Pulse(
                options.timing(), dialledFor == null ? 0 : dialledFor.answerNanos(options.timing()), System.nanoTime());
        LaneKind kind = dialledFor == null ? LaneKind.CONTROL : dialledFor.kind();
        this.self = Introduction.of(options, kind, transport.isPrivate());
        this.vouching = transport.isPrivate() || options.token().isEmpty()
                ? null
                : new Vouching(options.token(), dialledFor != null, Addresses.listenersPort(channel, dialledFor));
        this.session = dialledFor != null
                ? ZmtpSession.dialling(self, Introduction.limits(options), this)
                : ZmtpSession.listening(
                        self, vouching == null ? "" : vouching.nonce(), Introduction.limits(options), this);
        this.reading = new Reading(transport, session, pulse);
        this.writing = new Writing(this, transport, pulse);
    }

    boolean isUnanswered() {
        return isUnanswered;
    }

    @Nullable Lane dialledFor() {
        return dialledFor;
    }

    boolean isOver() {
        return over;
    }

    /** The lane it belongs to, or null before an accepted link is let in. */
    @Nullable Lane lane() {
        return lane;
    }

    /** It was let in: from here on its messages are delivered. */
    void joined(Lane admittedTo) {
        lane = admittedTo;
        peer = admittedTo.peer();
    }

    /** How both sides show that they know the token; null where they need not, or say it inside TLS. */
    @Nullable Vouching vouching() {
        return vouching;
    }

    /** Completes what a listener says of itself to a peer that is let in. */
    void answer() {
        if (vouching != null && dialledFor == null) {
            vouching.answer(self);
        }
    }

    /** What the peer said of itself, once it was let in. */
    @Nullable Introduction introduction() {
        return introduction;
    }

    void introduced(Introduction who) {
        introduction = who;
    }

    /** Watches the connection: for its completion where it is dialled and not there yet, else begins to talk. */
    void open(boolean connected) {
        try {
            key = driver.register(channel, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
            if (connected) {
                Addresses.refuseItself(channel);
                secure();
            }
        } catch (IOException e) {
            end("cannot connect: " + e.getMessage(), Ending.BREAK);
        }
    }

    /** Writes what waits there, and all that will be put. */
    void attach(Outbox box) {
        writing.attach(box);
    }

    /** Goes on under another driver, as soon as what was read is parsed; then {@code moved} runs there. */
    void moveTo(Driver other, Runnable moved) {
        onceRead = () -> {
            SelectionKey old = key;
            if (old != null) {
                old.cancel();
            }
            driver = other;
            other.execute(() -> arrive(other, moved));
        };
    }

    /** Who carries it at the moment. */
    Driver driver() {
        return driver;
    }

    /** What goes out, from any thread. */
    Writing writing() {
        return writing;
    }

    /** Sends nothing any more; the peer, when it has read all, will close. */
    void finish() {
        try {
            transport.finish();
        } catch (IOException e) {
            end("lost: " + e.getMessage(), Ending.BREAK);
        }
    }

    /** Ends the link on purpose, from any thread. */
    void close(String reason) {
        driver.execute(() -> end(reason, Ending.CLOSED));
    }

    /** Ends the link, which broke, from any thread. */
    void lost(String why) {
        driver.execute(() -> end("lost: " + why, Ending.BREAK));
    }

    @Override
    public void ready(SelectionKey ready) {
        try {
            if (!secured) {
                if (!ready.isConnectable() || channel.finishConnect()) {
                    Addresses.refuseItself(channel);
                    secure();
                }
                return;
            }
            if (ready.isWritable()) {
                ready.interestOpsAnd(~SelectionKey.OP_WRITE);
                pulse.drained(System.nanoTime());
                writing.resume();
            }
            if (ready.isReadable()) {
                read();
            }
        } catch (IOException e) {
            end((session.isEstablished() ? "lost: " : "cannot connect: ") + e.getMessage(), Ending.BREAK);
        } catch (CancelledKeyException e) {
            end("closed", Ending.BREAK);
        }
    }

    /** Looks at deadlines: of the handshake, of the heartbeat, of the peer's silence. */
    void tick(long nowNanos) {
        if (over) {
            return;
        }
        if (!session.isEstablished()) {
            pulse.lateness(nowNanos).ifPresent(why -> {
                isUnanswered = channel.isConnected();
                end(why, Ending.FAULT);
            });
        } else if (pings) {
            switch (pulse.at(nowNanos, writing.waits())) {
                case FINE -> {}
                case PING -> reply(ZmtpSession.ping());
                case SILENT -> end("silent for " + (nowNanos - pulse.heardNanos()) / 1_000_000 + " ms", Ending.BREAK);
            }
        }
    }

    // What comes out of the session, as carried work.

    @Override
    public void reply(ByteBuffer bytes) {
        if (writing.isAttached()) {
            if (!writing.put(bytes)) {
                driver.execute(() -> end("does not read the answers to its PINGs", Ending.FAULT));
            }
            return;
        }
        try {
            transport.write(bytes);
        } catch (IOException e) {
            lost(e.toString());
        }
        if (bytes.hasRemaining() || transport.holds()) {
            lost("does not read the handshake");
        }
    }

    @Override
    public void greeted(String nonce) {
        if (vouching != null && dialledFor != null) {
            vouching.introduce(self, nonce);
        }
    }

    @Override
    public @Nullable String introduced(Metadata introduction) {
        return owner.introduced(this, introduction);
    }

    @Override
    public void established(boolean peerPings) {
        pings = peerPings;
        owner.admitted(this);
    }

    @Override
    public void part(ByteBuffer body, boolean more) {
        if (more || !assembly.isEmpty()) {
            assembly.add(body);
        } else {
            assembly.single(body);
        }
        if (!more) {
            deliver();
        }
    }

    @Override
    public boolean pauses() {
        return (++frames & LOOK_FRAMES) == 0 && System.nanoTime() - readUntilNanos >= 0;
    }

    @Override
    public @Nullable MemorySegment land(long sizeBytes) {
        SocketPeer from = peer;
        Identity who = from == null ? options.identity() : from.identity();
        try {
            return options.landing().land(who, sizeBytes);
        } catch (OutOfMemoryError full) {
            return Spill.of(sizeBytes);
        }
    }

    @Override
    public void landed(MemorySegment segment, long sizeBytes, boolean more) {
        assembly.add(segment, sizeBytes);
        if (!more) {
            deliver();
        }
    }

    @Override
    public String toString() {
        return remote;
    }

    /** Goes on until both sides accept each other; then begins to talk. */
    private void secure() {
        if (over || secured) {
            return;
        }
        pulse.heard(System.nanoTime()); // it goes on: the peer sent something, or our part of it is done
        try {
            switch (transport.secure(() -> driver.execute(this::secure))) {
                case SECURED -> {
                    secured = true;
                    watch(SelectionKey.OP_READ);
                    reply(session.start());
                    if (transport.hasUnread()) {
                        read();
                    }
                }
                case READABLE -> watch(SelectionKey.OP_READ);
                case WRITABLE -> watch(SelectionKey.OP_WRITE);
                case AWAY -> watch(0);
            }
        } catch (EOFException e) {
            end("closed by the peer", Ending.BREAK);
        } catch (InsecureException e) {
            end(e.reason(), Ending.INSECURE);
        } catch (IOException e) {
            end("lost: " + e.getMessage(), Ending.BREAK);
        } catch (CancelledKeyException e) {
            end("closed", Ending.BREAK);
        }
    }

    private void watch(int interest) {
        SelectionKey current = key;
        if (current != null) {
            current.interestOps(interest);
        }
    }

    private void deliver() {
        SocketPeer from = peer;
        try {
            if (from != null) {
                receiver.received(from, assembly);
            }
        } finally {
            assembly.clear();
        }
    }

    private void arrive(Driver other, Runnable moved) {
        try {
            if (!over) {
                key = other.register(channel, SelectionKey.OP_READ, this);
                moved.run();
                readsAgain = false;
                goOnReading();
            }
        } catch (IOException e) {
            end("lost: " + e.getMessage(), Ending.BREAK);
        }
    }

    private void read() {
        readAndParse();
        Runnable next = onceRead;
        if (next != null) {
            onceRead = null;
            next.run();
        } else if (!over) {
            goOnReading();
        }
    }

    /** What was taken from the socket already, the selector does not report again. */
    private void goOnReading() {
        if (!readsAgain && (transport.hasUnread() || session.isPaused())) {
            readsAgain = true;
            Driver here = driver;
            here.execute(() -> {
                if (here.equals(driver) && !over) {
                    readsAgain = false;
                    read();
                }
            });
        }
    }

    private void readAndParse() {
        try {
            readUntilNanos = System.nanoTime() + MOST_READ_NANOS;
            for (int round = 0; round < READ_ROUNDS && !over && onceRead == null; round++) {
                if (!reading.once(driver.inbox()) || session.isPaused()) {
                    return;
                }
            }
        } catch (EOFException e) {
            end("closed by the peer", Ending.CLOSED);
        } catch (InsecureException e) {
            end(e.reason(), Ending.INSECURE);
        } catch (SSLException e) {
            end("TLS: " + e.getMessage(), Ending.FAULT);
        } catch (IOException e) {
            end("lost: " + e.getMessage(), Ending.BREAK);
        } catch (ZmtpException e) {
            switch (e.why()) {
                case VIOLATION -> end(e.reason(), Ending.FAULT);
                case REFUSED -> end(e.reason(), Ending.REFUSED);
                case REFUSED_BY_PEER -> end("refused by the peer: " + e.reason(), Ending.REFUSED_BY_PEER);
            }
        } catch (RuntimeException | Error e) {
            end("receiver failed: " + e, Ending.FAULT);
        }
    }

    /** Goes on writing when the socket takes more, from any thread. */
    void awaitWritable() {
        SelectionKey current = key;
        if (current != null) {
            try {
                current.interestOpsOr(SelectionKey.OP_WRITE);
                driver.wake();
            } catch (CancelledKeyException e) {
                lost("closed");
            }
        }
    }

    /** Tells the receiver that there is room again, as carried work. */
    void tellWritable() {
        SocketPeer to = peer;
        if (to != null && !over) {
            OwnerCode.run("writable", () -> receiver.writable(to));
        }
    }

    /** Ends the link, as carried work. */
    void end(String reason, Ending ending) {
        if (over) {
            return;
        }
        over = true;
        SelectionKey current = key;
        if (current != null) {
            current.cancel();
        }
        writing.abandon();
        transport.close();
        MemorySegment landing = session.abandon();
        if (landing != null) {
            OwnerCode.run("abandoned", () -> options.landing().abandoned(landing));
        }
        assembly.abandon(options.landing());
        owner.ended(this, reason, ending);
    }
}
