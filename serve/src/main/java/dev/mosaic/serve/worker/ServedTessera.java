package dev.mosaic.serve.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.mosaic.Snapshot;
import dev.mosaic.Task;
import dev.mosaic.TesseraStoppedException;
import dev.mosaic.invoke.Arguments;
import dev.mosaic.invoke.Dispatcher;
import dev.mosaic.invoke.Result;
import dev.mosaic.invoke.Served;
import dev.mosaic.invoke.Serving;
import dev.mosaic.serve.call.Problem;
import dev.mosaic.serve.call.Reply;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A user's object as http sees it: it takes calls in JSON, turns what they throw into problems, and answers a call whose key it knows
 * with the reply that was given. To who calls by the proxy of the class it is the object.
 *
 * <pre>
 *   INVOKE: text method, text key, boolean stack, text body ──► Reply      STREAM: the same ──► texts, each one value in JSON
 * </pre>
 *
 * <p>Replies are kept with the state: who was told one, finds it in the next life. A call that was not run, since it does not fit, is
 * kept by nobody.
 *
 * <p><b>Threading:</b> as a tessera. <b>Cost:</b> of snapshots, see {@link KeptReplies}.
 */
final class ServedTessera implements Served, Snapshot<ServedState> {
    private final Object object;
    private final Dispatcher<Object> dispatcher;
    private final JsonClass json;
    private final String version;
    private final InstantSource clock;
    private final KeptReplies replies = new KeptReplies();

    /** Calls with a key that run. */
    private final Map<String, UnderWay> underWay = new ConcurrentHashMap<>();

    /** @param sum of the request, see {@link Request#sum} */
    private record UnderWay(long sum, CompletableFuture<Reply> reply) {}

    /** Calls in JSON; guards what follows. */
    private final AtomicInteger running = new AtomicInteger();

    /** Another takes its place. */
    private volatile boolean retired;

    private @Nullable CompletableFuture<@Nullable Void> whenIdle;

    ServedTessera(Object object, Dispatcher<Object> dispatcher, JsonClass json, String version, InstantSource clock) {
        this.object = object;
        this.dispatcher = dispatcher;
        this.json = json;
        this.version = version;
        this.clock = clock;
    }

    @Override
    public ServedState snapshot() {
        return object instanceof Snapshot<?> own
                ? new ServedState(true, own.snapshot(), replies.write())
                : new ServedState(false, null, replies.write());
    }

    @Override
    @SuppressWarnings("unchecked") // its own class gave it
    public void restore(ServedState before) {
        if (before.has && object instanceof Snapshot<?> own) {
            ((Snapshot<@Nullable Object>) own).restore(before.state);
        }
        replies.read(before.replies);
    }

    @Override
    public boolean isAsynchronous(int method) {
        return method < Serving.INVOKE
                && dispatcher.table().members().get(method).isAsynchronous();
    }

    @Override
    public void call(int method, Arguments in, Result out) throws Throwable {
        switch (method) {
            case Serving.INVOKE -> invoke(Request.read(in), out);
            case Serving.STREAM -> stream(Request.read(in), out);
            case Serving.HAND_OVER -> handOver(out);
            case Serving.RESUME -> retired = false;
            case Serving.DESCRIBE -> out.object(Describe.of(json, version));
            default -> {
                if (retired) {
                    throw new TesseraStoppedException("another one takes its place", "find it again by its name");
                }
                dispatcher.call(object, method, in, out);
            }
        }
    }

    /** When no call in JSON runs. */
    private void handOver(Result out) {
        CompletableFuture<@Nullable Void> idle = new CompletableFuture<>();
        synchronized (running) {
            retired = true;
            if (running.get() > 0) {
                whenIdle = idle;
                out.promise(idle.thenApply(none -> snapshot()));
                return;
            }
        }
        out.object(snapshot());
    }

    private void ended() {
        CompletableFuture<@Nullable Void> waiting = null;
        synchronized (running) {
            if (running.decrementAndGet() == 0) {
                waiting = whenIdle;
                whenIdle = null;
            }
        }
        if (waiting != null) {
            waiting.complete(null);
        }
    }

    private record Request(String method, String key, boolean stack, String body) {
        static Request read(Arguments in) {
            return new Request(
                    Objects.requireNonNull(in.text()),
                    Objects.requireNonNull(in.text()),
                    in.booleanValue(),
                    Objects.requireNonNull(in.text()));
        }

        /** Equal for equal calls; others are hardly ever equal. */
        long sum() {
            long sum = 0xcbf29ce484222325L;
            for (byte each : method.getBytes(StandardCharsets.UTF_8)) {
                sum = (sum ^ each) * 0x100000001b3L;
            }
            sum = (sum ^ 0xff) * 0x100000001b3L;
            for (byte each : body.getBytes(StandardCharsets.UTF_8)) {
                sum = (sum ^ each) * 0x100000001b3L;
            }
            return sum;
        }
    }

    private void invoke(Request request, Result out) {
        CompletableFuture<Reply> reply = reply(request).toCompletableFuture();
        if (reply.state() == java.util.concurrent.Future.State.SUCCESS) {
            out.object(reply.resultNow());
        } else {
            out.promise(reply);
        }
    }

