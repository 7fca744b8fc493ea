package dev.mosaic.unit.shell;

import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.inspect.EndedCalls;
import dev.mosaic.inspect.FailedTasks;
import dev.mosaic.inspect.ItemText;
import dev.mosaic.inspect.Profile;
import dev.mosaic.inspect.Stacks;
import dev.mosaic.inspect.TaskAnswer;
import dev.mosaic.inspect.TaskEntry;
import dev.mosaic.inspect.TaskFilter;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.unit.calls.TaskView;
import dev.mosaic.unit.kernel.UnitKernel;
import dev.mosaic.unit.mailbox.CallView;
import dev.mosaic.unit.mailbox.Labels;
import dev.mosaic.unit.mailbox.Run;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers those who ask a unit what its calls do: the ones that live, as the kernel has them, and the ones that ended.
 *
 * <p><b>Threading:</b> the loop; a question is read, and its answer written, by a virtual thread. <b>Cost:</b> ten numbers for a call that
 * ends; for a question, a look at each call that lives or is remembered, at most some ms of the loop.
 */
final class Queries {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.unit");
    private static final int OK = 200;
    private static final int MALFORMED = 400;
    private static final long MILLI = 1_000_000;

    private final String uid;
    private final Loop loop;
    private final UnitKernel kernel;
    private final Labels labels;
    private final Courier courier;
    private final Consumer<OwnTasks> own;
    private final EndedCalls ended = new EndedCalls();
    private final FailedTasks failed = new FailedTasks();

    /** Tasks that this unit made. */
    interface OwnTasks {
        void task(Id task, Label label, long madeNanos);
    }

    /** @param own shows a visitor those that are not final */
    Queries(String uid, Loop loop, UnitKernel kernel, Labels labels, Courier courier, Consumer<OwnTasks> own) {
        this.uid = uid;
        this.loop = loop;
        this.kernel = kernel;
        this.labels = labels;
        this.courier = courier;
        this.own = own;
    }

    /** A run is over. */
    void ended(long now, Run run, Outcome outcome) {
        if (run.chore() == Run.Chore.NONE) {
            Failure failure = outcome instanceof Outcome.Failed failed ? failed.failure() : null;
            ended.add(CallView.ended(run, outcome), now, failure);
        }
    }

    /** A task that this unit made has failed. What was thrown in a worker is remembered there. */
    void failed(Id task, Label label, long madeNanos, Failure failure) {
        if (failure.worker().isEmpty() && failure.kind() != Failure.Kind.CONSTRUCTOR) {
            failed.add(task, label.name(), madeNanos, System.nanoTime(), failure);
        }
    }

    /** An item of a batch has failed, of which the others go on. Any thread. */
    void itemFailed(Run run, @Nullable Object item, Throwable problem) {
        String words = ItemText.of(problem) + "; item: " + ItemText.of(item);
        Failure failure = Failure.of(Failure.Kind.THROWN, words);
        loop.run(now -> ended.addItem(CallView.ended(run, new Outcome.Failed(failure)), now, failure));
    }

    void asked(long from, ClusterMessage.Query query) {
        Thread.ofVirtual().name("mosaic-query").start(() -> {
            ClusterMessage.QueryResult result = result(query);
            loop.run(now -> courier.send(from, result));
        });
    }

    private ClusterMessage.QueryResult result(ClusterMessage.Query query) {
        int status = OK;
        byte[] body;
        try {
            if (query.path().equals(HeadHttp.stack(uid))) {
                body = Stacks.of(uid).getBytes(StandardCharsets.UTF_8);
            } else if (Profile.isAsked(uid, query.path())) {
                body = Profile.answer(uid, query.path()).getBytes(StandardCharsets.UTF_8);
            } else {
                TaskFilter filter = TaskFilter.parse(query.path());
                body = loop.ask(() -> answer(filter)).bytes();
            }
        } catch (RuntimeException | IOException wrong) {
            LOG.log(Level.DEBUG, "path={0} cannot be answered: {1}", query.path(), wrong);
            status = MALFORMED;
            body = String.valueOf(wrong.getMessage()).getBytes(StandardCharsets.UTF_8);
        }
        return new ClusterMessage.QueryResult(query.request(), status, Payload.of(body));
    }

