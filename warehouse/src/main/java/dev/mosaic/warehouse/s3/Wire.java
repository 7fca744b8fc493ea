package dev.mosaic.warehouse.s3;

import dev.mosaic.S3Options;
import dev.mosaic.store.tier.BucketException;
import dev.mosaic.unit.objects.BucketProblem;
import io.minio.MinioAsyncClient;
import io.minio.errors.ErrorResponseException;
import io.minio.errors.ServerException;
import java.io.IOException;
import java.security.ProviderException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * Requests to one endpoint: asked again where that can help, several at once, and what their errors mean.
 *
 * <p><b>Threading:</b> any thread; callers wait.
 */
final class Wire implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(3);
    private static final Duration SILENCE = Duration.ofSeconds(10);
    private static final Duration CALL = Duration.ofMinutes(2);
    private static final int MOST_REQUESTS = 64;
    private static final int TOO_MANY = 429;
    private static final int TIMED_OUT = 408;
    private static final int NOT_FOUND = 404;
    private static final int NO_SUCH_RANGE = 416;
    private static final int OTHER_CONDITION = 412;
    private static final int CONFLICT = 409;
    private static final int SERVER_ERRORS = 500;

    /** What a server says of keys that it does not know, does not know yet, or does not know any more. */
    private static final Set<String> OLD_KEYS =
            Set.of("InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "ExpiredToken", "InvalidTokenId");

    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;

    private final String name;
    private final boolean keysChange;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("mosaic-s3-", 0).factory());
    private @Nullable OkHttpClient http;

    /**
     * To one endpoint.
     *
     * @param name for errors
     * @param keysChange whether keys that are refused may be replaced while the process runs
     */
    Wire(String name, boolean keysChange) {
        this.name = name;
        this.keysChange = keysChange;
    }

    String name() {
        return name;
    }

    MinioAsyncClient client(S3Options options) {
        Dispatcher dispatcher = new Dispatcher(threads);
        dispatcher.setMaxRequests(MOST_REQUESTS);
        dispatcher.setMaxRequestsPerHost(MOST_REQUESTS);
        OkHttpClient.Builder settings = new OkHttpClient.Builder()
                .dispatcher(dispatcher)
                .connectTimeout(CONNECT)
                .readTimeout(SILENCE)
                .writeTimeout(SILENCE)
                .callTimeout(CALL);
        options.authorities()
                .map(Authorities::new)
                .ifPresent(trusted -> settings.sslSocketFactory(trusted.sockets(), trusted));
        OkHttpClient made = settings.build();
        http = made;
        MinioAsyncClient.Builder builder = MinioAsyncClient.builder()
                .endpoint(options.endpoint())
                .credentialsProvider(KeySource.of(options.keys(), made))
                .httpClient(made);
        return options.region().isEmpty()
                ? builder.build()
                : builder.region(options.region()).build();
    }

    Patience patience(long nanos) {
        return new Patience(System.nanoTime() + nanos);
    }

    // ---- one request

    /** The answer. */
    <T> T ask(Patience patience, Callable<CompletableFuture<T>> request) throws BucketException {
        return again(patience, () -> get(request.call()));
    }

    /**
     * The answer to HEAD. One that refuses has no body, and so no words: then another question tells why.
     *
     * @param why needs the same rights, and its answer has a body; it fails for the reason that is wanted
     */
    <T> T askHead(Patience patience, Callable<CompletableFuture<T>> head, Callable<?> why) throws BucketException {
        return again(patience, () -> {
            try {
                return get(head.call());
            } catch (ErrorResponseException refused) {
                int status = refused.response().code();
                if (status != FORBIDDEN && status != BAD_REQUEST) {
                    throw refused;
                }
                var _ = why.call();
                return get(head.call()); // keys were replaced in between
            }
        });
    }

    /** The outcome of an attempt, the first that does not fail for a reason that may pass. */
    <T> T again(Patience patience, Callable<T> attempt) throws BucketException {
        for (int count = 1; ; count++) {
            try {
                return attempt.call();
            } catch (BucketException known) {
                throw known;
            } catch (Exception failed) {
                BucketException problem = problem(failed, count);
                if (problem.problem().kind() != BucketProblem.Kind.AWAY || !pause(patience, count)) {
                    throw problem;
                }
            }
        }
    }

    static <T> T get(CompletableFuture<T> future) throws Exception {
        try {
            return future.get();
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            while (cause instanceof CompletionException && cause.getCause() != null) {
                cause = cause.getCause();
            }
            throw cause instanceof Exception known ? known : failed;
        }
    }

    private boolean pause(Patience patience, int attempt) {
        long nanos = patience.pauseNanos(attempt);
        try {
            return nanos >= 0 && !closed.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private BucketException problem(Exception failed, int attempts) {
        return switch (failed) {
            case ErrorResponseException said -> {
                int status = said.response().code();
                String code = said.errorResponse().code();
                String words = "status=" + status + " code=" + code;
                yield keysChange && OLD_KEYS.contains(code)
                        ? refusesKeys(words, attempts, said)
                        : new BucketException(kind(status, code), name + " " + words, said);
            }
            case ServerException broken ->
                away("status=" + broken.statusCode() + " " + broken.getMessage(), attempts, broken);
            case InterruptedException interrupted -> {
                Thread.currentThread().interrupt();
                yield away("interrupted", attempts, interrupted);
            }
            case ProviderException keyless -> {
                String why = keyless.getCause() == null ? "" : ": " + rootOf(keyless);
                yield away("no keys: " + keyless.getMessage() + why, attempts, keyless);
            }
            case IOException silent -> away(silent.toString(), attempts, silent);
            default -> away(rootOf(failed).toString(), attempts, failed);
        };
    }

    private static Throwable rootOf(Throwable failed) {
        Throwable root = failed;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private BucketException away(String words, int attempts, Exception cause) {
        return new BucketException(
                BucketProblem.Kind.AWAY, name + " gave no answer, attempts=" + attempts + ": " + words, cause);
    }

    private BucketException refusesKeys(String words, int attempts, Exception cause) {
        return new BucketException(
                BucketProblem.Kind.AWAY,
                name + " refuses the keys, which may be replaced, attempts=" + attempts + ": " + words,
                cause);
    }

    private static BucketProblem.Kind kind(int status, String code) {
        if (status >= SERVER_ERRORS || status == TOO_MANY || status == TIMED_OUT || code.equals("RequestTimeout")) {
            return BucketProblem.Kind.AWAY;
        }
        if (status == OTHER_CONDITION) {
            return BucketProblem.Kind.TAKEN;
        }
        if (status == CONFLICT && code.equals("ConditionalRequestConflict")) {
            return BucketProblem.Kind.AWAY; // another one is being written: how it ends is told the next time
        }
        boolean isMissing = (status == NOT_FOUND || status == NO_SUCH_RANGE) && !code.equals("NoSuchBucket");
        return isMissing ? BucketProblem.Kind.GONE : BucketProblem.Kind.REFUSED;
    }

    // ---- several

    interface Step {
        void run(long index) throws BucketException;
    }

    /** Runs a step for each index, a few at once, until one fails. */
    void allAtOnce(int most, LongStream indexes, Step step) throws BucketException {
        Semaphore free = new Semaphore(most);
        AtomicReference<@Nullable BucketException> failed = new AtomicReference<>();
        AtomicReference<@Nullable RuntimeException> broken = new AtomicReference<>();
        indexes.forEach(index -> {
            free.acquireUninterruptibly();
            if (failed.get() != null || broken.get() != null) {
                free.release();
                return;
            }
            Thread.ofVirtual().name("mosaic-s3-step").start(() -> {
                try {
                    step.run(index);
                } catch (BucketException problem) {
                    failed.compareAndSet(null, problem);
                } catch (RuntimeException bug) {
                    broken.compareAndSet(null, bug);
                } finally {
                    free.release();
                }
            });
        });
        free.acquireUninterruptibly(most);
        RuntimeException bug = broken.get();
        if (bug != null) {
            throw bug;
        }
        BucketException problem = failed.get();
        if (problem != null) {
            throw problem;
        }
    }

    /** Pauses end, and so do requests. */
    void cancel() {
        closed.countDown();
        OkHttpClient made = http;
        if (made != null) {
            made.dispatcher().cancelAll();
        }
    }

    @Override
    public void close() {
        cancel();
        OkHttpClient made = http;
        if (made != null) {
            made.connectionPool().evictAll();
        }
        threads.shutdown();
    }
}
