package dev.mosaic.unit.shell;

import dev.mosaic.Bundle;
import dev.mosaic.Device;
import dev.mosaic.NoMosaicException;
import dev.mosaic.OverloadedException;
import dev.mosaic.SerializationException;
import dev.mosaic.Task;
import dev.mosaic.code.CodeLoader;
import dev.mosaic.invoke.codec.ValueCodec;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Limits;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.message.Payload;
import dev.mosaic.message.Resources;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.unit.Unit;
import dev.mosaic.unit.calls.CallSettings;
import dev.mosaic.unit.kernel.UnitKernel;
import dev.mosaic.window.Capacity;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a shell, as they know each other.
 *
 * <p><b>Threading:</b> the fields are final; each part says who may use it.
 */
final class Engine {
    private static final long CLOSE_MILLIS = 250;

    /** What the message of a call takes for each part and each ref or proxy in it, and for all else but needs. */
    private static final int PART_BYTES = 57;

    private static final int CARRIED_BYTES = 24;
    private static final int HEAD_BYTES = 1 << 10;

    final ShellOptions options;
    final Unit unit;
    final Mesh mesh;
    final Member self;
    final Intake intake;
    final Loop loop;
    final Patience patience;
    final Courier courier;
    final Ledger ledger;
    final Grips grips;
    final Roll roll;
    final Searches searches;
    final TakeOvers takeOvers;
    final Rooms rooms;
    final Surveys surveys;
    final Capacity capacity;
    final Queries queries;
    final BarrierWaits barriers;
    final Lanes lanes;
    final Outflows outflows;
    final Clock clock;
    final Printing printing;
    final Collector collector;
    final Outreach outreach;
    final ValueCodec codec;
    final Failures failures;
    final Sharing sharing;
    final RefDesk refs;
    final CodeLabels labels = new CodeLabels();
    final ClassDesk classes;
    final UnitKernel kernel;
    final Standstill standstill;
    final Mentions mentions = new Mentions();

    @SuppressWarnings("ThreadLocalUsage") // one for each unit: several live in one JVM
    private final ThreadLocal<@Nullable OutgoingCall> outgoing = new ThreadLocal<>();

    private final AtomicLong lastNumber = new AtomicLong();
    private final Bell creditFreed;
    private final AtomicLong creditComing = new AtomicLong();
    private volatile long creditUsed;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile boolean closed;

    /** Why it is closed, behind a colon; empty where its user closes it. */
    volatile String reason = "";

    Engine(Unit unit, ShellOptions options, MeshOpener opener) {
        this.unit = unit;
        this.options = options;
        this.loop = new Loop(options.uid());
        this.intake = new Intake(this);
        Limits limits = Limits.DEFAULT;
        this.mesh = opener.open(meshOptions(options, limits), intake);
        this.self = new Member(
                options.uid(),
                mesh.identity().instance(),
                options.kind(),
                options.listen().stream()
                        .map(endpoint -> mesh.listen(endpoint).toString())
                        .collect(Collectors.joining(" ")),
                options.node(),
                options.permits(),
                options.program(),
                Resources.NONE,
                options.devices().stream().map(Device::toString).toList());
        this.patience = new Patience(mesh, this::isClosed);
        this.creditFreed = new Bell(patience);
        this.sharing = new Sharing(self.instance(), options.sharedBytes());
        this.refs = new RefDesk(this);
        this.courier = new Courier(
                mesh, limits, options.node(), options.kernel().calls().creditBytes(), this::answered);
        this.codec = new ValueCodec(options.code(), new ProxyDesk(this, mentions));
        this.failures = new Failures(codec, self.uid(), options.code());
        this.ledger = new Ledger(this);
        this.grips = new Grips(this);
        this.roll = new Roll(patience, self.kind() == Member.Kind.PROGRAM ? self.instance() : self.program());
        this.searches = new Searches(this);
        this.takeOvers = new TakeOvers(this);
        this.rooms = new Rooms(this, patience);
        this.barriers = new BarrierWaits(this);
        this.lanes = new Lanes(this);
        this.outflows = new Outflows(this);
        this.clock = new Clock(this);
        this.printing = new Printing(self.uid());
        this.collector = new Collector(clock);
        this.outreach = new Outreach(this, options.isOutside());
        this.classes = new ClassDesk(this);
        this.kernel = new UnitKernel(
                self, options.kernel().withPermits(Math.max(1, options.permits())), labels, new Effects(this));
        this.surveys = new Surveys(patience, request -> loop.run(now -> kernel.survey(request)));
        this.capacity = new Capacity(roll::workers, surveys::nodes, Bundle.PROCESSOR);
        this.queries = new Queries(
                self.uid(), self.gpus().size(), loop, kernel, labels, courier, codec, ledger::visit, grips::visitMade);
        this.standstill = new Standstill(
                self.kind() == Member.Kind.PROGRAM ? kernel::waitsFor : () -> "",
                reason -> clock.tell(() -> options.events().waiting(reason)));
    }