    private TaskAnswer answer(TaskFilter filter) {
        Collected collected = new Collected(filter, System.nanoTime(), System.currentTimeMillis());
        kernel.visitCalls(call -> {
            Id awaited = call.waitsFor();
            collected.take(call, 0, awaited == null ? "" : "task=" + awaited);
            return true;
        });
        own.accept((task, label, madeNanos) -> {
            TaskView view = kernel.task(task);
            if (view != null && !view.sent()) {
                collected.own(task, label.name(), CallView.State.PENDING, madeNanos, 0, view.waitingFor());
            }
        });
        failed.visit((task, name, isCancelled, madeNanos, endedNanos, text) -> collected.own(
                task,
                name,
                isCancelled ? CallView.State.CANCELLED : CallView.State.FAILED,
                madeNanos,
                endedNanos,
                text));
        ended.visit(collected::take);
        return new TaskAnswer(
                ended.ended(),
                ended.failed() + failed.count(),
                ended.displaced(),
                collected.matched,
                collected.entries);
    }

    /** The entries of an answer. */
    private final class Collected {
        private final TaskFilter filter;
        private final long nowNanos;
        private final long nowMillis;
        private final List<TaskEntry> entries = new ArrayList<>();
        private long matched;

        Collected(TaskFilter filter, long nowNanos, long nowMillis) {
            this.filter = filter;
            this.nowNanos = nowNanos;
            this.nowMillis = nowMillis;
        }

        /** A task as its caller sees it. */
        void own(Id task, String name, CallView.State state, long madeNanos, long endedNanos, String reason) {
            if (!filter.takes(state) || !filter.takes(task) || !filter.takesName(name)) {
                return;
            }
            matched++;
            if (entries.size() < filter.limit()) {
                entries.add(new TaskEntry(
                        task.toString(),
                        name,
                        state,
                        true,
                        "",
                        task.origin(),
                        0,
                        millis(madeNanos),
                        0,
                        endedNanos == 0 ? 0 : endedNanos - madeNanos,
                        reason));
            }
        }

        /** @param endedNanos 0 of one that lives */
        void take(CallView call, long endedNanos, String reason) {
            if (!filter.takes(call.state()) || !filter.takes(call.task())) {
                return;
            }
            String name = filter.hasName() || entries.size() < filter.limit() ? name(call) : "";
            if (!filter.takesName(name)) {
                return;
            }
            matched++;
            if (entries.size() < filter.limit()) {
                entries.add(entry(call, name, endedNanos, reason));
            }
        }

        private TaskEntry entry(CallView call, String name, long endedNanos, String reason) {
            boolean isOver = endedNanos != 0;
            boolean hasBegun = call.state() != CallView.State.QUEUED;
            return new TaskEntry(
                    call.task().toString(),
                    name,
                    call.state(),
                    false,
                    call.tessera().isPool() ? "" : call.tessera().toString(),
                    call.caller(),
                    call.attempt(),
                    millis(call.arrivedNanos()),
                    hasBegun ? millis(call.startedNanos()) : 0,
                    hasBegun ? (isOver ? endedNanos : nowNanos) - call.startedNanos() : 0,
                    reason);
        }

        private long millis(long nanos) {
            return nowMillis - (nowNanos - nanos) / MILLI;
        }
    }

    /** {@code Solver.solve}; of a stateless task the class of its function. */
    private String name(CallView call) {
        if (!call.tessera().isPool()) {
            return call.method() == CallView.DROP ? "drop" : labels.of(call.className(), call.method());
        }
        return Label.function(call.className());
    }
}
