package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.LineLimit;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Newcomers;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.mesh.zmtp.Metadata;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where links meet peers: accepts and dials, admits, names, and takes down.
 *
 * <p><b>Threading:</b> peers and lanes change as carried work of the control driver only; a link of the bulk lane that ends
 * tells it there.
 */
final class Switchboard implements SocketPeer.Owner, Link.Owner {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.mesh");
    private static final long MIN_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long MAX_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** For an end that waits for no peer, only for what is carried at the moment. */
    private static final long END_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Of the buffers that small messages are copied into. */
    private static final int COPIES_BYTES = 16 << 10;

    /** Accepted connections that have not been let in yet, half of them from one address. */
    private static final int NEWCOMERS = 1_024;

    private static final int LINES_A_MINUTE = 100;

    private final MeshOptions options;
    private final Receiver receiver;
    private final Newcomers<Link> newcomers = new Newcomers<>(NEWCOMERS);
    private final LineLimit lines = new LineLimit(LINES_A_MINUTE, Duration.ofMinutes(1));
    private final Map<String, SocketPeer> peers = new ConcurrentHashMap<>();
    private final Set<SocketPeer> closing = ConcurrentHashMap.newKeySet();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final BufferPool buffers = new BufferPool(COPIES_BYTES, ByteBuffer::allocateDirect);
    private final Transports transports;
    private final LinkTable links;
    private final Admission admission;
    private final Driver control;
    private volatile @Nullable Driver bulk;
    private volatile boolean closed;

    Switchboard(MeshOptions options, Receiver receiver) {
        this.options = options;
        this.receiver = receiver;
        this.transports = new Transports(options.keys());
        this.links = new LinkTable(options.limits().maxLinks());
        this.admission = new Admission(options, peers);
        this.control = driver(LaneKind.CONTROL, this::tick).start();
    }

    Endpoint listen(Endpoint endpoint) {
        transports.check(endpoint);
        Listener listener = new Listener(endpoint, this::accepted);
        listeners.add(listener);
        control.execute(() -> listener.watch(control));
        return listener.endpoint();
    }

    Peer peer(String uid, Endpoint endpoint) {
        transports.check(endpoint);
        return peers.compute(uid, (name, known) -> {
            if (known != null && known.state() != Peer.State.GONE) {
                known.learn(endpoint);
                return known;
            }
            return new SocketPeer(this, options.limits(), name, endpoint);
        });
    }

    Optional<Peer> find(String uid) {
        return Optional.ofNullable(peers.get(uid));
    }

    Collection<Peer> peers() {
        return List.copyOf(peers.values());
    }

    boolean carry(BooleanSupplier done, long timeoutNanos) {
        return control.carry(done, timeoutNanos);
    }

    void wake(Thread waiting) {
        control.wake(waiting);
    }

    void close() {
        closed = true;
        listeners.forEach(Listener::close);
        peers.values().forEach(SocketPeer::close);
        boolean waits = !control.isCarrying();
        if (waits) {
            control.carry(
                    () -> peers.isEmpty() && closing.isEmpty(),
                    options.timing().close().toNanos() + 2 * MAX_TICK_NANOS);
        }
        control.execute(this::endAll);
        Driver second = bulk;
        if (second != null) {
            second.execute(() -> links.endAll(LaneKind.BULK));
            second.carry(() -> links.isEmpty(LaneKind.BULK), END_NANOS);
            second.close();
        }
        if (waits) {
            control.carry(() -> links.isEmpty(LaneKind.CONTROL) && peers.isEmpty() && closing.isEmpty(), END_NANOS);
        }
        control.close();
    }

    /** What peers still have is released: nobody carries for them from here on. */
    private void endAll() {
        peers.values().forEach(SocketPeer::end);
        List.copyOf(closing).forEach(SocketPeer::end);
        links.endAll(LaneKind.CONTROL);
    }

    // What peers and lanes ask.

    @Override
    public void execute(Runnable task) {
        control.execute(task);
    }

    @Override
    public Outbox outbox() {
        return new Outbox(options.limits(), buffers);
    }

    @Override
    public long giveUpNanos() {
        return options.timing().giveUp().toNanos();
    }

    @Override
    public long closeNanos() {
        return options.timing().close().toNanos();
    }

    @Override
    public void dial(Endpoint endpoint, Lane lane) {
        if (Addresses.isLiteral(endpoint)) {
            connect(endpoint, lane);
        } else {
            Thread.ofVirtual().name("mosaic-resolve").start(() -> connect(endpoint, lane));
        }
    }

    @Override
    public void connected(SocketPeer peer) {
        receiver.connected(peer);
    }

    @Override
    public void disconnected(SocketPeer peer, String reason) {
        OwnerCode.run("disconnected", () -> receiver.disconnected(peer, reason));
    }

    @Override
    public void closing(SocketPeer peer) {
        closing.add(peer);
        peers.remove(peer.identity().uid(), peer);
    }

    @Override
    public void gone(SocketPeer peer) {
        closing.remove(peer);
        peers.remove(peer.identity().uid(), peer);
    }

    // What links tell.

    @Override
    public @Nullable String introduced(Link link, Metadata peer) {
        return closed && link.dialledFor() == null ? Introduction.CLOSING : admission.refusal(link, peer);
    }