    /** In the loop: what another unit would have said. */
    private void answered(long unit, UnitMessage answer) {
        loop.later(now -> kernel.received(now, unit, answer));
    }

    private static MeshOptions meshOptions(ShellOptions options, Limits limits) {
        MeshOptions drawn =
                MeshOptions.of(options.uid()).withToken(options.token()).withLimits(limits);
        return options.instance() == 0
                ? drawn
                : drawn.withIdentity(new Identity(options.uid(), options.instance(), MeshOptions.PROTOCOL));
    }

    /** Lets events in. */
    void start() {
        if (options.code() instanceof CodeLoader loader) {
            loader.asks(classes);
        }
        loop.open(this::afterEvent);
        loop.run(now -> courier.dial(Member.MONITOR, options.monitor()));
        clock.start();
    }

    private void afterEvent() {
        creditFreed();
        clock.stir();
    }

    /** A unit is linked, or known, or both by now: one of this machine can share memory. In the loop. */
    void met(@Nullable Member member) {
        if (member != null && !self.node().isEmpty() && member.node().equals(self.node())) {
            courier.near(member.instance());
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Whose workers what is made here lives in. */
    long program() {
        return self.kind() == Member.Kind.PROGRAM ? self.instance() : self.program();
    }

    Id nextId() {
        return new Id(self.instance(), lastNumber.incrementAndGet());
    }

    /** The calling thread's, made ready. */
    OutgoingCall outgoing() {
        if (closed) {
            throw isOver();
        }
        OutgoingCall call = outgoing.get();
        if (call == null || call.isUnderWay()) {
            call = new OutgoingCall(this, codec.encoder());
            outgoing.set(call);
        }
        return call;
    }

    NoMosaicException isOver() {
        return new NoMosaicException("this Mosaic was closed" + reason, "open another one");
    }

    /**
     * Makes a task known and has the kernel begin it.
     *
     * @param admitted what {@link #admit} gave
     * @param keep stays reachable until then
     */
    <T extends @Nullable Object> Task<T> begin(
            CallTask<T> task, Loop.Event event, long admitted, @Nullable Object keep) {
        Object mentioned = mentions.take();
        loop.breathe();
        loop.run(now -> {
            try {
                if (closed) {
                    task.end(isOver());
                } else {
                    ledger.add(task);
                    event.run(now);
                }
            } catch (Throwable failed) { // the one that waits for it is to hear of it, not the log only
                task.end(failed);
                throw failed;
            } finally {
                creditUsed = kernel.creditUsed(); // before it comes no more
                creditComing.addAndGet(-admitted);
                java.lang.ref.Reference.reachabilityFence(keep);
                java.lang.ref.Reference.reachabilityFence(mentioned);
            }
        });
        return task;
    }

    /** Waits while the calls under way fill the credit; gives what this one takes of it until the kernel counts it. */
    long admit(Payload arguments) {
        long first = arguments.inline().length
                + (long) PART_BYTES * arguments.outOfBand().size()
                + (long) CARRIED_BYTES * arguments.carried().size();
        String refusal = Limits.DEFAULT.refusal(first + HEAD_BYTES, arguments.outOfBand());
        if (refusal != null) {
            sharing.released(arguments);
            throw new SerializationException(
                    "the arguments of a call are too large: " + refusal, "split them, or put them and pass the refs");
        }
        CallSettings calls = options.kernel().calls();
        long bytes = arguments.sizeBytes() + calls.overheadBytes();
        if (admits(bytes) || creditFreed.await(() -> admits(bytes), calls.creditNanos())) {
            creditComing.addAndGet(bytes);
            return bytes;
        }
        if (closed) {
            throw isOver();
        }
        sharing.released(arguments);
        throw new OverloadedException(
                "bytes=" + bytes + " of arguments found no room for " + Duration.ofNanos(calls.creditNanos())
                        + ", usedBytes=" + creditUsed + ", creditBytes="
                        + calls.creditBytes(),
                "wait for earlier calls, or make fewer at once");
    }

    private boolean admits(long bytes) {
        long used = creditUsed + creditComing.get();
        return used == 0 || used + bytes <= options.kernel().calls().creditBytes();
    }

    /** In the loop: tells those who wait for credit when there is more. */
    void creditFreed() {
        long before = creditUsed;
        long used = kernel.creditUsed();
        creditUsed = used;
        if (used < before) {
            creditFreed.ring();
        }
    }

    /** Ends all waits, then all threads. Not from inside the loop. */
    void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        loop.ask(() -> {
            closed = true;
            ledger.close();
            searches.close();
            takeOvers.close();
            lanes.close();
            return true;
        });
        creditFreed.ring();
        roll.ring();
        rooms.ring();
        clock.close();
        printing.close();
        outflows.close();
        lanes.join(CLOSE_MILLIS);
        mesh.close();
        sharing.close();
    }
}