    /** What is answered to a call. */
    CompletionStage<Reply> reply(String method, String key, boolean stack, String body) {
        return reply(new Request(method, key, stack, body));
    }

    private CompletionStage<Reply> reply(Request request) {
        synchronized (running) {
            if (retired) {
                return CompletableFuture.completedFuture(Reply.RETIRED);
            }
            running.incrementAndGet();
        }
        return answered(request).whenComplete((reply, thrown) -> ended());
    }

    private CompletionStage<Reply> answered(Request request) {
        if (request.key().isEmpty()) {
            return run(request);
        }
        CompletableFuture<Reply> mine = new CompletableFuture<>();
        UnderWay running = underWay.putIfAbsent(request.key(), new UnderWay(request.sum(), mine));
        if (running != null) {
            return running.sum() == request.sum()
                    ? running.reply()
                    : CompletableFuture.completedFuture(ofAnother(request));
        }
        Reply known = known(request);
        CompletionStage<Reply> reply = known == null ? run(request) : CompletableFuture.completedFuture(known);
        return reply.whenComplete((made, thrown) -> {
            if (made != null && known == null && hasRun(made)) {
                replies.keep(request.key(), request.sum(), made, clock.millis());
            }
            underWay.remove(request.key());
            if (made != null) {
                mine.complete(made);
            } else {
                mine.completeExceptionally(Objects.requireNonNull(thrown));
            }
        });
    }

    private @Nullable Reply known(Request request) {
        Reply known = replies.find(request.key(), clock.millis());
        return known != null && replies.isOfAnother(request.key(), request.sum()) ? ofAnother(request) : known;
    }

    private static Reply ofAnother(Request request) {
        return Problem.of(
                        Problem.Kind.KEY_USED,
                        "key=" + request.key() + " came with another method or other arguments before; take a new key")
                .reply();
    }

    private static boolean hasRun(Reply reply) {
        return !reply.streams() && !reply.retired() && reply.status() != 400 && reply.status() != 404;
    }

    private CompletionStage<Reply> run(Request request) {
        JsonClass.Prepared call;
        try {
            call = json.prepare(request.method(), request.body());
        } catch (MisfitException misfit) {
            return CompletableFuture.completedFuture(misfit.problem().reply());
        }
        JsonMember member = call.member();
        if (member.flow()) {
            return CompletableFuture.completedFuture(Reply.STREAMS);
        }
        try {
            Object value = member.call(object, call.values());
            CompletionStage<?> promised = promised(value);
            return promised == null
                    ? CompletableFuture.completedFuture(said(value, member))
                    : promised.handle((made, thrown) -> thrown == null
                            ? said(made, member)
                            : problem(thrown, member, request).reply());
        } catch (Throwable thrown) {
            return CompletableFuture.completedFuture(
                    problem(thrown, member, request).reply());
        }
    }

    private static @Nullable CompletionStage<?> promised(@Nullable Object value) {
        return switch (value) {
            case CompletionStage<?> stage -> stage;
            case Uni<?> uni -> uni.subscribeAsCompletionStage();
            case Task<?> task -> task.toCompletionStage();
            case null, default -> null;
        };
    }

    private Reply said(@Nullable Object value, JsonMember member) {
        try {
            return new Reply(200, json.mapper().writerFor(type(value, member)).writeValueAsString(value));
        } catch (JsonProcessingException | RuntimeException unwritable) {
            return Problem.of(
                            Problem.Kind.RESULT,
                            "the result of " + member + ", a "
                                    + (value == null ? "null" : value.getClass().getName())
                                    + ", is nothing that JSON can say: " + unwritable.getMessage())
                    .reply();
        }
    }

    private static com.fasterxml.jackson.databind.@Nullable JavaType type(@Nullable Object value, JsonMember member) {
        boolean isOfType = value == null
                || member.result().isPrimitive()
                || member.result().getRawClass().isInstance(value);
        return isOfType
                        && member.result().getRawClass() != void.class
                        && member.result().getRawClass() != Object.class
                ? member.result()
                : null;
    }

    /** What a method says that it throws, and the JDK's word for wrong arguments, is about the request; all else about the class. */
    private static Problem problem(Throwable thrown, JsonMember member, Request request) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        boolean isRefusal = cause instanceof IllegalArgumentException
                || member.declared().stream()
                        .anyMatch(type -> type != Exception.class && type != Throwable.class && type.isInstance(cause));
        String said = cause.getMessage();
        return Problem.of(
                        isRefusal ? Problem.Kind.REJECTED : Problem.Kind.FAILED,
                        said == null ? cause.getClass().getName() : said)
                .thrown(cause.getClass().getName(), request.stack() ? trace(cause) : null);
    }

    private static String trace(Throwable thrown) {
        StringWriter written = new StringWriter();
        thrown.printStackTrace(new PrintWriter(written));
        return written.toString();
    }

    /** What does not fit was said by {@link #invoke} before. */
    private void stream(Request request, Result out) throws Throwable {
        JsonClass.Prepared call = json.prepare(request.method(), request.body());
        Object given = call.member().call(object, call.values());
        Multi<?> values =
                given instanceof Multi<?> multi ? multi : Multi.createFrom().empty();
        out.promise(values.map(value -> said(value, call.member()).body()));
    }
}