    @Override
    public void admitted(Link link) {
        newcomers.remove(link);
        Introduction who = link.introduction();
        String uid = who == null ? null : who.uid();
        if (who == null || uid == null) {
            return;
        }
        Lane dialledFor = link.dialledFor();
        SocketPeer peer = dialledFor != null
                ? dialledFor.peer()
                : peers.computeIfAbsent(uid, name -> new SocketPeer(this, options.limits(), name, null));
        Lane lane = peer.lane(who.lane());
        link.joined(lane);
        if (who.lane() == LaneKind.CONTROL) {
            lane.attach(link, new Identity(uid, who.instance(), who.protocol()));
        } else {
            links.move(link);
            link.moveTo(bulkDriver(), () -> control.execute(() -> attachBulk(link, lane)));
        }
    }

    @Override
    public void ended(Link link, String reason, Link.Ending ending) {
        links.remove(link);
        newcomers.remove(link);
        if (isWorthALine(link, reason, ending)) {
            line(
                    System.Logger.Level.WARNING,
                    options.identity().uid()
                            + (link.introduction() == null ? " refused connection with " : " ended link with ") + link
                            + ": " + reason);
        }
        if (control.isCarrying()) {
            tellLane(link, reason, ending);
        } else {
            control.execute(() -> tellLane(link, reason, ending));
        }
    }

    /** Strangers cause lines: so many, and no more. */
    private void line(System.Logger.Level level, String text) {
        lines.line(System.nanoTime(), text).ifPresent(line -> LOG.log(level, line));
    }

    /** Dials that fail are told by {@code disconnected}; a line is for what a peer should not have done. */
    private static boolean isWorthALine(Link link, String reason, Link.Ending ending) {
        return switch (ending) {
            case FAULT, INSECURE -> true;
            case REFUSED ->
                Introduction.isFinal(reason) || (link.dialledFor() == null && !Introduction.isInnocent(reason));
            case BREAK, CLOSED, REFUSED_BY_PEER -> false;
        };
    }

    private void tellLane(Link link, String reason, Link.Ending ending) {
        Lane lane = link.lane();
        if (lane != null) {
            lane.ended(link, reason, ending);
        }
    }

    private static void attachBulk(Link link, Lane lane) {
        if (!link.isOver()) {
            lane.attach(link, lane.peer().identity());
        }
    }

    private void accepted(SocketChannel channel, String remote) {
        if (links.hasRoom() && !closed) {
            Transport transport = transports.of(channel, false);
            Link link = new Link(channel, transport, remote, options, receiver, this, control, null);
            newcomers
                    .add(link, Addresses.host(channel))
                    .ifPresent(
                            oldest -> oldest.end("others came, and it had not introduced itself", Link.Ending.FAULT));
            open(link, true);
            return;
        }
        line(
                System.Logger.Level.INFO,
                options.identity().uid() + " refused connection with " + remote + ": "
                        + options.limits().maxLinks() + " links are open");
        Addresses.close(channel);
    }

    private void connect(Endpoint endpoint, Lane lane) {
        SocketChannel channel = null;
        try {
            SocketAddress address = Addresses.resolve(endpoint);
            transports.check(address);
            boolean connected;
            if (endpoint instanceof Endpoint.Via via) {
                channel = GatewayDial.connect(via, address, options.tokens().now(), options.keys() != null);
                connected = true;
            } else {
                channel = Addresses.open(address);
                channel.configureBlocking(false);
                connected = channel.connect(address);
            }
            Transport transport = transports.of(channel, true);
            Link link = new Link(channel, transport, endpoint.toString(), options, receiver, this, control, lane);
            if (control.isCarrying()) {
                begin(link, connected, lane);
            } else {
                control.execute(() -> begin(link, connected, lane));
            }
        } catch (IOException | RuntimeException e) {
            if (channel != null) {
                Addresses.close(channel);
            }
            String reason = "cannot connect to " + endpoint + ": " + e.getMessage();
            control.execute(() -> lane.failed(reason, e instanceof InsecureException));
        }
    }

    private void begin(Link link, boolean connected, Lane lane) {
        if (lane.begins(link)) {
            open(link, connected);
        } else {
            link.end("needed no more", Link.Ending.BREAK);
        }
    }

    private void open(Link link, boolean connected) {
        links.add(link);
        link.open(connected);
    }

    private void tick(long nowNanos) {
        listeners.forEach(Listener::resume);
        links.tick(LaneKind.CONTROL, nowNanos);
        for (SocketPeer peer : peers.values()) {
            peer.tick(nowNanos);
        }
        for (SocketPeer peer : closing) {
            peer.tick(nowNanos);
        }
    }

    private Driver bulkDriver() {
        Driver second = bulk;
        if (second == null) {
            second =
                    driver(LaneKind.BULK, now -> links.tick(LaneKind.BULK, now)).start();
            bulk = second;
        }
        return second;
    }

    private Driver driver(LaneKind kind, java.util.function.LongConsumer tick) {
        long nanos = Math.min(
                        options.timing().heartbeat().toNanos(),
                        options.timing().handshake().toNanos())
                / 10;
        return new Driver(
                "mosaic-mesh-" + options.identity().uid() + (kind == LaneKind.BULK ? "-bulk" : ""),
                tick,
                Math.clamp(nanos, MIN_TICK_NANOS, MAX_TICK_NANOS),
                options.limits().bulkBytes(),
                kind);
    }
}
