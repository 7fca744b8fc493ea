package dev.mosaic.process;

import dev.mosaic.StartException;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.MeshException;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.service.Service;
import dev.mosaic.service.ServiceUnit;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * A process that has no name, or none yet: it asks the monitor for the number in it, or what there is.
 *
 * <p><b>Threading:</b> any thread; the asking one waits. <b>Cost:</b> one mesh until it is closed. <b>Failure:</b> {@link StartException} where
 * no monitor has answered in time; there need not be one before.
 */
public final class Guest implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.process");
    private static final Duration TICK = Duration.ofMillis(250);
    private static final int TICKS_A_WORD = 40;
    private static final long REFUSED_NANOS = TimeUnit.SECONDS.toNanos(9);

    private final ServiceUnit unit;
    private final Endpoint monitor;
    private final Questions questions;
    private final AtomicLong lastRequest = new AtomicLong();

    private Guest(ServiceUnit unit, Endpoint monitor, Questions questions) {
        this.unit = unit;
        this.monitor = monitor;
        this.questions = questions;
    }

    /**
     * One that may ask that monitor, more than once.
     *
     * @param monitor where it listens
     */
    public static Guest of(Endpoint monitor, Access access) {
        String uid = "guest:" + Long.toHexString(new SecureRandom().nextLong());
        ServiceUnit unit = ServiceUnit.open(MeshOptions.of(uid).withToken(access.token()), access.opener());
        Questions questions = new Questions(unit, monitor, access);
        unit.run(questions, TICK);
        return new Guest(unit, monitor, questions);
    }

    /**
     * The number of the next unit of that kind.
     *
     * @param monitor where it listens
     */
    public static int number(Member.Kind kind, Endpoint monitor, Access access, Duration limit) {
        try (Guest guest = of(monitor, access)) {
            return guest.ask(new ClusterMessage.Enrol(kind), ClusterMessage.Enrolled.class, _ -> true, limit)
                    .number();
        }
    }

    /**
     * What the cluster of that monitor consists of, and what finds no place there.
     *
     * @param monitor where it listens
     */
    public static ClusterMessage.Surveyed survey(Endpoint monitor, Access access, Duration limit) {
        try (Guest guest = of(monitor, access)) {
            return guest.ask(new ClusterMessage.Survey(1), ClusterMessage.Surveyed.class, _ -> true, limit);
        }
    }

    /**
     * What the head answers to a {@code GET} of that path over http, asked over the mesh.
     *
     * @param path with its query, such as {@code /v1/status}
     */
    public ClusterMessage.QueryResult get(String path, Duration limit) {
        long request = lastRequest.incrementAndGet();
        return ask(
                new ClusterMessage.Query(request, path),
                ClusterMessage.QueryResult.class,
                result -> result.request() == request,
                limit);
    }

    private <A extends ClusterMessage> A ask(
            ClusterMessage message, Class<A> type, Predicate<A> isAnswer, Duration limit) {
        Question<A> question = new Question<>(message, type, isAnswer, new CompletableFuture<>());
        questions.add(question);
        try {
            return question.answer().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw switch (e.getCause()) {
                case StartException refused -> refused;
                case MeshException refused -> refused;
                case null, default -> notAnswered("failed", e);
            };
        } catch (TimeoutException e) {
            throw notAnswered("does not answer within " + limit, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw notAnswered("was not awaited: the thread was interrupted", e);
        } finally {
            questions.remove(question);
        }
    }

    private StartException notAnswered(String what, Exception cause) {
        return new StartException(
                "the monitor at " + monitor + " " + what,
                "check that mosaic head runs there, that the address can be reached, and that both have keys of the same cluster",
                cause);
    }

    /** Questions that wait fail. */
    @Override
    public void close() {
        unit.close();
        questions.failAll(new IllegalStateException("the guest was closed"));
    }

    /** @param isAnswer of a message of that type, whether it is to this question */
    private record Question<A extends ClusterMessage>(
            ClusterMessage message, Class<A> type, Predicate<A> isAnswer, CompletableFuture<A> answer) {
        void received(UnitMessage said) {
            if (type.isInstance(said) && isAnswer.test(type.cast(said))) {
                answer.complete(type.cast(said));
            }
        }
    }

    /** Those that wait, each sent again at each tick. */
    private static final class Questions implements Service {
        private final ServiceUnit unit;
        private final Endpoint monitor;
        private final Access access;
        private final Set<Question<?>> waiting = ConcurrentHashMap.newKeySet();
        private int ticks;
        private long sinceNanos = -1;
        private boolean isConnected;

        Questions(ServiceUnit unit, Endpoint monitor, Access access) {
            this.unit = unit;
            this.monitor = monitor;
            this.access = access;
        }

        void add(Question<?> question) {
            waiting.add(question);
            unit.execute(() -> send(question));
        }

        void remove(Question<?> question) {
            waiting.remove(question);
        }

        void failAll(RuntimeException why) {
            waiting.forEach(each -> each.answer().completeExceptionally(why));
        }

        private void send(Question<?> question) {
            try {
                unit.send(Member.MONITOR, monitor, question.message());
            } catch (MeshException refused) {
                question.answer().completeExceptionally(refused); // it will be the next time too
            }
        }

        @Override
        public void connected(long now, Identity who) {
            isConnected = true;
        }

        @Override
        public void disconnected(long instance) {
            isConnected = false;
        }

        @Override
        public void received(long now, Identity from, UnitMessage message) {
            waiting.forEach(each -> each.received(message));
        }

        /** Whoever cannot be found is looked for longer than this; so who answers before does not want to know this unit. */
        @Override
        public void unreachable(long now, String uid, String reason) {
            if (now - sinceNanos < REFUSED_NANOS) {
                failAll(new StartException(
                        "the monitor at " + monitor + " and this process do not accept each other: " + reason,
                        advice(reason)));
            }
            sinceNanos = now;
        }

        private String advice(String reason) {
            if (reason.contains("protocol")) {
                return "run the same version of Mosaic in both";
            }
            return access.keys().isEmpty()
                    ? "run both as one user, or give --token-file; a cluster with keys (mosaic keys) needs --keys"
                    : "give both the keys of one cluster: mosaic keys";
        }

        @Override
        public void tick(long now) {
            sinceNanos = sinceNanos < 0 ? now : sinceNanos;
            waiting.forEach(this::send);
            if (++ticks % TICKS_A_WORD == 0 && !isConnected && !waiting.isEmpty()) {
                LOG.log(System.Logger.Level.INFO, "waiting for the monitor at {0}", monitor);
            }
        }
    }
}
