package dev.mosaic.mesh.zmtp;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One side of one ZMTP 3.1 connection with the NULL mechanism, as a state machine over bytes.
 *
 * <pre>
 *   dials:    greeting ->                            READY ->           | messages, PING, PONG
 *   listens:            <- signature, <- the rest              <- READY |
 * </pre>
 *
 * Who listens says no more than the signature, the first ten bytes, before it has read the other's. JeroMQ (its issue 1022)
 * sometimes dials and then never writes; it notices and dials again only while it has not read a whole greeting.
 *
 * Who listens answers READY only after it has read the other's and let it in; so a refused peer learns nothing but the
 * reason, and nothing that it might send is lost.
 *
 * <p><b>Threading:</b> one reader at a time. <b>Cost:</b> parts below {@link ZmtpLimits#landBytes} are seen in place;
 * larger ones are copied once, or read straight into {@link #landing}. Memory does not depend on what a peer announces,
 * but through {@link ZmtpEvents#land}. <b>Failure:</b> {@link ZmtpException}; the session is over then.
 */
public final class ZmtpSession {
    private enum State {
        GREETING,
        HANDSHAKE,
        TRAFFIC,
        OVER
    }

    private static final String MECHANISM = "NULL";
    private static final int LANDING_CHUNK_BYTES = 1 << 30;

    private final SocketType socketType;
    private final boolean dials;
    private final Metadata self;
    private final String nonce;
    private final ZmtpLimits limits;
    private final ZmtpEvents events;
    private State state = State.GREETING;
    private boolean greeted;
    private boolean pings;
    private int partsBefore;
    private @Nullable MemorySegment landing;
    private @Nullable ByteBuffer landingView;
    private long landingBytes;
    private long landedBytes;
    private boolean landingMore;
    private boolean paused;

    private ZmtpSession(SocketType type, Metadata self, String nonce, ZmtpLimits limits, ZmtpEvents events) {
        this.socketType = type;
        this.dials = type == SocketType.DEALER;
        this.self = self.with(Metadata.SOCKET_TYPE, type.name());
        this.nonce = nonce;
        this.limits = limits;
        this.events = events;
    }

    /** The side that dialled. {@code self} is what it says of itself, as it is when {@link ZmtpEvents#greeted} returns. */
    public static ZmtpSession dialling(Metadata self, ZmtpLimits limits, ZmtpEvents events) {
        return new ZmtpSession(SocketType.DEALER, self, "", limits, events);
    }

    /** The side that listened, which wants no proof. */
    public static ZmtpSession listening(Metadata self, ZmtpLimits limits, ZmtpEvents events) {
        return listening(self, "", limits, events);
    }

    /**
     * The side that listened.
     *
     * @param self what it says of itself, as it is when {@link ZmtpEvents#introduced} returns
     * @param nonce 32 hexadecimal digits for its greeting, or empty for none
     */
    public static ZmtpSession listening(Metadata self, String nonce, ZmtpLimits limits, ZmtpEvents events) {
        return new ZmtpSession(SocketType.ROUTER, self, nonce, limits, events);
    }

    /** The first bytes to send, before anything is received. */
    public ByteBuffer start() {
        ByteBuffer greeting = greeting();
        greeted = dials;
        return dials ? greeting : greeting.limit(Greeting.SIGNATURE_BYTES);
    }

    /**
     * A heartbeat, to be answered with PONG. Its time to live is 0, none: libzmq would end the link that long after the last
     * PING while it is only we who listen.
     */
    public static ByteBuffer ping() {
        return Command.ping(0);
    }

    /** True once both sides are in. */
    public boolean isEstablished() {
        return state == State.TRAFFIC;
    }

    /**
     * Takes what it can: all whole frames, unless it is to pause, and all bytes of a large part. What it leaves must be there again, in front of
     * more, at the next call.
     *
     * @param in position to limit; room for {@link ZmtpLimits#landBytes} and a header is enough for any frame it leaves
     */
    public void receive(ByteBuffer in) {
        boolean progress = true;
        paused = false;
        while (progress && !paused && in.hasRemaining()) {
            progress = switch (state) {
                case GREETING -> greeting(in);
                case HANDSHAKE -> frame(in);
                case TRAFFIC -> landing == null ? frame(in) : land(in);
                case OVER -> throw new ZmtpException("bytes after the end");
            };
            paused = state == State.TRAFFIC && landing == null && events.pauses();
        }
    }

    /** True where {@link #receive} left whole frames since it was to pause. */
    public boolean isPaused() {
        return paused;
    }

    /**
     * The rest of a large part that is under way, to read into straight from the socket; {@link #landed(int)} says how much
     * came. Null where none is, or where its memory is not native: then {@link #receive} takes the bytes.
     */
    public @Nullable ByteBuffer landing() {
        MemorySegment segment = landing;
        if (segment == null || !segment.isNative()) {
            return null;
        }
        ByteBuffer view = landingView;
        if (view == null || !view.hasRemaining()) {
            long chunk = Math.min(landingBytes - landedBytes, LANDING_CHUNK_BYTES);
            view = segment.asSlice(landedBytes, chunk).asByteBuffer();
            landingView = view;
        }
        return view;
    }

    /** So many bytes were read into the buffer of {@link #landing}, whose position moved on by as many. */
    public void landed(int bytes) {
        landedBytes += bytes;
        finishLanding();
    }

    /** The segment that waits for the rest of its part, which never comes now; or null. */
    public @Nullable MemorySegment abandon() {
        MemorySegment segment = landing;
        landing = null;
        state = State.OVER;
        return segment;
    }

    private ByteBuffer greeting() {
        ByteBuffer greeting = ByteBuffer.allocate(Greeting.BYTES);
        new Greeting(3, 1, MECHANISM).put(greeting);
        if (!nonce.isEmpty()) {
            Greeting.putNonce(greeting, nonce);
        }
        return greeting.flip();
    }

    private boolean greeting(ByteBuffer in) {
        Greeting.checkSignature(in);
        if (!greeted && in.remaining() >= Greeting.SIGNATURE_BYTES) {
            greeted = true;
            events.reply(greeting().position(Greeting.SIGNATURE_BYTES));
        }
        Greeting.checkVersion(in);
        if (in.remaining() < Greeting.BYTES) {
            return false;
        }
        String peersNonce = Greeting.nonce(in);
        Greeting peer = Greeting.read(in);
        if (!peer.mechanism().equals(MECHANISM)) {
            throw new ZmtpException("mechanism " + peer.mechanism() + " is not " + MECHANISM);
        }
        pings = peer.major() > 3 || peer.minor() >= 1;
        state = State.HANDSHAKE;
        if (dials) {
            events.greeted(peersNonce);
            events.reply(Command.ready(self));
        }
        return true;
    }

    private boolean frame(ByteBuffer in) {
        int at = in.position();
        int flags = in.get(at);
        if ((flags & ~(Frame.MORE | Frame.LONG | Frame.COMMAND)) != 0) {
            throw new ZmtpException("frame flags " + Integer.toHexString(flags & 0xFF) + " use reserved bits");
        }
        int header = (flags & Frame.LONG) == 0 ? 2 : Frame.MAX_HEADER_BYTES;
        if (in.remaining() < header) {
            return false;
        }
        long size = header == 2 ? in.get(at + 1) & 0xFF : in.getLong(at + 1);
        boolean command = (flags & Frame.COMMAND) != 0;
        check(flags, size, command);
        if (!command && size >= limits.landBytes()) {
            in.position(at + header);
            startLanding(size, (flags & Frame.MORE) != 0);
            return true;
        }
        if (in.remaining() - header < size) {
            return false;
        }
        int end = at + header + (int) size;
        int limit = in.limit();
        in.position(at + header).limit(end);
        if (command) {
            command(in);
        } else {
            boolean more = (flags & Frame.MORE) != 0;
            partsBefore = more ? partsBefore + 1 : 0;
            events.part(in, more);
        }
        in.limit(limit).position(end);
        return true;
    }

    private void check(int flags, long size, boolean command) {
        if (command) {
            if ((flags & Frame.MORE) != 0) {
                throw new ZmtpException("command with MORE");
            }
            if (size < 0 || size > limits.maxCommandBytes()) {
                throw new ZmtpException("command of " + size + " bytes, limit " + limits.maxCommandBytes());
            }
        } else if (state != State.TRAFFIC) {
            throw new ZmtpException("message before READY");
        } else if (size < 0 || size > limits.maxPartBytes()) {
            throw new ZmtpException("part of " + size + " bytes, maxPartBytes=" + limits.maxPartBytes());
        } else if (partsBefore >= limits.maxParts()) {
            throw new ZmtpException("too many parts in one message, maxParts=" + limits.maxParts());
        }
    }

    private void command(ByteBuffer body) {
        if (state == State.HANDSHAKE) {
            handshake(body);
        } else if (Command.starts(body, Command.PING)) {
            body.position(body.position() + Command.PING.length);
            if (body.remaining() < 2 || body.remaining() > 2 + Command.MAX_CONTEXT_BYTES) {
                throw new ZmtpException("PING of " + body.remaining() + " bytes, 2 to 18 are right");
            }
            body.getShort();
            events.reply(Command.pong(body));
        } else if (Command.starts(body, Command.ERROR)) {
            throw error(body);
        }
    }

    private void handshake(ByteBuffer body) {
        if (Command.starts(body, Command.ERROR)) {
            throw error(body);
        }
        if (!Command.starts(body, Command.READY)) {
            throw new ZmtpException("first command is not READY");
        }
        body.position(body.position() + Command.READY.length);
        Metadata peer = Metadata.read(body);
        String refusal = refusal(peer);
        if (refusal != null) {
            events.reply(Command.error(refusal));
            throw new ZmtpException(refusal, ZmtpException.Cause.REFUSED);
        }
        if (!dials) {
            events.reply(Command.ready(self));
        }
        state = State.TRAFFIC;
        events.established(pings);
    }

    private @Nullable String refusal(Metadata peer) {
        Optional<String> type = peer.text(Metadata.SOCKET_TYPE);
        if (type.isEmpty()) {
            return "READY without Socket-Type";
        }
        Optional<String> misfit = socketType.refusal(type.get());
        return misfit.isPresent() ? misfit.get() : events.introduced(peer);
    }

    private static ZmtpException error(ByteBuffer body) {
        body.position(body.position() + Command.ERROR.length);
        int length = body.hasRemaining() ? Math.min(body.get() & 0xFF, body.remaining()) : 0;
        byte[] reason = new byte[length];
        body.get(reason);
        return new ZmtpException(new String(reason, StandardCharsets.UTF_8), ZmtpException.Cause.REFUSED_BY_PEER);
    }

    private void startLanding(long sizeBytes, boolean more) {
        MemorySegment segment = events.land(sizeBytes);
        if (segment == null) {
            throw new ZmtpException("the landing has no memory for a part of " + sizeBytes + " bytes");
        }
        landing = segment;
        landingBytes = sizeBytes;
        landedBytes = 0;
        landingMore = more;
    }

    private boolean land(ByteBuffer in) {
        MemorySegment segment = landing;
        if (segment != null) {
            int bytes = (int) Math.min(in.remaining(), landingBytes - landedBytes);
            MemorySegment.copy(MemorySegment.ofBuffer(in), 0, segment, landedBytes, bytes);
            in.position(in.position() + bytes);
            landingView = null;
            landed(bytes);
        }
        return true;
    }

    private void finishLanding() {
        MemorySegment segment = landing;
        if (segment != null && landedBytes == landingBytes) {
            landing = null;
            landingView = null;
            partsBefore = landingMore ? partsBefore + 1 : 0;
            events.landed(segment, landingBytes, landingMore);
        }
    }
}
