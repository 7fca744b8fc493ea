package dev.mosaic.connect;

import dev.mosaic.Arg;
import dev.mosaic.Bundle;
import dev.mosaic.CallContext;
import dev.mosaic.CallOptions;
import dev.mosaic.NoMosaicException;
import dev.mosaic.NodeInfo;
import dev.mosaic.PutOption;
import dev.mosaic.Ref;
import dev.mosaic.Reservation;
import dev.mosaic.StartException;
import dev.mosaic.Task;
import dev.mosaic.TesseraOptions;
import dev.mosaic.Worker;
import dev.mosaic.function.Action2;
import dev.mosaic.function.Function1;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.progress.TerminalBars;
import dev.mosaic.unit.Bars;
import dev.mosaic.unit.Creation;
import dev.mosaic.unit.CurrentUnit;
import dev.mosaic.unit.Outgoing;
import dev.mosaic.unit.TesseraHandle;
import dev.mosaic.unit.Unit;
import java.io.Serializable;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The unit of a program: its head, with all that was opened for it.
 *
 * <p><b>Threading:</b> any thread. <b>Failure:</b> a program that ends without closing it closes it as it ends.
 *
 * @param head does all else
 * @param cluster what {@link #close} ends, the head first
 * @param bars draws for the program
 */
public record ProgramUnit(Unit head, Closer cluster, Bars bars) implements Unit {
    /** With bars on the terminal of the process. */
    public ProgramUnit(Unit head, Closer cluster) {
        this(head, cluster, TerminalBars.ofProcess());
    }

    /**
     * Installs the program's unit in {@link CurrentUnit}. Where that fails, nothing is left of the attempt.
     *
     * @param opening gives the head, and says how to close each part
     * @throws StartException where there is one already
     */
    public static Unit open(Function<Closer, Unit> opening) {
        Libraries.check(ProgramUnit.class.getClassLoader());
        refuseSecond();
        Closer closer = new Closer();
        try {
            ProgramUnit program = new ProgramUnit(opening.apply(closer), closer);
            CurrentUnit.install(program);
            closer.before(() -> CurrentUnit.remove(program));
            closeAtExit(closer);
            return program;
        } catch (RuntimeException | Error e) {
            closer.close();
            throw e;
        }
    }

    private static void refuseSecond() {
        Unit there;
        try {
            there = Unit.current();
        } catch (NoMosaicException none) {
            return;
        }
        there.worker().ifPresent(worker -> {
            throw new StartException(
                    "a Mosaic runs in this process already: this code runs in " + worker.uid(),
                    "use it: Mosaic.current(). A static field that starts one does so in each worker that loads its"
                            + " class: start it in main");
        });
        throw new StartException(
                "a Mosaic runs in this process already", "close it first, or use it: Mosaic.current()");
    }

    private static void closeAtExit(Closer closer) {
        Thread hook = Thread.ofPlatform().name("mosaic-close").unstarted(closer::close);
        Runtime.getRuntime().addShutdownHook(hook);
        closer.before(() -> {
            try {
                var _ = Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException endsAlready) {
                // This is the hook, or it waits for this.
            }
        });
    }

    @Override
    public Creation create(MethodTable table, int constructor, TesseraOptions options) {
        return head.create(table, constructor, options);
    }

    @Override
    public Outgoing submit(Serializable body, CallOptions options) {
        return head.submit(body, options);
    }

    @Override
    public <A extends @Nullable Object, R extends @Nullable Object> List<Task<R>> map(
            Collection<? extends Arg<? extends A>> items,
            Function1<A, R> function,
            CallOptions options,
            List<Arg<?>> after) {
        return head.map(items, function, options, after);
    }

    @Override
    public <A extends @Nullable Object> Task<@Nullable Object> give(String worker, Action2<Worker, A> action, A item) {
        return head.give(worker, action, item);
    }

    @Override
    public boolean awaitWorkers(int count, Duration timeout) {
        return head.awaitWorkers(count, timeout);
    }

    @Override
    public <T extends @Nullable Object> Supplier<T> copies(T value) {
        return head.copies(value);
    }

    @Override
    public TesseraHandle find(String name, MethodTable expected) {
        return head.find(name, expected);
    }

    @Override
    public boolean barrier(Duration timeout) {
        return head.barrier(timeout);
    }

    @Override
    public <T extends @Nullable Object> List<Task<T>> waitFor(
            Collection<? extends Task<T>> tasks, int count, Duration timeout) {
        return head.waitFor(tasks, count, timeout);
    }

    @Override
    public <T extends @Nullable Object> Supplier<Task<T>> inOrderOfEnd(Collection<? extends Task<T>> tasks) {
        return head.inOrderOfEnd(tasks);
    }

    @Override
    public <T extends @Nullable Object> Ref<T> put(T value, PutOption... options) {
        return head.put(value, options);
    }

    @Override
    public Reservation reserve(List<Bundle> bundles, Reservation.Layout layout) {
        return head.reserve(bundles, layout);
    }

    @Override
    public Optional<Worker> worker() {
        return head.worker();
    }

    @Override
    public Optional<CallContext> call() {
        return head.call();
    }

    @Override
    public List<NodeInfo> nodes() {
        return head.nodes();
    }

    @Override
    public List<String> workers() {
        return head.workers();
    }

    @Override
    public int capacity() {
        return head.capacity();
    }

    @Override
    public Bar bar(String name, long count) {
        return bars.bar(name, count);
    }

    @Override
    public void close() {
        cluster.close();
    }
}
