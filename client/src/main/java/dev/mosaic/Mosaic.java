package dev.mosaic;

import dev.mosaic.function.Action2;
import dev.mosaic.function.Function0;
import dev.mosaic.function.Function1;
import dev.mosaic.function.Function2;
import dev.mosaic.function.Function3;
import dev.mosaic.function.Function4;
import dev.mosaic.function.Function5;
import dev.mosaic.function.Function6;
import dev.mosaic.headapi.Variables;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.unit.Bars;
import dev.mosaic.unit.Connector;
import dev.mosaic.unit.GeneratedProxy;
import dev.mosaic.unit.Launcher;
import dev.mosaic.unit.Unit;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The entry point of the library: a running local cluster, or a connection to a cluster.
 *
 * <pre>{@code
 * try (Mosaic mosaic = Mosaic.start(2)) {
 *     SolverProxy a = SolverProxy.remote(array);
 *     float[] result = a.solve(array).result();
 * }
 * }</pre>
 *
 * <p>A process has at most one Mosaic at a time. {@link #close} ends the cluster that {@link #start} started. After {@link #connect}, named objects
 * stay in the cluster. The process of the program is its <em>head</em>; the head and the workers are <em>units</em>.
 *
 * <p><b>Threading:</b> any thread. <b>Failure:</b> {@link StartException} if the start fails; later failures are failed tasks.
 */
public final class Mosaic extends TaskSubmitter implements AutoCloseable {
    private final Unit unit;

    private Mosaic(Unit unit) {
        super(unit);
        this.unit = unit;
    }

    /**
     * Starts a cluster on this machine with the given number of worker processes, and returns when they run. Prints a link to a
     * dashboard.
     */
    public static Mosaic start(int workers) {
        return start(options -> options.workers(workers));
    }

    /** Starts a cluster on this machine, and returns when its workers run. */
    public static Mosaic start(Consumer<StartOptions> options) {
        StartOptions chosen = new StartOptions();
        options.accept(chosen);
        return new Mosaic(service(Launcher.class).start(chosen));
    }

    private static <S> S service(Class<S> type) {
        return ServiceLoader.load(type)
                .findFirst()
                .orElseThrow(
                        () -> new StartException("no runtime is on the class path", "add dev.mosaic:mosaic to it"));
    }

    /**
     * Connects to a running cluster: {@code tcp://host:7600} for the monitor, {@code mosaic://host:7601} for the gateway, or {@code
     * kubernetes://namespace/name}, with mosaic-kubernetes on the class path. Several programs may share a cluster. Each program has its own
     * workers, which start on demand, within the resources of the nodes.
     */
    public static Mosaic connect(String address) {
        return connect(address, options -> {});
    }

    /** {@link #connect(String)} with options. */
    public static Mosaic connect(String address, Consumer<ConnectOptions> options) {
        ConnectOptions chosen = new ConnectOptions(address);
        options.accept(chosen);
        return new Mosaic(service(Connector.class).connect(chosen));
    }

    /**
     * Connects to the cluster at {@code MOSAIC_ADDRESS}, with the keys in the folder {@code MOSAIC_KEYS}. Without {@code MOSAIC_ADDRESS} it
     * starts a cluster on this machine with {@code MOSAIC_WORKERS} workers, by default one for each processor.
     */
    public static Mosaic fromEnvironment() {
        return fromEnvironment(options -> {});
    }

    /** {@link #fromEnvironment()} with options for a cluster on this machine. */
    public static Mosaic fromEnvironment(Consumer<StartOptions> options) {
        String address = System.getenv(Variables.ADDRESS);
        if (address == null || address.isBlank()) {
            return start(options);
        }
        String keys = System.getenv(Variables.KEYS);
        return connect(address, chosen -> {
            if (keys != null && !keys.isBlank()) {
                chosen.keys(Path.of(keys));
            }
        });
    }

    /**
     * Does the same as {@link #start(int)}, for a shell, in which no {@code try} block closes the Mosaic. Later input gets it by {@link #current},
     * and {@link #interactiveOff} ends it. Workers get the classes and functions that you type from the context class loader of the calling thread.
     * This loader must provide the bytes of its classes; {@code mosaic interactive} and {@code jshell --execution local} have such a loader.
     */
    public static Mosaic interactive(int workers) {
        return start(workers);
    }

    /** Ends the Mosaic of this process, if there is one. */
    public static void interactiveOff() {
        try {
            current().close();
        } catch (NoMosaicException none) {
            // It is off.
        }
    }

    /**
     * Returns the Mosaic of this process. In a worker, it is the Mosaic of the program that the worker belongs to.
     *
     * @throws NoMosaicException if there is none
     */
    public static Mosaic current() {
        return new Mosaic(Unit.current());
    }

    /**
     * Runs a function for each item, one item at a time on each worker, and returns when all items are done. Items start in their order, as
     * workers become free. If a worker is lost, its item runs again on another worker.
     *
     * <p>Only this call is limited to one item for each worker. Other tasks may run in the same worker at the same time.
     *
     * @param action runs in the workers, so the values that it captures must be serializable
     * @return the items that failed; empty without {@link ItemOptions#maxFailedShare}
     * @throws ItemsFailedException if more items failed than {@link ItemOptions#maxFailedShare} allows
     * @throws TimedOutException if there are too few workers for too long
     */
    public <A extends @Nullable Object> List<FailedItem<A>> forEach(
            Collection<? extends A> items, Action2<Worker, A> action) {
        return forEach(items, options -> {}, action);
    }

    /** {@link #forEach(Collection, Action2)} with options. */
    public <A extends @Nullable Object> List<FailedItem<A>> forEach(
            Collection<? extends A> items, Consumer<ItemOptions> options, Action2<Worker, A> action) {
        ItemOptions chosen = new ItemOptions();
        options.accept(chosen);
        List<A> all = new ArrayList<>(items);
        Handout<String, A, @Nullable Object> handout = new Handout<>(unit, chosen, new WorkerTakers<>(unit, action));
        return chosen.showing(unit, all, () -> {
            int workers = Math.min(all.size(), Math.max(chosen.minWorkers(), unit.capacity()));
            try (var _ = WorkerDemand.of(
                    withOptions(own -> {}), workers, unit.workers().size())) {
                var _ = handout.run(all);
            }
            List<FailedItem<A>> failed = new ArrayList<>();
            handout.failed().forEach((index, problem) -> failed.add(new FailedItem<>(all.get(index), problem)));
            return failed;
        });
    }

    /**
     * Waits until {@code count} of the tasks have ended, failed ones included, or until the timeout, and returns the tasks that have ended and
     * those that have not. A timeout throws nothing. To take many tasks one by one as they end, use {@link #asCompleted}, which is cheaper.
     *
     * {@snippet class="snippets.ExamplesTest" region="race"}
     */
    public <T extends @Nullable Object> WaitResult<T> waitFor(
            Collection<? extends Task<T>> tasks, int count, Duration timeout) {
        List<Task<T>> all = List.copyOf(tasks);
        return WaitResult.of(all, unit.waitFor(all, count, timeout));
    }

    /**
     * Returns a stream of the tasks in the order in which they end. The stream waits for the next task; read it once, from one thread.
     *
     * {@snippet class="snippets.ExamplesTest" region="completed"}
     */
    public <T extends @Nullable Object> Stream<Task<T>> asCompleted(Collection<? extends Task<T>> tasks) {
        Supplier<Task<T>> next = unit.inOrderOfEnd(tasks);
        return Stream.generate(next).limit(tasks.size());
    }

    /** {@link #progress(String, Collection)} with the name {@code tasks}. */
    public <T extends @Nullable Object> List<Task<T>> progress(Collection<? extends Task<T>> tasks) {
        return progress("tasks", tasks);
    }

    /**
     * Waits until all tasks have ended, and shows a progress bar on standard error. The bar counts failed and cancelled tasks as ended; this
     * method does not throw their exceptions.
     *
     * {@snippet class="snippets.ExamplesTest" region="progress"}
     *
     * <p>If standard error is not a terminal, or {@code TERM} is {@code dumb}, a line is printed after 10 s and then now and then, instead of a
     * bar. A worker shows neither. The environment variable {@code MOSAIC_PROGRESS} turns both {@code off}, or bars {@code on} for files
     * and pipes too.
     *
     * <p><b>Cost:</b> that of {@link #asCompleted}, at most 10 redraws a second, and a short process for each bar, to find the width.
     *
     * @param name the text in front of the bar
     * @return the tasks, in their order
     */
    public <T extends @Nullable Object> List<Task<T>> progress(String name, Collection<? extends Task<T>> tasks) {
        List<Task<T>> all = List.copyOf(tasks);
        Supplier<Task<T>> next = unit.inOrderOfEnd(all);
        try (Bars.Bar bar = unit.bar(name, all.size())) {
            int failed = 0;
            for (int ended = 1; ended <= all.size(); ended++) {
                failed += next.get().state() == Task.State.DONE ? 0 : 1;
                bar.ended(ended, failed);
            }
        }
        return all;
    }

    /**
     * Waits until all earlier tasks of this program have ended, in the head and in its workers, with all tasks that these create. Failed tasks
     * count as ended. Cancelled tasks, and tasks that timed out, count as ended when their code has ended.
     *
     * <p>A barrier does not wait for:
     * <ul>
     *   <li>tasks that other threads create after it has begun;
     *   <li>if it is called in the code of a task: this task, tasks that wait for it, and tasks that wait at a barrier. If more than 20,000 tasks
     *       wait for it, it may wait until its timeout;
     *   <li>tasks that a named tessera of another program creates.
     * </ul>
     *
     * <p>A thread that your code starts in a worker belongs to no task: a barrier in such a thread also waits for the code that started it.
     *
     * <p><b>Cost:</b> two rounds of messages to each worker. <b>Failure:</b> if a worker dies, its tasks have ended, or run again. A call that
     * failed because its worker could not be reached for 30 s has ended, although its code may still run there.
     *
     * @throws WorkerLostException if a worker of the program, or its head, is alive but could not be reached for 30 s, so that its tasks are
     *     not known; the tasks go on
     */
    public void barrier() {
        barrier(Duration.ofSeconds(Long.MAX_VALUE));
    }

    /**
     * {@link #barrier()} with a time limit.
     *
     * @throws TimedOutException if some tasks have not ended in time; they go on
     * @throws WorkerLostException as {@link #barrier()}
     */
    public void barrier(Duration timeout) {
        if (!unit.barrier(timeout)) {
            throw new TimedOutException("not all tasks were done within " + timeout, "the tasks go on");
        }
    }

    /**
     * An {@code ExecutorService} whose tasks run in workers. Submitted code and its captured values must be serializable, such as {@code
     * (Callable<Integer> & Serializable) () -> 42}. Closing it waits for its tasks; it does not close this Mosaic.
     */
    public ExecutorService executorService() {
        return new TaskExecutor(unit);
    }

    /** Waits for all tasks, and returns their values in order. Throws the first failure in that order. */
    public <T extends @Nullable Object> List<T> gather(Collection<? extends Task<T>> tasks) {
        List<T> values = new ArrayList<>(tasks.size());
        for (Task<T> task : tasks) {
            values.add(task.result());
        }
        return values;
    }

    /**
     * {@link #gather(Collection)} with a time limit.
     *
     * @throws TimedOutException if not all values are available in time; the tasks go on
     */
    public <T extends @Nullable Object> List<T> gather(Collection<? extends Task<T>> tasks, Duration timeout) {
        long begun = System.nanoTime();
        List<T> values = new ArrayList<>(tasks.size());
        for (Task<T> task : tasks) {
            Duration left = timeout.minusNanos(System.nanoTime() - begun);
            values.add(task.result(left.isNegative() ? Duration.ZERO : left));
        }
        return values;
    }

    /** Waits for all tasks, and returns their values by the same keys in the same order. Throws the first failure in that order. */
    public <K, T extends @Nullable Object> Map<K, T> gather(Map<K, ? extends Task<T>> tasks) {
        Map<K, T> values = new LinkedHashMap<>();
        tasks.forEach((key, task) -> values.put(key, task.result()));
        return values;
    }

    /**
     * Makes a Mutiny pipeline of a blocking call, such as {@code gather}, {@code waitFor}, {@code forEach}, {@code find}, {@code put} or {@link
     * Ref#value}. For a single task there is {@link Task#uni}.
     *
     * {@snippet class="snippets.ExamplesTest" region="uni"}
     *
     * Each subscription makes the call once, on a new virtual thread. If the subscription is cancelled, the call is interrupted; tasks that it
     * has created go on. In the code of a task, tasks that the call creates do not belong to that task.
     *
     * @param wait makes the blocking call; its exception is the failure of the pipeline
     */
    public <R extends @Nullable Object> Uni<R> uni(Supplier<? extends R> wait) {
        return Pipelines.uni(unit, wait);
    }

    /** {@link #uni(Supplier)} of a call without a value: {@code mosaic.uni(() -> mosaic.barrier())}. */
    public Uni<@Nullable Void> uni(Runnable wait) {
        return Pipelines.uni(unit, () -> {
            wait.run();
            return null;
        });
    }

    /** {@link #uni(Supplier)} of a call that returns a stream: {@code mosaic.multi(() -> mosaic.asCompleted(tasks))}. */
    public <R> Multi<R> multi(Supplier<? extends Stream<? extends R>> wait) {
        return Pipelines.multi(unit, wait);
    }

    /**
     * The tessera with this name, as a generated proxy.
     *
     * @throws NameException if there is no tessera with this name, or if it has another class
     */
    public <P extends TesseraProxy> P find(String name, Class<P> proxy) {
        return GeneratedProxy.of(proxy, expected -> unit.find(name, expected));
    }

    /** {@link #find} without generated code. */
    public <T> Remote<T> findRemote(String name, Class<T> type) {
        return new Remote<>(unit.find(name, MethodTable.of(type)));
    }

    /**
     * Stores a value in the warehouse. A stored object never changes. When this method returns the value has been copied: a large array
     * once, into memory that all processes of the machine share.
     *
     * @throws StoreFullException if no tier has room
     * @throws ArgumentsTooLargeException if the value is larger than the memory of the store
     */
    public <T extends @Nullable Object> Ref<T> put(T value, PutOption... options) {
        return unit.put(value, options);
    }

    /** Makes a shared value: a value in a worker, which all units can read and change. */
    public <T extends @Nullable Object> SharedValue<T> sharedValue(T initial) {
        return withOptions(options -> {}).sharedValue(initial);
    }

    /**
     * {@link #sharedValue(Object)} that can {@link SharedValue#accumulate(Object)}: {@code mosaic.sharedValue(new float[n], Sums::floats)}.
     *
     * @param operator combines the value and an added one; it may change its first argument and return it
     */
    public <T extends @Nullable Object> SharedValue<T> sharedValue(T initial, Function2<T, T, T> operator) {
        return withOptions(options -> {}).sharedValue(initial, operator);
    }

    /**
     * The shared value with this name, made by {@code mosaic.withOptions(o -> o.name(..)).sharedValue(..)} in this program or another.
     *
     * @throws NameException if there is none, or if it is something else
     */
    public <T extends @Nullable Object> SharedValue<T> findSharedValue(String name) {
        return new SharedValue<>(unit.find(name, SharedValue.TABLE));
    }

    /** Makes a shared parameter, like a parameter server does: each holder has a local copy, which it pulls from and pushes to the shared value. */
    public <T extends @Nullable Object> SharedParameter<T> sharedParameter(T initial) {
        return withOptions(options -> {}).sharedParameter(initial);
    }

    /**
     * A copy of the shared parameter with this name, made by {@code mosaic.withOptions(o -> o.name(..)).sharedParameter(..)} in this program or another.
     *
     * @throws NameException if there is none, or if it is something else
     */
    public <T extends @Nullable Object> SharedParameter<T> findSharedParameter(String name) {
        return SharedParameter.of(findSharedValue(name));
    }

    /** The uids of the current workers. */
    public List<String> workers() {
        return unit.workers();
    }

    /**
     * The current nodes, with their resources and how much of each is free. This call asks the head.
     *
     * {@snippet class="snippets.ExamplesTest" region="nodes"}
     *
     * @throws TimedOutException if the head does not answer within 30 s
     */
    public List<NodeInfo> nodes() {
        return unit.nodes();
    }

    /**
     * Reserves resources on nodes for this program: all bundles or none. Ray calls this a placement group. This method returns at once; {@link
     * Reservation#await} waits until the resources are reserved.
     */
    public Reservation reserve(List<Bundle> bundles, Reservation.Layout layout) {
        return unit.reserve(bundles, layout);
    }

    /** Makes tesserae with options, without generated code: {@code mosaic.withOptions(o -> o.name("s")).remote(Solver::new, array)}. */
    public RemoteMaker withOptions(Consumer<TesseraOptions> options) {
        TesseraOptions chosen = new TesseraOptions();
        options.accept(chosen);
        return new RemoteMaker(unit, chosen);
    }

    /** Makes a tessera without generated code: {@code mosaic.remote(Solver::new, array)}. The class needs no {@link Tessera}. */
    public <T> Remote<T> remote(Function0<T> constructor) {
        return withOptions(options -> {}).remote(constructor);
    }

    /** {@link #remote(Function0)} with arguments. */
    public <T, A extends @Nullable Object> Remote<T> remote(Function1<A, T> constructor, A a) {
        return withOptions(options -> {}).remote(constructor, a);
    }

    /** {@link #remote(Function0)} with arguments. */
    public <T, A extends @Nullable Object, B extends @Nullable Object> Remote<T> remote(
            Function2<A, B, T> constructor, A a, B b) {
        return withOptions(options -> {}).remote(constructor, a, b);
    }

    /** {@link #remote(Function0)} with arguments. */
    public <T, A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object> Remote<T> remote(
            Function3<A, B, C, T> constructor, A a, B b, C c) {
        return withOptions(options -> {}).remote(constructor, a, b, c);
    }

    /** {@link #remote(Function0)} with arguments. */
    public <
                    T,
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object>
            Remote<T> remote(Function4<A, B, C, D, T> constructor, A a, B b, C c, D d) {
        return withOptions(options -> {}).remote(constructor, a, b, c, d);
    }

    /** {@link #remote(Function0)} with arguments. */
    public <
                    T,
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object>
            Remote<T> remote(Function5<A, B, C, D, E, T> constructor, A a, B b, C c, D d, E e) {
        return withOptions(options -> {}).remote(constructor, a, b, c, d, e);
    }

    /** {@link #remote(Function0)} with arguments. */
    public <
                    T,
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    F extends @Nullable Object>
            Remote<T> remote(Function6<A, B, C, D, E, F, T> constructor, A a, B b, C c, D d, E e, F f) {
        return withOptions(options -> {}).remote(constructor, a, b, c, d, e, f);
    }

    /**
     * Makes an array of tesserae without generated code: {@code mosaic.remoteArray(4, Solver::new, array)}.
     *
     * @throws InvalidOptionException if {@code size} is not positive
     */
    public <T> TesseraArray<Remote<T>> remoteArray(int size, Function0<T> constructor) {
        return withOptions(options -> {}).remoteArray(size, constructor);
    }

    /** {@link #remoteArray(int, Function0)} with arguments. */
    public <T, A extends @Nullable Object> TesseraArray<Remote<T>> remoteArray(
            int size, Function1<A, T> constructor, A a) {
        return withOptions(options -> {}).remoteArray(size, constructor, a);
    }

    /** {@link #remoteArray(int, Function0)} with arguments. */
    public <T, A extends @Nullable Object, B extends @Nullable Object> TesseraArray<Remote<T>> remoteArray(
            int size, Function2<A, B, T> constructor, A a, B b) {
        return withOptions(options -> {}).remoteArray(size, constructor, a, b);
    }

    /** {@link #remoteArray(int, Function0)} with arguments. */
    public <T, A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>
            TesseraArray<Remote<T>> remoteArray(int size, Function3<A, B, C, T> constructor, A a, B b, C c) {
        return withOptions(options -> {}).remoteArray(size, constructor, a, b, c);
    }

    /** {@link #remoteArray(int, Function0)} with arguments. */
    public <
                    T,
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object>
            TesseraArray<Remote<T>> remoteArray(int size, Function4<A, B, C, D, T> constructor, A a, B b, C c, D d) {
        return withOptions(options -> {}).remoteArray(size, constructor, a, b, c, d);
    }

    /** {@link #remoteArray(int, Function0)} with arguments. */
    public <
                    T,
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object>
            TesseraArray<Remote<T>> remoteArray(
                    int size, Function5<A, B, C, D, E, T> constructor, A a, B b, C c, D d, E e) {
        return withOptions(options -> {}).remoteArray(size, constructor, a, b, c, d, e);
    }

    /** {@link #remoteArray(int, Function0)} with arguments. */
    public <
                    T,
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    F extends @Nullable Object>
            TesseraArray<Remote<T>> remoteArray(
                    int size, Function6<A, B, C, D, E, F, T> constructor, A a, B b, C c, D d, E e, F f) {
        return withOptions(options -> {}).remoteArray(size, constructor, a, b, c, d, e, f);
    }

    /**
     * Ends the cluster that {@link #start} started, or leaves the cluster of {@link #connect}. Tesserae and objects of this program end, except
     * named tesserae in a cluster that goes on. A second call of this method, or a call in a worker, has no effect.
     */
    @Override
    public void close() {
        unit.close();
    }
}
