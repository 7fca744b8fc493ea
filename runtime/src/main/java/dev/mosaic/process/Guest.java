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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process that has no name, or none yet: it asks the monitor for the number in it, or what there is.
 *
 * <p><b>Threading:</b> the calling thread waits. <b>Cost:</b> one mesh, as long as it waits. <b>Failure:</b> {@link StartException} where no
 * monitor has answered in time; there need not be one before.
 */
public final class Guest {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.process");
    private static final Duration TICK = Duration.ofMillis(250);
    private static final int TICKS_A_WORD = 40;
    private static final long REFUSED_NANOS = TimeUnit.SECONDS.toNanos(9);

    private Guest() {}

    /**
     * The number of the next unit of that kind.
     *
     * @param monitor where it listens
     */
    public static int number(Member.Kind kind, Endpoint monitor, Access access, Duration limit) {
        return ask(monitor, access, limit, new ClusterMessage.Enrol(kind), ClusterMessage.Enrolled.class)
                .number();
    }

    private static <A extends ClusterMessage> A ask(
            Endpoint monitor, Access access, Duration limit, ClusterMessage question, Class<A> expected) {
        String uid = "guest:" + Long.toHexString(new SecureRandom().nextLong());
        CompletableFuture<A> answer = new CompletableFuture<>();
        try (ServiceUnit unit = ServiceUnit.open(MeshOptions.of(uid).withToken(access.token()), access.opener())) {
            unit.run(new Question<>(unit, question, expected, monitor, access, answer), TICK);
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw switch (e.getCause()) {
                case StartException refused -> refused;
                case MeshException refused -> refused;
                case null, default -> notAnswered(monitor, "failed", e);
            };
        } catch (TimeoutException e) {
            throw notAnswered(monitor, "does not answer within " + limit, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw notAnswered(monitor, "was not awaited: the thread was interrupted", e);
        }
    }

    /**
     * What the cluster of that monitor consists of, and what finds no place there.
     *
     * @param monitor where it listens
     */
    public static ClusterMessage.Surveyed survey(Endpoint monitor, Access access, Duration limit) {
        return ask(monitor, access, limit, new ClusterMessage.Survey(1), ClusterMessage.Surveyed.class);
    }

    /**
     * What the head answers to a {@code GET} of that path over http, asked over the mesh.
     *
     * @param monitor where it listens
     * @param path with its query, such as {@code /v1/status}
     */
    public static ClusterMessage.QueryResult get(Endpoint monitor, Access access, Duration limit, String path) {
        return ask(monitor, access, limit, new ClusterMessage.Query(1, path), ClusterMessage.QueryResult.class);
    }

    private static StartException notAnswered(Endpoint monitor, String what, Exception cause) {
        return new StartException(
                "the monitor at " + monitor + " " + what,
                "see that mosaic head runs there, that the address can be reached, and that both have keys of one cluster",
                cause);
    }

    private static final class Question<A extends ClusterMessage> implements Service {
        private final ServiceUnit unit;
        private final ClusterMessage question;
        private final Class<A> expected;
        private final Endpoint monitor;
        private final Access access;
        private final CompletableFuture<A> answer;
        private int ticks;
        private long sinceNanos = -1;
        private boolean isConnected;

        Question(
                ServiceUnit unit,
                ClusterMessage question,
                Class<A> expected,
                Endpoint monitor,
                Access access,
                CompletableFuture<A> answer) {
            this.unit = unit;
            this.question = question;
            this.expected = expected;
            this.monitor = monitor;
            this.access = access;
            this.answer = answer;
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
            if (expected.isInstance(message)) {
                answer.complete(expected.cast(message));
            }
        }

        /** Whoever cannot be found is looked for longer than this; so who answers before does not want to know this unit. */
        @Override
        public void unreachable(long now, String uid, String reason) {
            if (now - sinceNanos < REFUSED_NANOS) {
                answer.completeExceptionally(new StartException(
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
            try {
                unit.send(Member.MONITOR, monitor, question);
            } catch (MeshException refused) {
                answer.completeExceptionally(refused); // it will be the next time too
                return;
            }
            if (++ticks % TICKS_A_WORD == 0 && !isConnected) {
                LOG.log(System.Logger.Level.INFO, "waiting for the monitor at {0}", monitor);
            }
        }
    }
}
