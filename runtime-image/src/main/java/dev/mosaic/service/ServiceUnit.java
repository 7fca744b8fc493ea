package dev.mosaic.service;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Incoming;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.MessageWriter;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.unit.shell.MeshOpener;
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
    private static final long STOPPED_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long LAST_WORD_MILLIS = 100;
    private static final long STUCK_SECONDS = 3;

    private final Identity self;
    private final int bulkBytes;
    private final EventLoop loop;
    private final PatientClock clock = new PatientClock(System.nanoTime(), STOPPED_NANOS);
    private final Mesh mesh;
    private final ScheduledExecutorService ticker;
    private final MessageWriter writer;
    private final Map<Long, Correspondent> links = new HashMap<>();

    /** Set before the first event runs. */
    private @Nullable Service service;

    private ServiceUnit(MeshOptions options, MeshOpener opener) {
        this.self = options.identity();
        this.writer = new MessageWriter(self.protocol());
        this.bulkBytes = options.limits().bulkBytes();
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
        var _ = ticker.scheduleAtFixedRate(this::tick, 0, tick.toNanos(), TimeUnit.NANOSECONDS);
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
        Thread.ofVirtual().name("mosaic-question").start(() -> loop.execute(() -> answer.complete(question.get())));
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
        if (to != null && writer.canSay(message, to.protocol())) {
            to.send(writer.write(message, to.isNear(), to.protocol()), writer.outOfBand());
        }
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
        Correspondent to = new Correspondent(mesh.peer(uid, endpoint), bulkBytes);
        to.send(writer.write(message, false, to.protocol()), List.of());
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
        long now = clock.tick(System.nanoTime());
        loop.execute(() -> service().tick(now));
    }

    /** Closes after that event has run, or after a moment where others hold it up. */
    public void close(Runnable lastWord) {
        CompletableFuture<Boolean> said = new CompletableFuture<>();
        loop.execute(() -> {
            lastWord.run();
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
            UnitMessage read = Post.read(message, self.protocol());
            loop.execute(() -> service().received(now(), who, read));
        }

        @Override
        public void connected(Peer peer) {
            Identity who = peer.identity();
            loop.execute(() -> {
                links.put(who.instance(), new Correspondent(peer, bulkBytes));
                service().connected(now(), who);
            });
        }

        @Override
        public void disconnected(Peer peer, String reason) {
            Identity who = peer.identity();
            boolean isGone = who.instance() == 0 && peer.state() == Peer.State.GONE;
            loop.execute(() -> {
                if (links.remove(who.instance()) != null) {
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
