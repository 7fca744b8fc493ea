package dev.mosaic.serve;

import dev.mosaic.http.Response;
import dev.mosaic.serve.call.Problem;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Values that come one by one, as server-sent events: {@code data: JSON} for each, then the event {@code end} or {@code problem}. Only as
 * many are asked for as the client has taken.
 *
 * <p><b>Threading:</b> the subscriber's side any thread, one at a time; the writer the request's. <b>Cost:</b> {@value #WIDTH} values at most
 * wait here. <b>Failure:</b> a client that has gone cancels the flow.
 */
final class EventStream implements Flow.Subscriber<String> {
    private static final int WIDTH = 64;
    private static final long SIGN_OF_LIFE_SECONDS = 10;

    private sealed interface Event {}

    private record Value(String json) implements Event {}

    private record End(@Nullable Throwable problem) implements Event {}

    /** Room for the end as well. */
    private final BlockingQueue<Event> events = new ArrayBlockingQueue<>(WIDTH + 2);

    private volatile Flow.@Nullable Subscription subscription;

    private EventStream() {}

    static Response of(DeclaredTessera.Active active, Invocation call) {
        return Response.streamed("text/event-stream", sink -> {
            EventStream stream = new EventStream();
            ServiceProgram.stream(active.handle(), call).subscribe(stream);
            try {
                stream.write(sink);
            } finally {
                Flow.Subscription begun = stream.subscription;
                if (begun != null) {
                    begun.cancel();
                }
            }
        });
    }

    private void write(Response.Sink sink) throws IOException, InterruptedException {
        while (true) {
            Event next = events.poll(SIGN_OF_LIFE_SECONDS, TimeUnit.SECONDS);
            switch (next) {
                case null -> sink.text(": waiting\n\n");
                case Value(String json) -> {
                    sink.text("data: " + json + "\n\n");
                    Flow.Subscription begun = subscription;
                    if (begun != null) {
                        begun.request(1);
                    }
                }
                case End(Throwable problem)
                when problem != null -> {
                    sink.text("event: problem\ndata: "
                            + Problem.of(Problem.Kind.FAILED, String.valueOf(problem.getMessage()))
                                    .thrown(problem.getClass().getName(), null)
                                    .json()
                            + "\n\n");
                    return;
                }
                case End end -> {
                    sink.text("event: end\ndata: null\n\n");
                    return;
                }
            }
        }
    }

    @Override
    public void onSubscribe(Flow.Subscription begun) {
        subscription = begun;
        begun.request(WIDTH);
    }

    @Override
    public void onNext(String json) {
        events.add(new Value(json));
    }

    @Override
    public void onError(Throwable problem) {
        events.add(new End(problem));
    }

    @Override
    public void onComplete() {
        events.add(new End(null));
    }
}
