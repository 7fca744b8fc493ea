package dev.mosaic.head;

import dev.mosaic.http.Response;
import dev.mosaic.http.Router;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.Payload;
import dev.mosaic.message.Resources;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.monitor.ClusterState;
import dev.mosaic.monitor.DrainAnswer;
import dev.mosaic.monitor.MonitorMachine;
import dev.mosaic.monitor.MonitorOutput;
import dev.mosaic.monitor.MonitorSettings;
import dev.mosaic.placement.Placement;
import dev.mosaic.service.Health;
import dev.mosaic.service.Service;
import dev.mosaic.service.ServiceUnit;
import dev.mosaic.unit.shell.MeshOpener;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The monitor as a unit: {@link MonitorMachine} over a mesh of its own.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> one mesh, four ticks a second. <b>Failure:</b> {@link dev.mosaic.mesh.MeshException}
 * where the endpoint cannot be listened on. Time in which its own process was stopped counts as nobody's silence.
 */
public final class MonitorShell implements Health, AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.mosaic.monitor");
    private static final Duration TICK = Duration.ofMillis(250);

    private final ServiceUnit unit;
    private final Endpoint endpoint;
    private final MonitorMachine machine;
    private final Changes changes;
    private final Queries queries;
    private final UnitEvents events;

    private MonitorShell(
            ServiceUnit unit,
            Endpoint endpoint,
            MonitorMachine machine,
            Changes changes,
            Queries queries,
            UnitEvents events) {
        this.unit = unit;
        this.endpoint = endpoint;
        this.machine = machine;
        this.changes = changes;
        this.queries = queries;
        this.events = events;
    }

    /** What happened to units. */
    UnitEvents events() {
        return events;
    }

    /** What a unit answers to that path; fails with a TimeoutException where it does not in time. */
    CompletableFuture<ClusterMessage.QueryResult> ask(long instance, String path, Duration limit) {
        return queries.ask(instance, path).orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Units with their load, and what waits; empty where the monitor is stuck. */
    Optional<ClusterMessage.Surveyed> survey() {
        return unit.ask(() -> machine.survey(unit.now(), 0));
    }

    /** Listens there. Its epoch begins with the time of day, and goes above that of any monitor before it of which a unit tells. */
    public static MonitorShell open(
            Endpoint listen, String token, MonitorSettings settings, Placement placement, MeshOpener opener) {
        long epoch = System.currentTimeMillis();
        ServiceUnit unit = ServiceUnit.open(MeshOptions.of(Member.MONITOR).withToken(token), opener);
        try {
            Endpoint endpoint = unit.listen(listen);
            UnitEvents events = new UnitEvents();
            Desk desk = new Desk(unit, events);
            MonitorMachine machine = new MonitorMachine(unit.now(), epoch, settings, placement, desk);
            Changes changes = new Changes();
            Queries queries = new Queries(unit);
            unit.run(new Ear(machine, changes, queries), TICK);
            return new MonitorShell(unit, endpoint, machine, changes, queries, events);
        } catch (RuntimeException e) {
            unit.close();
            throw e;
        }
    }

    /** From now on {@link ClusterMessage.Query} is answered by these routes; before, whoever asks goes on asking. */
    void answer(Router routes) {
        queries.routes = routes;
    }

    /** Where to dial it. */
    public Endpoint endpoint() {
        return endpoint;
    }

    /** The cluster as it is now, and when now is; empty where the monitor is stuck. */
    public Optional<Seen> state() {
        return unit.ask(() -> {
            long now = unit.now();
            return new Seen(now, changes.count(), machine.state(now));
        });
    }

    /**
     * The cluster at a moment.
     *
     * @param nowNanos that moment, of the clock that the state's times are of
     * @param changes for {@link #awaitChange}
     */
    public record Seen(long nowNanos, long changes, ClusterState state) {}

    /** Waits until something has changed since then, or that long, and says whether it has. */
    public boolean awaitChange(long since, Duration limit) throws InterruptedException {
        return changes.await(since, limit);
    }

    /** As {@link MonitorMachine#drain}; empty where the monitor is stuck. */
    public Optional<DrainAnswer> drain(String node, Duration deadline, boolean onlyIfIdle) {
        return unit.ask(() -> {
            DrainAnswer answer = machine.drain(unit.now(), node, deadline.toNanos(), onlyIfIdle);
            changes.look(machine.changes());
            return answer;
        });
    }

    /** As {@link MonitorMachine#announce}; false where the monitor is stuck. */
    public boolean announce(List<Resources> kinds) {
        return unit.ask(() -> {
                    machine.announce(unit.now(), kinds);
                    changes.look(machine.changes());
                    return true;
                })
                .isPresent();
    }

    @Override
    public Optional<String> stuck() {
        return unit.stuck();
    }

    /** It listens as soon as it is there. */
    @Override
    public Optional<String> unready() {
        return unit.stuck();
    }

    @Override
    public void close() {
        unit.close();
    }

    /** Wakes those who watch. <b>Cost:</b> for an event, where nobody does, a look at a number. */
    private static final class Changes {
        private final Lock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private volatile long count;
        private volatile int waiting;

        long count() {
            return count;
        }

        /** The machine's count, after an event. */
        void look(long now) {
            if (now != count) {
                count = now;
                if (waiting > 0) {
                    wake();
                }
            }
        }

        private void wake() {
            lock.lock();
            try {
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
        boolean await(long since, Duration limit) throws InterruptedException {
            lock.lockInterruptibly();
            try {
                waiting++;
                long left = limit.toNanos();
                while (count == since && left > 0) {
                    left = changed.awaitNanos(left);
                }
                return count != since;
            } finally {
                waiting--;
                lock.unlock();
            }
        }
    }

    /** Leads events to the machine. */
    private record Ear(MonitorMachine machine, Changes changes, Queries queries) implements Service {
        @Override
        public void connected(long now, Identity who) {
            machine.connected(now, who.instance());
        }

        @Override
        public void disconnected(long instance) {
            machine.disconnected(instance);
        }

        @Override
        public void received(long now, Identity from, UnitMessage message) {
            if (message instanceof ClusterMessage.Query query) {
                queries.asked(from.instance(), query);
            } else if (message instanceof ClusterMessage.QueryResult result) {
                queries.answered(result);
            } else if (message instanceof ClusterMessage cluster) {
                machine.received(now, from.instance(), cluster);
                changes.look(machine.changes());
            }
        }

        @Override
        public void tick(long now) {
            machine.tick(now);
            changes.look(machine.changes());
        }
    }

    /**
     * Answers queries, each on a thread of its own, and asks units. Who waits repeats its query until it has the answer; what is repeated is
     * answered once.
     */
    private static final class Queries {
        private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(10);

        /** For repetitions that were on their way when the answer was sent. */
        private static final long ON_ITS_WAY_NANOS = TimeUnit.SECONDS.toNanos(2);

        private final ServiceUnit unit;
        private final Map<Asked, Long> untilNanos = new ConcurrentHashMap<>();
        private final Map<Long, CompletableFuture<ClusterMessage.QueryResult>> open = new ConcurrentHashMap<>();
        private final AtomicLong lastRequest = new AtomicLong();
        private volatile @Nullable Router routes;

        Queries(ServiceUnit unit) {
            this.unit = unit;
        }

        void asked(long from, ClusterMessage.Query query) {
            Router router = routes;
            if (router == null) {
                return;
            }
            long now = System.nanoTime();
            untilNanos.values().removeIf(until -> until - now < 0);
            Asked asked = new Asked(from, query.request());
            if (untilNanos.putIfAbsent(asked, now + LONGEST_NANOS) != null) {
                return;
            }
            Thread.ofVirtual().name("mosaic-query").start(() -> {
                try {
                    ClusterMessage.QueryResult result = result(query, router.get(query.path()));
                    unit.execute(() -> unit.send(from, result));
                } finally {
                    untilNanos.put(asked, System.nanoTime() + ON_ITS_WAY_NANOS);
                }
            });
        }

        private record Asked(long from, long request) {}

        CompletableFuture<ClusterMessage.QueryResult> ask(long instance, String path) {
            long request = lastRequest.incrementAndGet();
            CompletableFuture<ClusterMessage.QueryResult> answer = new CompletableFuture<>();
            open.put(request, answer);
            var _ = answer.whenComplete((any, failed) -> open.remove(request));
            unit.execute(() -> unit.send(instance, new ClusterMessage.Query(request, path)));
            return answer;
        }

        void answered(ClusterMessage.QueryResult result) {
            CompletableFuture<ClusterMessage.QueryResult> asked = open.get(result.request());
            if (asked != null) {
                asked.complete(result);
            }
        }

        private static ClusterMessage.QueryResult result(ClusterMessage.Query query, Response response) {
            return switch (response.body()) {
                case Response.Whole(String text) ->
                    new ClusterMessage.QueryResult(
                            query.request(), response.status(), Payload.of(text.getBytes(StandardCharsets.UTF_8)));
                case Response.Streamed streamed ->
                    result(query, Response.problem(400, "path=" + query.path() + " is a stream, ask over http"));
            };
        }
    }

    /** Carries out what the machine says. */
    private record Desk(ServiceUnit unit, UnitEvents events) implements MonitorOutput {
        @Override
        public void send(long to, ClusterMessage message) {
            unit.send(to, message);
        }

        @Override
        public void joined(Member member) {
            events.joined(member);
            LOG.log(System.Logger.Level.DEBUG, "{0} has joined, instance {1}", member.uid(), member.instance());
        }

        @Override
        public void lost(Member member, String reason, boolean orderly) {
            events.gone(member, reason, orderly);
            LOG.log(
                    orderly ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
                    "{0} is lost: {1}",
                    member.uid(),
                    reason);
        }
    }
}
