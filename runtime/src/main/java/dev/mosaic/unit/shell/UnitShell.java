package dev.mosaic.unit.shell;

import dev.mosaic.Arg;
import dev.mosaic.Bundle;
import dev.mosaic.CallContext;
import dev.mosaic.CallOptions;
import dev.mosaic.NodeInfo;
import dev.mosaic.PutOption;
import dev.mosaic.Ref;
import dev.mosaic.Reservation;
import dev.mosaic.Task;
import dev.mosaic.TesseraOptions;
import dev.mosaic.Worker;
import dev.mosaic.function.Action2;
import dev.mosaic.function.Function1;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.invoke.Served;
import dev.mosaic.invoke.ServedClass;
import dev.mosaic.invoke.Serving;
import dev.mosaic.invoke.codec.ValueCopies;
import dev.mosaic.message.Member;
import dev.mosaic.unit.Creation;
import dev.mosaic.unit.Outgoing;
import dev.mosaic.unit.Standing;
import dev.mosaic.unit.TesseraHandle;
import dev.mosaic.unit.Unit;
import java.io.Serializable;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A head or worker: the kernel with its mesh, threads and clock.
 *
 * <p>A call takes this way: {@link OutgoingCall} encodes it on the calling thread; that thread takes the {@link Loop}, where the
 * kernel numbers it and {@link Courier} sends it. In the worker whoever carries the mesh decodes it ({@link Intake}), the kernel
 * starts it, and a {@link Lane}, most often the same thread, runs it ({@link Performer}). The answer completes the {@link
 * CallTask} on the thread that reads it, most often the one that waits for it.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> one daemon thread for the clock, in a worker one for each run, and those of the
 * mesh. <b>Failure:</b> after {@link #close} all waits end and calls throw {@link dev.mosaic.NoMosaicException}.
 */
public final class UnitShell implements Unit {
    private final Engine engine;

    private UnitShell(ShellOptions options, MeshOpener opener) {
        this.engine = new Engine(this, options, opener);
    }

    /**
     * Opens its mesh, listens, dials the monitor, and runs. It is not installed as the unit of the process.
     *
     * @throws dev.mosaic.mesh.MeshException where it cannot listen
     */
    public static UnitShell open(ShellOptions options, MeshOpener opener) {
        UnitShell shell = new UnitShell(options, opener);
        shell.engine.start();
        return shell;
    }

    /** Tells the monitor that this unit goes, and all that is its own with it. {@link #close} follows. */
    public void leave() {
        if (!engine.isClosed()) {
            engine.loop.run(now -> engine.kernel.leave("it was closed"));
        }
    }

    /**
     * Has a worker, or a node with all its workers, end when nothing is there any more: nothing new comes to it, and tesserae that can
     * live elsewhere move. Does not wait.
     *
     * @param deadline what is still there then fails with {@link dev.mosaic.WorkerDrainedException}
     */
    public void drain(Member unit, Duration deadline) {
        engine.loop.run(now -> engine.kernel.drain(unit.instance(), Waits.nanos(deadline)));
    }

    /** The units of that kind that are there. */
    public List<Member> members(Member.Kind kind) {
        return engine.roll.of(kind);
    }

    /** This unit, with the endpoint it listens at. */
    public Member self() {
        return engine.self;
    }

    /** Bytes of messages handed to the mesh. */
    public long bytesSent() {
        return engine.courier.bytesSent();
    }

    /** Bytes of messages that the mesh gave. */
    public long bytesReceived() {
        return engine.intake.bytesReceived();
    }

    /** What is open, for tests: 0 when all is over. */
    public int open() {
        return engine.loop.ask(() -> engine.kernel.open()) + flows();
    }

    /** Bytes that wait for that unit to take more, for tests. */
    long waitingBytes(long unit) {
        return engine.loop.ask(() -> engine.courier.waitingBytes(unit));
    }

    /** Flows of items that methods here give and that are not over, for tests. */
    public int flows() {
        return engine.outflows.open();
    }

    /** It will be closed for that reason, which waits are told. */
    public void closesFor(String why) {
        engine.reason = ": " + why;
    }

    @Override
    public Creation create(MethodTable table, int constructor, TesseraOptions options) {
        if (engine.isClosed()) {
            throw engine.isOver();
        }
        return new OutgoingCreation(engine, engine.codec.encoder(), table, constructor, options);
    }

    /**
     * Begins to make a tessera of a class that is not here, which is called by the numbers of {@link Serving}. What is written is what {@link
     * Serving#make} takes.
     */
    public Creation serve(ServedClass made, TesseraOptions options) {
        if (engine.isClosed()) {
            throw engine.isOver();
        }
        return OutgoingCreation.served(engine, engine.codec.encoder(), made, options);
    }

    /**
     * The tessera of that name, of any class, to call by the numbers of {@link Serving}.
     *
     * @throws dev.mosaic.NameException where there is none
     */
    public TesseraHandle findServed(String name) {
        return engine.searches.find(name, MethodTable.of(Served.class));
    }

    /**
     * Goes on, as a program of the same version, with the served tessera of that name: it stays as and where it is, and its next life is in this
     * program's workers. Needs no worker, and does not wake what is passive.
     *
     * @return null where the warehouse knows none of that name
     * @throws dev.mosaic.NameException where it is of another version, or the warehouse does not answer within 30 s
     */
    public @Nullable TesseraHandle goOn(String name, String version) {
        return engine.takeOvers.takeOver(OutgoingCreation.asItIs(engine, name, version), MethodTable.of(Served.class));
    }

    /** As {@link #goOn}, and tells how it is; empty where the warehouse knows none of that name. */
    public Optional<Standing> standing(String name, String version, Duration patience) {
        return engine.takeOvers.standing(OutgoingCreation.asItIs(engine, name, version), patience);
    }

    @Override
    public Outgoing submit(Serializable body, CallOptions options) {
        return engine.outgoing().begin(body, Bodies.BODY, Reading::single, options);
    }

    @Override
    public <A extends @Nullable Object, R extends @Nullable Object> List<Task<R>> map(
            Collection<? extends Arg<? extends A>> items,
            Function1<A, R> function,
            CallOptions options,
            List<Arg<?>> after) {
        return new Batches<A, R>(engine, function, options, after).map(items);
    }

    @Override
    public <A extends @Nullable Object> Task<@Nullable Object> give(String worker, Action2<Worker, A> action, A item) {
        OutgoingCall call = engine.outgoing()
                .begin(action, Bodies.EACH, Reading::single, new CallOptions().maxRetries(0))
                .in(engine.roll.instanceOf(worker));
        return (item instanceof Task<?> task ? call.arg(task) : call.object(item)).send();
    }

    @Override
    public TesseraHandle find(String name, MethodTable expected) {
        return engine.searches.find(name, expected);
    }

    @Override
    public boolean barrier(Duration timeout) {
        return engine.barriers.await(Waits.nanos(timeout));
    }

    @Override
    public <T extends @Nullable Object> List<Task<T>> waitFor(
            Collection<? extends Task<T>> tasks, int count, Duration timeout) {
        return Waits.any(engine, tasks, count, timeout);
    }

    @Override
    public <T extends @Nullable Object> Supplier<Task<T>> inOrderOfEnd(Collection<? extends Task<T>> tasks) {
        return new EndOrder<>(engine, tasks);
    }

    @Override
    public <T extends @Nullable Object> Supplier<T> copies(T value) {
        return ValueCopies.of(engine.codec, value);
    }

    @Override
    public <T extends @Nullable Object> Ref<T> put(T value, PutOption... options) {
        if (engine.isClosed()) {
            throw engine.isOver();
        }
        return engine.refs.put(value, options);
    }

    @Override
    public Reservation reserve(List<Bundle> bundles, Reservation.Layout layout) {
        if (engine.isClosed()) {
            throw engine.isOver();
        }
        return engine.rooms.reserve(bundles, layout);
    }

    @Override
    public Optional<Worker> worker() {
        return engine.self.kind() == Member.Kind.WORKER
                ? Optional.of(new Worker(engine.self.uid(), engine.self.node(), engine.options.devices()))
                : Optional.empty();
    }

    @Override
    public Optional<CallContext> call() {
        return Optional.ofNullable(Seat.currentRun(engine)).map(run -> new RunningCall(engine, run));
    }

    @Override
    public List<NodeInfo> nodes() {
        if (engine.isClosed()) {
            throw engine.isOver();
        }
        return engine.surveys.nodes();
    }

    @Override
    public boolean awaitWorkers(int count, Duration timeout) {
        boolean areThere = engine.roll.await(engine, () -> engine.roll.workers().size() >= count, Waits.nanos(timeout));
        if (!areThere && engine.isClosed()) {
            throw engine.isOver();
        }
        return areThere;
    }

    @Override
    public int capacity() {
        return engine.capacity.workers();
    }

    @Override
    public List<String> workers() {
        return engine.roll.workers().stream().map(Member::uid).toList();
    }

    /** Ends all waits here, then the threads and the mesh. Code of this worker that closes its own unit changes nothing. */
    @Override
    public void close() {
        if (!Seat.isTaken()) {
            engine.close();
        }
    }

    @Override
    public String toString() {
        return engine.self.uid();
    }
}
