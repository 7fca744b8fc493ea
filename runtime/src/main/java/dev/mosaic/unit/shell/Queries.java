package dev.mosaic.unit.shell;

import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.inspect.CallEvent;
import dev.mosaic.inspect.CallEvents;
import dev.mosaic.inspect.CallInput;
import dev.mosaic.inspect.CallLines;
import dev.mosaic.inspect.DeviceClock;
import dev.mosaic.inspect.EndedCalls;
import dev.mosaic.inspect.FailedTasks;
import dev.mosaic.inspect.ItemText;
import dev.mosaic.inspect.JsonText;
import dev.mosaic.inspect.LaterText;
import dev.mosaic.inspect.LineFilter;
import dev.mosaic.inspect.LoadAnswer;
import dev.mosaic.inspect.MethodEntry;
import dev.mosaic.inspect.MethodSums;
import dev.mosaic.inspect.PageFilter;
import dev.mosaic.inspect.ProcessLoad;
import dev.mosaic.inspect.Profile;
import dev.mosaic.inspect.Stacks;
import dev.mosaic.inspect.TaskAnswer;
import dev.mosaic.inspect.TesseraAnswer;
import dev.mosaic.invoke.codec.ValueCodec;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Answers those who ask a unit for its calls and tesserae: the ones that live, as the kernel has them, and calls that ended.
 *
 * <p><b>Threading:</b> the loop; a question is read, and its answer written, by a virtual thread. <b>Cost:</b> ten numbers for a call that
 * ends; for a question, a look at each call that lives or is remembered, at most some ms of the loop.
 */
final class Queries {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.unit");
    private static final int OK = 200;
    private static final int MALFORMED = 400;
    private static final int UNKNOWN = 404;

    private final String uid;
    private final Loop loop;
    private final UnitKernel kernel;
    private final Labels labels;
    private final Courier courier;
    private final ValueCodec codec;
    private final Consumer<OwnTasks> own;
    private final Consumer<MadeTesserae> made;
    private final EndedCalls ended = new EndedCalls();
    private final MethodSums sums = new MethodSums();
    private final DeviceClock devices;
    private final FailedTasks failed = new FailedTasks();
    private final FailedTasks failedInWorkers = new FailedTasks();

    /** How often a task of that name has failed in that worker, which counts them itself while it lives. */
    private final Map<Long, Map<String, Integer>> countedByWorkers = new HashMap<>();

    final CallLines lines = new CallLines();

    /** Tasks that this unit made. */
    interface OwnTasks {
        void task(Id task, Label label, long madeNanos);
    }

    /** Tesserae that this unit made. */
    interface MadeTesserae {
        void tessera(Id tessera, String className, long madeNanos);
    }

    /**
     * Of a unit.
     *
     * @param devices that it alone has
     * @param own shows a visitor the tasks of this unit that are not final
     * @param made shows a visitor the tesserae that it made and can reach, with their classes
     */
    Queries(
            String uid,
            int devices,
            Loop loop,
            UnitKernel kernel,
            Labels labels,
            Courier courier,
            ValueCodec codec,
            Consumer<OwnTasks> own,
            Consumer<MadeTesserae> made) {
        this.uid = uid;
        this.devices = new DeviceClock(devices, System.nanoTime());
        this.loop = loop;
        this.kernel = kernel;
        this.labels = labels;
        this.courier = courier;
        this.codec = codec;
        this.own = own;
        this.made = made;
    }

    /** The code of a run is to begin. */
    void started(Run run) {
        if (devices.hasDevices() && run.chore() == Run.Chore.NONE) {
            devices.started(System.nanoTime(), run.task());
        }
    }

    /** A run is over. */
    void ended(long now, Run run, Outcome outcome) {
        lines.ended(run.task());
        if (run.chore() == Run.Chore.NONE) {
            Failure failure = outcome instanceof Outcome.Failed failed ? failed.failure() : null;
            CallView call = CallView.ended(run, outcome);
            ended.add(
                    call,
                    now,
                    failure,
                    run.input instanceof CallInput.Values values ? LaterText.of(values) : LaterText.NONE);
            sums.add(call, now, devices.ended(now, run.task()));
        }
    }

