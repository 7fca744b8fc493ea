package dev.mosaic.unit.shell;

import dev.mosaic.invoke.codec.Encoder;
import dev.mosaic.invoke.codec.ValueCodec;
import dev.mosaic.message.Id;
import dev.mosaic.message.Payload;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.subscription.BackPressureFailure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The items that one method gives, on their way to the unit that called it. That pulls: a pull says how many items it may get, and is
 * answered with a batch as soon as there is one item. So never more items are asked of the program's {@code Multi} than the
 * consumer has requested, and what waits here is bounded by that.
 *
 * <pre>
 *   batch: (true, item)*, false, i32 0 = more may come | 1 = complete | 2 = failed, then text worker and bytes of what was thrown
 * </pre>
 *
 * <p><b>Threading:</b> any thread. The program's code runs in virtual threads of the flow's own, without a permit: when it is subscribed
 * to, when items are requested and when it is cancelled. <b>Cost:</b> items are captured as they are emitted; a large one ends
 * its batch. <b>Failure:</b> an item that cannot be captured fails the flow behind the items before it, and so does a {@code Multi}
 * that breaks the rules of reactive streams: a null item, a null failure, more than {@value #MOST_BYTES} B of items that were not requested.
 */
final class Outflow implements Flow.Subscriber<Object> {
    static final int MORE = 0;
    static final int COMPLETE = 1;
    static final int FAILED = 2;

    /** A batch is not waited for longer than this once it has an item. */
    private static final long LINGER_NANOS = 1_000_000;

    /** What is requested at once is expected to be no more than this, going by the items so far. */
    private static final long MOST_BYTES = 4 << 20;

    /**
     * An answer to a pull.
     *
     * @param kept the proxies and refs inside, reachable until it is told
     * @param count of items
     */
    record Batch(Payload payload, List<Object> kept, int count) {}

    /**
     * What a flow needs of its unit.
     *
     * @param uid of the unit
     * @param program runs code of the program, which may wait
     */
    record Surroundings(
            ValueCodec codec, Sharing sharing, Mentions mentions, Failures failures, String uid, Executor program) {}

    private final Surroundings unit;
    private final Id tessera;
    private final Multi<?> items;
    private final Runnable over;
    private final Encoder encoder;

    /** Batches that are complete, large items in them captured. */
    private final ArrayDeque<Batch> sealed = new ArrayDeque<>();

    /** What the encoder holds. */
    private List<Object> filling = new ArrayList<>();

    private List<Object> mentioned = new ArrayList<>();
    private @Nullable CompletableFuture<Batch> pull;
    private Flow.@Nullable Subscription upstream;
    private boolean subscribed;
    private long requestedNanos;
    private boolean requesting;

    /** Requested and not emitted. */
    private long coming;

    /** Emitted and not given. */
    private long waiting;

    /** Of items that were emitted without a request, and were not given. */
    private long unaskedBytes;

    private long emitted;
    private long emittedBytes;
    private boolean ended;
    private boolean cancelled;
    private @Nullable Throwable problem;

    Outflow(Surroundings unit, Id tessera, Multi<?> items, Runnable over) {
        this.unit = unit;
        this.tessera = tessera;
        this.items = items;
        this.over = over;
        this.encoder = unit.codec().encoder();
        encoder.reset("item");
    }

    Id tessera() {
        return tessera;
    }

    // ---- the consumer

    /** At most one at a time, by who calls. */
    CompletionStage<Batch> pull(int most) {
        CompletableFuture<Batch> answer = new CompletableFuture<>();
        long more;
        boolean first;
        synchronized (this) {
            if (pull != null) {
                pull.cancel(false); // the call that it was for is over
            }
            pull = answer;
            first = !subscribed;
            subscribed = true;
            long room = emitted == 0 ? most : Math.clamp(MOST_BYTES / Math.max(1, emittedBytes / emitted), 1, most);
            more = ended || cancelled ? 0 : Math.max(0, room - waiting - coming);
            coming += more;
            requesting = more > 0;
            requestedNanos = System.nanoTime();
            if (waiting > 0 || ended) {
                give();
            }
        }
        if (first) {
            inProgram(() -> items.subscribe().withSubscriber(this));
        } else if (more > 0) {
            inProgram(() -> request(more));
        }
        return answer;
    }

    private void request(long more) {
        Flow.Subscription asked = upstream;
        if (asked != null) {
            asked.request(more);
        }
        synchronized (this) {
            requesting = false;
            if (waiting > 0) {
                give();
            }
        }
    }

    /** Nobody wants more. Any thread but the loop's. */
    void cancel() {
        Flow.Subscription asked;
        synchronized (this) {
            cancelled = true;
            asked = upstream;
            if (pull != null) {
                pull.cancel(false);
                pull = null;
            }
            sealed.forEach(batch -> unit.sharing().released(batch.payload()));
            sealed.clear();
            filling.clear();
        }
        if (asked != null) {
            inProgram(asked::cancel);
        }
    }

    /** It ends with that. Any thread but the loop's. */
    void fail(Throwable thrown) {
        Flow.Subscription asked = upstream;
        onError(thrown);
        if (asked != null) {
            inProgram(asked::cancel);
        }
    }

    private void inProgram(Runnable code) {
        unit.program().execute(() -> {
            try {
                code.run();
            } catch (Throwable thrown) {
                onError(thrown);
            }
        });
    }

    // ---- the program

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        long first;
        boolean unwanted;
        synchronized (this) {
            unwanted = cancelled || ended || upstream != null;
            upstream = upstream == null ? subscription : upstream;
            first = coming;
        }
        if (unwanted) {
            subscription.cancel();
        } else if (first > 0) {
            request(first);
        }
    }

    @Override
    public synchronized void onNext(Object item) {
        if (!ended && !cancelled) {
            try {
                accept(item);
            } catch (Throwable failed) {
                refuse(failed);
            }
        }
    }

    private void accept(Object item) {
        boolean isAsked = coming > 0;
        if (isAsked) {
            coming--;
        } else if (!sealsUnasked()) {
            return;
        }
        int before = encoder.inlineBytes();
        try {
            write(Objects.requireNonNull(item, "a Multi gave null as an item"));
        } catch (Throwable refused) {
            writeAgain();
            refuse(refused);
            return;
        }
        filling.add(item);
        waiting++;
        emitted++;
        long bytesBefore = emittedBytes;
        emittedBytes += encoder.inlineBytes() - before;
        if (!encoder.far().isEmpty()) {
            emittedBytes += encoder.far().getLast().byteSize();
            seal();
        } else if (!isAsked) {
            seal(); // a batch of its own: nobody gets more items at once than requested
        }
        unaskedBytes += isAsked ? 0 : emittedBytes - bytesBefore;
        if (pull != null && (!requesting || System.nanoTime() - requestedNanos > LINGER_NANOS)) {
            give();
        }
    }

    /** An item comes that nobody has requested. False where there are too many of them: the flow has failed. */
    private boolean sealsUnasked() {
        if (!filling.isEmpty()) {
            seal();
        }
        unaskedBytes = sealed.isEmpty() ? 0 : unaskedBytes;
        if (unaskedBytes > MOST_BYTES) {
            refuse(new BackPressureFailure(
                    "the Multi gave bytes=" + unaskedBytes + " of items that were not requested"));
        }
        return !ended;
    }

    /** The flow ends behind the items before, and its source is told. */
    private void refuse(Throwable problem) {
        Flow.Subscription asked = upstream;
        onError(problem);
        if (asked != null) {
            inProgram(asked::cancel);
        }
    }

    /** What the encoder held before an item that could not be captured. */
    private void writeAgain() {
        encoder.reset("item");
        mentioned = new ArrayList<>();
        try {
            filling.forEach(this::write);
        } catch (Throwable changed) { // it could be captured before
            encoder.reset("item");
            waiting -= filling.size();
            filling.clear();
        }
    }

    private void write(Object item) {
        encoder.booleanValue(true);
        encoder.object(item);
        Object inside = unit.mentions().take();
        if (inside != null) {
            mentioned.add(inside);
        }
    }

    @Override
    public synchronized void onError(@Nullable Throwable thrown) {
        if (!ended) {
            ended = true;
            problem = thrown == null ? new NullPointerException("a Multi gave null as its failure") : thrown;
            give();
        }
    }

    @Override
    public synchronized void onComplete() {
        if (!ended) {
            ended = true;
            give();
        }
    }

    // ---- batches

    private void seal() {
        boolean last = ended;
        encoder.booleanValue(false);
        Throwable thrown = problem;
        if (!last) {
            encoder.intValue(MORE);
        } else if (thrown == null) {
            encoder.intValue(COMPLETE);
        } else {
            encoder.intValue(FAILED);
            encoder.text(unit.uid());
            encoder.bytes(unit.failures().thrown(thrown, "").thrown());
        }
        sealed.add(new Batch(encoder.finish(unit.sharing()), mentioned, filling.size()));
        encoder.reset("item");
        mentioned = new ArrayList<>();
        filling = new ArrayList<>();
    }

    /** Answers the pull. */
    private void give() {
        CompletableFuture<Batch> asked = pull;
        if (asked == null || asked.isDone()) {
            return;
        }
        boolean isLast = false;
        if (sealed.isEmpty()) {
            isLast = ended;
            try {
                seal();
            } catch (Throwable unsealed) { // no memory for it, most likely
                ended = true;
                pull = null;
                over.run();
                Thread.ofVirtual().start(() -> asked.completeExceptionally(unsealed));
                return;
            }
        }
        Batch batch = sealed.remove();
        waiting -= batch.count();
        pull = null;
        if (isLast) {
            over.run();
        }
        // What follows it is the kernel's business, not to be done in here.
        Thread.ofVirtual().start(() -> {
            if (!asked.complete(batch)) {
                unit.sharing().released(batch.payload());
            }
        });
    }
}
