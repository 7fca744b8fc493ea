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
 * A running Mosaic, as a program holds it.
 *
 * <pre>{@code
 * try (Mosaic mosaic = Mosaic.start(2)) {
 *     SolverProxy a = SolverProxy.remote(array);
 *     float[] result = a.solve(array).result();
 * }
 * }</pre>
 *
 * <p>A process has at most one. What {@link #start} started ends with {@link #close}. After {@link #connect}, objects with a name live on in the
 * cluster. The process of this program is its <em>head</em>; head and workers are <em>units</em>.
 *
 * <p><b>Threading:</b> any thread. <b>Failure:</b> {@link StartException} where it does not come up; later failures become
 * failed tasks.
 */
public final class Mosaic extends TaskSubmitter implements AutoCloseable {
    private final Unit unit;

    private Mosaic(Unit unit) {
        super(unit);
        this.unit = unit;
    }

    /**
     * Runs everything on this machine, with that many worker processes. Returns when they are there. Prints the link of a dashboard, which
     * shows in a browser what the program does.
     */
    public static Mosaic start(int workers) {
        return start(options -> options.workers(workers));
    }

    /** Runs everything on this machine. Returns when the workers are there. */
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
     * Joins a cluster that runs: {@code tcp://host:7600}, where its monitor listens; {@code mosaic://host:7601}, its gateway; or {@code
     * kubernetes://namespace/name}, with mosaic-kubernetes on the class path. Several programs may share one. Workers of the program's own
     * come as it needs them, up to what the nodes offer.
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
     * The cluster that the environment names, {@code MOSAIC_ADDRESS} and the folder {@code MOSAIC_KEYS}; without that one on this
     * machine, with {@code MOSAIC_WORKERS} workers, else one for each processor.
     */
    public static Mosaic fromEnvironment() {
        return fromEnvironment(options -> {});
    }

    /** {@link #fromEnvironment()} with options for where the environment names no cluster. */
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
     * {@link #start(int)} for shells, where no block ends it: everything typed later finds it by {@link #current}, and {@link
     * #interactiveOff} ends it. Classes and functions typed into the shell reach the workers where the loader of the calling thread's
     * context gives their bytes; {@code mosaic interactive} and {@code jshell --execution local} have such a loader.
     */
    public static Mosaic interactive(int workers) {
        return start(workers);
    }

    /** Ends the one that runs in this process, however it was started; nothing where none runs. */
    public static void interactiveOff() {
        try {
            current().close();
        } catch (NoMosaicException none) {
            // It is off.
        }
    }

    /**
     * The one that runs in this process; in a worker, the program's as seen from there.
     *
     * @throws NoMosaicException where none runs
     */
    public static Mosaic current() {
        return new Mosaic(Unit.current());
    }

    /**
     * Gives each item a worker of its own: the function runs there, with that worker and the item, and the worker gets its next
     * item when it has returned. The items start in their order, where workers become free. The item of a lost worker is run again
     * on another. Returns when all are done.
     *
     * <p>An item belongs to one worker only within this call; other tasks, and other calls of this, run beside it as permits allow.
     *
     * @param action runs in the workers, so what it captures must be serialisable
     * @return the items that failed; empty where no {@link ForEachOptions#dropThreshold} is given
     * @throws ItemsFailedException where more failed than may be dropped
     * @throws TimedOutException where there are too few workers for too long
     */
    public <A extends @Nullable Object> List<Dropped<A>> forEach(
            Collection<? extends A> items, Action2<Worker, A> action) {
        return forEach(items, options -> {}, action);
    }

    /** {@link #forEach(Collection, Action2)} with options. */
    public <A extends @Nullable Object> List<Dropped<A>> forEach(
            Collection<? extends A> items, Consumer<ForEachOptions> options, Action2<Worker, A> action) {
        ForEachOptions chosen = new ForEachOptions();
        options.accept(chosen);
        List<A> all = new ArrayList<>(items);
        Handout<String, A, @Nullable Object> handout = new Handout<>(unit, chosen, new WorkerTakers<>(unit, action));
        return chosen.showing(unit, all, () -> {
            int workers = Math.min(all.size(), Math.max(chosen.minWorkers(), unit.capacity()));
            try (var _ =
                    WorkerDemand.of(with(own -> {}), workers, unit.workers().size())) {
                var _ = handout.run(all);
            }
            List<Dropped<A>> dropped = new ArrayList<>();
            handout.failed().forEach((index, problem) -> dropped.add(new Dropped<>(all.get(index), problem)));
            return dropped;
        });
    }

    /**
     * Waits until that many of the tasks are final, failed ones too, or the time is over; nothing is thrown then, and fewer are ready. To take many tasks one by one as they end,
     * {@link #asCompleted} is the cheaper one.
     *
     * {@snippet class="snippets.ExamplesTest" region="race"}
     */
    public <T extends @Nullable Object> Waited<T> waitAny(
            Collection<? extends Task<T>> tasks, int count, Duration timeout) {
        List<Task<T>> all = List.copyOf(tasks);
        return Waited.of(all, unit.waitAny(all, count, timeout));
    }

    /**
     * The tasks in the order they become final. The stream waits for each; read it once, from one thread.
     *
     * {@snippet class="snippets.ExamplesTest" region="completed"}
     */
    public <T extends @Nullable Object> Stream<Task<T>> asCompleted(Collection<? extends Task<T>> tasks) {
        Supplier<Task<T>> next = unit.inOrderOfEnd(tasks);
        return Stream.generate(next).limit(tasks.size());
    }

    /** {@link #progress(String, Collection)} of a bar that is called {@code tasks}. */
    public <T extends @Nullable Object> List<Task<T>> progress(Collection<? extends Task<T>> tasks) {
        return progress("tasks", tasks);
    }

    /**
     * Waits until all of the tasks are final, and shows a bar on standard error meanwhile. Failed and cancelled ones are counted in the bar
     * and throw nothing here.
     *
     * {@snippet class="snippets.ExamplesTest" region="progress"}
     *
     * <p>Nothing is written where standard error goes to no terminal, where {@code TERM} is {@code dumb}, and in a worker. {@code
     * MOSAIC_PROGRESS} in the environment says otherwise: {@code off}, or {@code on} for a file or a pipe too.
     *
     * <p><b>Cost:</b> as {@link #asCompleted}, 10 redraws a second at most, and for each bar one short process that asks for the width.
     *
     * @param name stands before the bar
     * @return the tasks, in the order given
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
     * Waits until all tasks of this program have ended that were made before, in the head and in its workers, and all that these make, in
     * any worker. Failed ones count as ended; those that were cancelled or timed out when their code has ended. It does not matter who
     * still has them.
     *
     * <p>Not waited for are tasks that other threads make meanwhile, so that it ends however many they make. In the code of a task: that
     * task, those that wait for it, and others that wait at a barrier, since none of them can end before; what they make meanwhile
     * counts as made after. Where more than 20,000 wait for it, it may wait for the others until its timeout. A thread that your code in a worker started belongs to no task: a barrier there waits for that code too. What
     * a named tessera of another program makes is that program's.
     *
     * <p><b>Cost:</b> two rounds of messages to each worker. <b>Failure:</b> a worker that dies is waited for no more: its tasks ended with
     * it, or run again. A call that failed since its worker could not be reached for 30 s has ended, though its code may still run there. While a worker of the release before is in the program, what its code makes is not waited for.
     *
     * @throws WorkerLostException when a worker of the program, or its head, is alive and could not be reached from here for 30 s, so that it
     *     is not known what it waits for; the tasks go on
     */
    public void barrier() {
        barrier(Duration.ofSeconds(Long.MAX_VALUE));
    }

    /**
     * {@link #barrier()} with an end.
     *
     * @throws TimedOutException when some have not ended by then; they go on
     * @throws WorkerLostException as {@link #barrier()}
     */
    public void barrier(Duration timeout) {
        if (!unit.barrier(timeout)) {
            throw new TimedOutException("not all tasks were done within " + timeout, "the tasks go on");
        }
    }

    /**
     * Stateless tasks behind the JDK's interface: what is submitted runs in workers, so it and what it captures must be
     * serialisable, such as {@code (Callable<Integer> & Serializable) () -> 42}. Closing it waits for its tasks and leaves this
     * Mosaic as it is.
     */
    public ExecutorService executorService() {
        return new TaskExecutor(unit);
    }

    /** The values of all, in their order. The first failure in that order is thrown. */
    public <T extends @Nullable Object> List<T> gather(Collection<? extends Task<T>> tasks) {
        List<T> values = new ArrayList<>(tasks.size());
        for (Task<T> task : tasks) {
            values.add(task.result());
        }
        return values;
    }

    /**
     * {@link #gather(Collection)} with an end.
     *
     * @throws TimedOutException when not all values are here by then; the tasks go on
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

    /** The values of all, by the same keys in the same order. The first failure in that order is thrown. */
    public <K, T extends @Nullable Object> Map<K, T> gather(Map<K, ? extends Task<T>> tasks) {
        Map<K, T> values = new LinkedHashMap<>();
        tasks.forEach((key, task) -> values.put(key, task.result()));
        return values;
    }

    /**
     * A Mutiny pipeline of any call that waits, {@code gather}, {@code waitAny}, {@code forEach}, {@code find}, {@code put} and {@link
     * Ref#value} among them. Of a single task {@link Task#uni} is at hand.
     *
     * {@snippet class="snippets.ExamplesTest" region="uni"}
     *
     * Each subscription makes the call once, on a virtual thread of its own. Cancelling the subscription ends the waiting; tasks that were
     * made before go on. In the code of a task: what the call makes does not belong to that task.
     *
     * @param wait makes the call; what it throws is the failure of the pipeline
     */
    public <R extends @Nullable Object> Uni<R> uni(Supplier<? extends R> wait) {
        return Pipelines.uni(unit, wait);
    }

    /** {@link #uni(Supplier)} of a call that gives nothing: {@code mosaic.uni(() -> mosaic.barrier())}. */
    public Uni<@Nullable Void> uni(Runnable wait) {
        return Pipelines.uni(unit, () -> {
            wait.run();
            return null;
        });
    }

    /** {@link #uni(Supplier)} of a call that gives a stream: {@code mosaic.multi(() -> mosaic.asCompleted(tasks))}. */
    public <R> Multi<R> multi(Supplier<? extends Stream<? extends R>> wait) {
        return Pipelines.multi(unit, wait);
    }

    /**
     * The tessera of that name, through a generated proxy class.
     *
     * @throws NameException where there is none, or it is of another class
     */
    public <P extends TesseraProxy> P find(String name, Class<P> proxy) {
        return GeneratedProxy.of(proxy, expected -> unit.find(name, expected));
    }

    /** {@link #find} without generated code. */
    public <T> Remote<T> findRemote(String name, Class<T> type) {
        return new Remote<>(unit.find(name, MethodTable.of(type)));
    }

    /**
     * Makes a new entry of the warehouse, which never changes. The value is captured when this returns; one large array is copied
     * once, into memory that all processes of the machine share.
     *
     * @throws StoreFullException where no tier has room
     * @throws ArgumentsTooLargeException where it is larger than the memory of the store
     */
    public <T extends @Nullable Object> Ref<T> put(T value, PutOption... options) {
        return unit.put(value, options);
    }

    /** Makes a value that all share and that changes. It lives in some worker. */
    public <T extends @Nullable Object> Cell<T> cell(T initial) {
        return with(options -> {}).cell(initial);
    }

    /**
     * {@link #cell(Object)} that can {@link Cell#accumulate(Object)}: {@code mosaic.cell(new float[n], Sums::floats)}.
     *
     * @param operator what is made of the value and of what is added; it may change its first argument and give that
     */
    public <T extends @Nullable Object> Cell<T> cell(T initial, Function2<T, T, T> operator) {
        return with(options -> {}).cell(initial, operator);
    }

    /**
     * The cell of that name, made by {@code mosaic.with(o -> o.name(..)).cell(..)} in this program or another.
     *
     * @throws NameException where there is none, or it is something else
     */
    public <T extends @Nullable Object> Cell<T> findCell(String name) {
        return new Cell<>(unit.find(name, Cell.TABLE));
    }

    /** Makes a value that all share, of which each holder has a copy that is pulled and pushed. */
    public <T extends @Nullable Object> Parameter<T> parameter(T initial) {
        return with(options -> {}).parameter(initial);
    }

    /**
     * A copy of the parameter of that name, made by {@code mosaic.with(o -> o.name(..)).parameter(..)} in this program or another.
     *
     * @throws NameException where there is none, or it is something else
     */
    public <T extends @Nullable Object> Parameter<T> findParameter(String name) {
        return Parameter.of(findCell(name));
    }

    /** The uids of the workers that are there now. */
    public List<String> workers() {
        return unit.workers();
    }

    /**
     * The machines that are there now, with what they offer and how much of it is taken. Asks the monitor.
     *
     * {@snippet class="snippets.ExamplesTest" region="nodes"}
     *
     * @throws TimedOutException where no monitor answers within 30 s
     */
    public List<NodeInfo> nodes() {
        return unit.nodes();
    }

    /**
     * Keeps room on nodes for this program: all of the bundles or none, on few nodes or each on one of its own. Returns at once; {@link
     * Reservation#await} waits until it is held.
     */
    public Reservation reserve(List<Bundle> bundles, Reservation.Layout layout) {
        return unit.reserve(bundles, layout);
    }

    /** Makes tesserae with options, without generated code: {@code mosaic.with(o -> o.name("s")).remote(Solver::new, array)}. */
    public RemoteMaker with(Consumer<TesseraOptions> options) {
        TesseraOptions chosen = new TesseraOptions();
        options.accept(chosen);
        return new RemoteMaker(unit, chosen);
    }

    /** Makes a tessera without generated code: {@code mosaic.remote(Solver::new, array)}. The class needs no {@link Tessera}. */
    public <T> Remote<T> remote(Function0<T> constructor) {
        return with(options -> {}).remote(constructor);
    }

    /** {@link #remote(Function0)} with arguments. */
    public <T, A extends @Nullable Object> Remote<T> remote(Function1<A, T> constructor, A a) {
        return with(options -> {}).remote(constructor, a);
    }

    /** {@link #remote(Function0)} with arguments. */
    public <T, A extends @Nullable Object, B extends @Nullable Object> Remote<T> remote(
            Function2<A, B, T> constructor, A a, B b) {
        return with(options -> {}).remote(constructor, a, b);
    }

    /** {@link #remote(Function0)} with arguments. */
    public <T, A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object> Remote<T> remote(
            Function3<A, B, C, T> constructor, A a, B b, C c) {
        return with(options -> {}).remote(constructor, a, b, c);
    }

    /** {@link #remote(Function0)} with arguments. */
    public <
                    T,
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object>
            Remote<T> remote(Function4<A, B, C, D, T> constructor, A a, B b, C c, D d) {
        return with(options -> {}).remote(constructor, a, b, c, d);
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
        return with(options -> {}).remote(constructor, a, b, c, d, e);
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
        return with(options -> {}).remote(constructor, a, b, c, d, e, f);
    }

    /**
     * Makes an array of tesserae without generated code: {@code mosaic.remoteArray(4, Solver::new, array)}.
     *
     * @throws OptionException where {@code size} is not positive
     */
    public <T> TesseraArray<Remote<T>> remoteArray(int size, Function0<T> constructor) {
        return with(options -> {}).remoteArray(size, constructor);
    }

    /** {@link #remoteArray(int, Function0)} with arguments. */
    public <T, A extends @Nullable Object> TesseraArray<Remote<T>> remoteArray(
            int size, Function1<A, T> constructor, A a) {
        return with(options -> {}).remoteArray(size, constructor, a);
    }

    /** {@link #remoteArray(int, Function0)} with arguments. */
    public <T, A extends @Nullable Object, B extends @Nullable Object> TesseraArray<Remote<T>> remoteArray(
            int size, Function2<A, B, T> constructor, A a, B b) {
        return with(options -> {}).remoteArray(size, constructor, a, b);
    }

    /** {@link #remoteArray(int, Function0)} with arguments. */
    public <T, A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>
            TesseraArray<Remote<T>> remoteArray(int size, Function3<A, B, C, T> constructor, A a, B b, C c) {
        return with(options -> {}).remoteArray(size, constructor, a, b, c);
    }

    /** {@link #remoteArray(int, Function0)} with arguments. */
    public <
                    T,
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object>
            TesseraArray<Remote<T>> remoteArray(int size, Function4<A, B, C, D, T> constructor, A a, B b, C c, D d) {
        return with(options -> {}).remoteArray(size, constructor, a, b, c, d);
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
        return with(options -> {}).remoteArray(size, constructor, a, b, c, d, e);
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
        return with(options -> {}).remoteArray(size, constructor, a, b, c, d, e, f);
    }

    /**
     * Ends the units that {@link #start} started, and all in them; or leaves the cluster that {@link #connect} joined, where all that is
     * this program's own and has no name ends. Idempotent; in a worker it does nothing.
     */
    @Override
    public void close() {
        unit.close();
    }
}