    /** A task that this unit made has failed. What was thrown in a worker is remembered there too, as long as that lives. */
    void failed(Id task, Label label, long madeNanos, Failure failure, @Nullable Payload arguments) {
        if (failure.kind() == Failure.Kind.CONSTRUCTOR) {
            return;
        }
        String worker = failure.worker();
        Supplier<String> words =
                arguments == null ? () -> "" : CallInput.later(arguments, label.table() == null, codec);
        CallView.State state = state(failure);
        long instance = instance(worker);
        if (worker.isEmpty()) {
            sums.addOwn(label.name(), state);
        } else if (state == CallView.State.FAILED) {
            countedByWorkers.computeIfAbsent(instance, any -> new HashMap<>()).merge(label.name(), 1, Integer::sum);
        }
        (worker.isEmpty() ? failed : failedInWorkers)
                .add(new FailedTasks.FailedTask(
                        task,
                        label.name(),
                        state,
                        madeNanos,
                        System.nanoTime(),
                        FailedTasks.text(failure) + (worker.isEmpty() ? "" : "; in " + worker + ", which is gone"),
                        instance,
                        LaterText.of(words)));
    }

    private static CallView.State state(Failure failure) {
        return switch (failure.kind()) {
            case CANCELLED -> CallView.State.CANCELLED;
            case ARGUMENT -> failure.worker().isEmpty() ? CallView.State.UPSTREAM_FAILED : CallView.State.FAILED;
            default -> CallView.State.FAILED;
        };
    }

    /** The calls that ended, with those of workers that are gone. */
    private MethodSums sums() {
        Set<Long> living = living();
        countedByWorkers.entrySet().removeIf(worker -> {
            boolean isGone = !living.contains(worker.getKey());
            if (isGone) {
                worker.getValue().forEach((name, count) -> {
                    for (int i = 0; i < count; i++) {
                        sums.addOwn(name, CallView.State.FAILED);
                    }
                });
            }
            return isGone;
        });
        return sums;
    }

    private Set<Long> living() {
        return kernel.members().stream().map(Member::instance).collect(Collectors.toSet());
    }

    private long instance(String worker) {
        return kernel.members().stream()
                .filter(member -> member.uid().equals(worker))
                .mapToLong(Member::instance)
                .findFirst()
                .orElse(0);
    }

    /**
     * The code of a run has returned. The thread that ran it.
     *
     * @param event null where nobody records
     * @param outcome null where its code has returned a promise
     */
    void recorded(@Nullable CallEvent event, Run run, @Nullable Outcome outcome) {
        if (event != null) {
            CallEvents.end(event, run, name(CallView.of(run)), outcome);
        }
    }

