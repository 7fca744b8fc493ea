package dev.mosaic.service;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Incoming;
import dev.mosaic.mesh.Limits;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.MessageTooLargeException;
import dev.mosaic.message.MessageWriter;
import dev.mosaic.message.Undeliverable;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.monitor.PatientClock;
import dev.mosaic.unit.shell.MeshOpener;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A unit without user code around its {@link Service}: carries messages to it and from it, and lets it feel time pass.
 *
 * <p><b>Threading:</b> any thread; the service hears one event at a time. <b>Cost:</b> one mesh and one thread that ticks.
 * <b>Failure:</b> bytes that are no message end the link they came on.
 */
public final class ServiceUnit implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.service");

    private static final long STOPPED_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long LAST_WORD_MILLIS = 100;
    private static final long STUCK_SECONDS = 3;

    private final Identity self;
    private final Limits limits;
    private final EventLoop loop;
    private final PatientClock clock = new PatientClock(System.nanoTime(), STOPPED_NANOS);
    private final Mesh mesh;
    private final ScheduledExecutorService ticker;
    private final MessageWriter writer = new MessageWriter();
    private final Map<Long, Correspondent> links = new HashMap<>();

    /** The last word was said. For events only. */
    private boolean isOver;

    /** Set before the first event runs. */
    private @Nullable Service service;

    private ServiceUnit(MeshOptions options, MeshOpener opener) {
        this.self = options.identity();
        this.limits = options.limits();
        this.loop = new EventLoop(self.uid());
        this.mesh = opener.open(options, new Ear());
        this.ticker = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("mosaic-" + self.uid()).factory());
    }

    /** Events are kept until {@link #run}. */
    public static ServiceUnit open(MeshOptions options, MeshOpener opener) {
        return new ServiceUnit(options, opener);
    }

    /** From now on the service hears what happens. Once. */
    public void run(Service newService, Duration tick) {
        service = newService;
        loop.start();
        // Not at a fixed rate: ticks that were missed on a busy machine are not made up for, one after the other.
        var _ = ticker.scheduleWithFixedDelay(this::tick, 0, tick.toNanos(), TimeUnit.NANOSECONDS);
    }

    public Identity self() {
        return self;
    }

    public long now() {
        return clock.now(System.nanoTime());
    }

    /** As {@link Mesh#listen}. */
    public Endpoint listen(Endpoint endpoint) {
        return mesh.listen(endpoint);
    }

    /** Runs as an event of the service. */
    public void execute(Runnable event) {
        loop.execute(event);
    }

    /** What that says as an event of the service; empty where events have not come to it for {@value #STUCK_SECONDS} s. */
    public <T> Optional<T> ask(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        // Who brings an event may have to run those of others, so it is not the one who waits.
        Thread.ofVirtual()
                .name("mosaic-question")
                .start(() -> loop.execute(() -> {
                    try {
                        answer.complete(question.get());
                    } catch (Throwable failed) {
                        answer.completeExceptionally(failed);
                        throw failed;
                    }
                }));
        try {
            return Optional.of(answer.get(STUCK_SECONDS, TimeUnit.SECONDS));
        } catch (TimeoutException | ExecutionException stuck) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Why nothing can be expected of it any more: its events do not run. Empty where they do. */
    public Optional<String> stuck() {
        return ask(() -> true).isPresent()
                ? Optional.empty()
                : Optional.of(self.uid() + " has not come to an event for " + STUCK_SECONDS + " s");
    }

    /** Sends to a unit whose link is up; else it is dropped. For events only. */
    public void send(long instance, UnitMessage message) {
        Correspondent to = links.get(instance);
        if (to == null) {
            return;
        }
        try {
            String refusal = refusal(to, message);
            if (refusal != null) {
                LOG.log(Level.WARNING, "{0} from {1} cannot be sent: {2}", message.type(), self, refusal);
                answer(instance, to, Undeliverable.of(message, refusal));
            }
        } catch (VirtualMachineError failed) { // without memory now there may be some soon, for all of it
            to.giveUp();
            throw failed;
        }
    }

    /** So that whoever waits for what was not sent, or for its answer, hears why. */
    private void answer(long instance, Correspondent to, Undeliverable told) {
        UnitMessage instead = told.instead();
        UnitMessage answer = told.answer();
        if (instead != null) {
            var _ = refusal(to, instead);
        }
        if (answer != null) {
            Identity who = to.identity();
            loop.execute(() -> {
                if (links.containsKey(instance)) {
                    service().received(now(), who, answer);
                }
            });
        }
    }

    /** Sends; gives the reason where that cannot be. */
    private @Nullable String refusal(Correspondent to, UnitMessage message) {
        ByteBuffer first;
        try {
            first = writer.write(message, to.isNear());
        } catch (MessageTooLargeException tooLarge) {
            return tooLarge.getMessage();
        }
        String refusal = limits.refusal(first.remaining(), writer.outOfBand());
        if (refusal == null) {
            to.send(first, writer.outOfBand());
        }
        return refusal;
    }

    /** That unit is on this machine: shared memory is named to it, not sent. For events only. */
    public void near(long instance) {
        Correspondent link = links.get(instance);
        if (link != null) {
            link.near();
        }
    }

    /** Sends to a unit that may have to be dialled first; what is lost on the way is not sent again. For events only. */
    public void send(String uid, Endpoint endpoint, UnitMessage message) {
        Correspondent to = new Correspondent(mesh.peer(uid, endpoint), limits.bulkBytes());
        to.send(writer.write(message), List.of());
    }

    /** True where the link with that instance is up. For events only. */
    public boolean isLinked(long instance) {
        return links.containsKey(instance);
    }

    /** Opens the link with that unit, as a unit of that node dials it, where it can be dialled at all. For events only. */
    public void dial(Member member, String node) {
        String endpoint = member.endpointFrom(node);
        if (!endpoint.isEmpty()) {
            send(member.uid(), Endpoint.parse(endpoint), new ClusterMessage.Heartbeat(0, 0, 0));
        }
    }

    private Service service() {
        return Objects.requireNonNull(service);
    }

    private void tick() {
        try {
            long now = now();
            loop.beat(() -> service().beat(now));
            loop.tick(() -> service().tick(now));
        } catch (Throwable failed) { // a ticker that throws is never run again
            LOG.log(System.Logger.Level.ERROR, self.uid() + " missed a tick", failed);
        }
    }

    /** Closes after that event has run, or after a moment where others hold it up. Messages that come behind it are not heard. */
    public void close(Runnable lastWord) {
        CompletableFuture<Boolean> said = new CompletableFuture<>();
        loop.execute(() -> {
            lastWord.run();
            isOver = true;
            said.complete(true);
        });
        var _ = said.completeOnTimeout(false, LAST_WORD_MILLIS, TimeUnit.MILLISECONDS)
                .join();
        close();
    }

    @Override
    public void close() {
        loop.stop();
        ticker.shutdownNow();
        mesh.close();
    }

    /** What the mesh tells; becomes events. */
    private final class Ear implements Receiver {
        @Override
        public void received(Peer from, Incoming message) {
            Identity who = from.identity();
            UnitMessage read = Post.read(message);
            long now = now(); // where events wait for each other, nobody is silent meanwhile
            loop.execute(() -> {
                if (!isOver) {
                    service().received(now, who, read);
                }
            });
        }

        @Override
        public void connected(Peer peer) {
            Identity who = peer.identity();
            long now = now();
            loop.execute(() -> {
                Correspondent before = links.put(who.instance(), new Correspondent(peer, limits.bulkBytes()));
                if (before != null && who.instance() != 0) {
                    service().disconnected(who.instance()); // that peer was closed here, and its end comes late
                }
                service().connected(now, who);
            });
        }

        @Override
        public void disconnected(Peer peer, String reason) {
            Identity who = peer.identity();
            boolean isGone = who.instance() == 0 && peer.state() == Peer.State.GONE;
            loop.execute(() -> {
                Correspondent link = links.get(who.instance());
                if (link != null && link.isOf(peer)) {
                    links.remove(who.instance());
                    service().disconnected(who.instance());
                } else if (isGone) {
                    service().unreachable(now(), who.uid(), reason);
                }
            });
        }

        @Override
        public void writable(Peer peer) {
            long instance = peer.identity().instance();
            loop.execute(() -> {
                Correspondent link = links.get(instance);
                if (link != null) {
                    link.writable();
                }
            });
        }
    }

    @Override
    public String toString() {
        return self.toString();
    }
}