    /** An item of a batch has failed, of which the others go on. Any thread. */
    void itemFailed(Run run, @Nullable Object item, Throwable problem) {
        LaterText words = LaterText.of(() -> ItemText.of(item));
        Failure failure = Failure.of(Failure.Kind.THROWN, ItemText.of(problem));
        CallView call = CallView.ended(run, new Outcome.Failed(failure));
        loop.run(now -> {
            ended.addItem(call, now, failure, words);
            sums.addItem(call);
        });
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
            body = body(query.path());
        } catch (UnknownPathException unknown) {
            status = UNKNOWN;
            body = text(unknown.getMessage());
        } catch (RuntimeException | IOException wrong) {
            LOG.log(Level.DEBUG, "path={0} cannot be answered: {1}", query.path(), wrong);
            status = MALFORMED;
            body = text(wrong.getMessage());
        }
        return new ClusterMessage.QueryResult(query.request(), status, Payload.of(body));
    }

    /** It is of a later version. */
    private static final class UnknownPathException extends Exception {
        private static final long serialVersionUID = 1;

        UnknownPathException(String path) {
            super("path=" + path + " is nothing that this unit answers");
        }
    }

    private byte[] body(String path) throws IOException, UnknownPathException {
        int query = path.indexOf('?');
        return switch (query < 0 ? path : path.substring(0, query)) {
            case HeadHttp.TASKS -> {
                PageFilter filter = PageFilter.parse(path);
                yield JsonText.bytes(taskAnswer(filter));
            }
            case HeadHttp.INSTANCES -> {
                PageFilter filter = PageFilter.parse(path);
                yield JsonText.bytes(loop.ask(() -> tesserae(filter)));
            }
            case HeadHttp.LOAD -> {
                ProcessLoad process = ProcessLoad.now();
                yield JsonText.bytes(loop.ask(() -> {
                    long now = System.nanoTime();
                    return new LoadAnswer(process, devices.heldNanos(now), devices.busyNanos(now), methods(now));
                }));
            }
            default -> ofUnit(path);
        };
    }

    private byte[] ofUnit(String path) throws IOException, UnknownPathException {
        if (path.equals(HeadHttp.STACK.replace("{uid}", uid))) {
            return text(Stacks.of(uid));
        }
        if (Profile.isAsked(uid, path)) {
            return text(Profile.answer(uid, path));
        }
        if (LineFilter.isAsked(uid, path)) {
            return JsonText.bytes(lines.answer(LineFilter.parse(path)));
        }
        throw new UnknownPathException(path);
    }

    private static byte[] text(@Nullable String words) {
        return String.valueOf(words).getBytes(StandardCharsets.UTF_8);
    }

    /** Where one task is asked for and lives, with its input, which is not put into words in the loop. */
    private TaskAnswer taskAnswer(PageFilter filter) {
        AtomicReference<Supplier<String>> input = new AtomicReference<>(() -> "");
        TaskAnswer answer = loop.ask(() -> tasks(filter, input));
        String words = input.get().get();
        return words.isEmpty() ? answer : answer.withInput(words);
    }

    private TaskAnswer tasks(PageFilter filter, AtomicReference<Supplier<String>> input) {
        TaskSearch search = new TaskSearch(filter, this::name);
        kernel.visitCalls(run -> {
            CallView call = CallView.of(run);
            Id awaited = call.waitsFor();
            search.call(call, 0, awaited == null ? "" : "task=" + awaited, "");
            if (run.task().equals(filter.id())) {
                input.set(CallInput.later(run, codec));
            }
            return true;
        });
        own.accept((task, label, madeNanos) -> {
            TaskView view = kernel.task(task);
            if (view != null && !view.sent()) {
                search.own(task, label.name(), CallView.State.PENDING, madeNanos, 0, view.waitingFor(), "");
            }
        });
        failed.visit(search::failed);
        Set<Long> living = living();
        failedInWorkers.visit(task -> {
            if (!living.contains(task.instance())) {
                search.failed(task);
            }
        });
        ended.visit(search::call);
        MethodEntry all = sums().all();
        return new TaskAnswer(
                all.ended(),
                all.failed(),
                all.upstreamFailed(),
                ended.displaced() + failed.displaced(),
                search.matched(),
                search.entries());
    }

    private TesseraAnswer tesserae(PageFilter filter) {
        TesseraSearch search = new TesseraSearch(filter);
        kernel.visitTesserae(search::hosted);
        made.accept(
                (tessera, className, madeNanos) -> search.made(tessera, className, madeNanos, kernel.tessera(tessera)));
        return search.answer();
    }

    private record Method(String className, int method) {}

    private List<MethodEntry> methods(long now) {
        Map<Method, long[]> live = new HashMap<>();
        kernel.visitCalls(run -> {
            CallView call = CallView.of(run);
            Method method = new Method(call.className(), MethodSums.index(call));
            long[] counts = live.computeIfAbsent(method, any -> new long[3]);
            counts[call.state() == CallView.State.RUNNING ? 0 : 1]++;
            counts[2] += devices.own(now, run.task());
            return true;
        });
        Map<String, MethodEntry> entries = sums().entries(this::name);
        live.forEach((method, counts) -> {
            String name = name(method.className(), method.method());
            entries.merge(name, MethodEntry.live(name, (int) counts[0], (int) counts[1], counts[2]), MethodEntry::plus);
        });
        return List.copyOf(entries.values());
    }

    private String name(CallView call) {
        return name(call.className(), MethodSums.index(call));
    }

    /** {@code Solver.solve}; of a stateless task its function. */
    private String name(String className, int method) {
        return method == CallView.DROP ? "drop" : labels.of(className, method);
    }
}
