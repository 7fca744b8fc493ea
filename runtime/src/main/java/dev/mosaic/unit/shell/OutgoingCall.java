package dev.mosaic.unit.shell;

import dev.mosaic.Arg;
import dev.mosaic.CallOptions;
import dev.mosaic.Task;
import dev.mosaic.invoke.Member;
import dev.mosaic.invoke.OtherCalls;
import dev.mosaic.invoke.codec.Encoder;
import dev.mosaic.message.Claim;
import dev.mosaic.message.Payload;
import dev.mosaic.unit.Outgoing;
import dev.mosaic.unit.calls.Dependency;
import dev.mosaic.unit.calls.Order;
import dev.mosaic.unit.mailbox.Run;
import io.smallrye.mutiny.Multi;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call of a tessera or a stateless task, being made.
 *
 * <p><b>Threading:</b> one thread, which uses it again. One that was begun and not sent, since its arguments threw or made a
 * call themselves, is left to the garbage collector.
 */
final class OutgoingCall extends EncodedWriter<Outgoing> implements Outgoing {
    private final Engine engine;
    private final PromisedArguments promised;
    private @Nullable HeldTessera tessera;
    private Label label = new Label(null, "", 0);
    private Reading reading = Reading::single;
    private int method;
    private boolean peeks;
    private CallTerms terms = CallTerms.USUAL;
    private List<CallTask<?>> predecessors = List.of();
    private boolean near;
    private long worker;
    private Claim claim = Claim.NONE;
    private boolean underWay;

    OutgoingCall(Engine engine, Encoder encoder) {
        super(encoder);
        this.engine = engine;
        this.promised = new PromisedArguments(engine);
    }

    boolean isUnderWay() {
        return underWay;
    }

    OutgoingCall begin(HeldTessera called, int index) {
        underWay = true;
        tessera = called;
        label = Label.of(called.table, index);
        reading = Reading::single;
        method = index;
        peeks = index == OtherCalls.READY || (called.peeks && isRead(called, index));
        terms = called.terms;
        predecessors = called.predecessors;
        near = false;
        worker = 0;
        claim = Claim.NONE;
        promised.clear();
        return this;
    }

    private static boolean isRead(HeldTessera called, int index) {
        List<Member> members = called.table.members();
        return index < members.size() && members.get(index).kind() == Member.Kind.READ;
    }

    /** @param kind what the worker is to do with the body */
    OutgoingCall begin(Serializable body, int kind, Reading how, CallOptions options) {
        underWay = true;
        tessera = null;
        label = Label.of(body);
        reading = how;
        method = kind;
        peeks = false;
        terms = CallTerms.ofStateless(options);
        predecessors = List.of();
        claim = Claims.of(options);
        near = false;
        worker = 0;
        promised.clear();
        if (kind != Bodies.ITEM && kind != Bodies.PULL && kind != Bodies.STOP) {
            encoder.object(body);
        }
        return this;
    }

    /** It runs where its first task is made or kept. */
    OutgoingCall near() {
        near = true;
        return this;
    }

    /** It runs in that worker, or fails with it. */
    OutgoingCall in(long instance) {
        worker = instance;
        return this;
    }

    @Override
    Outgoing self() {
        return this;
    }

    @Override
    public Outgoing arg(Arg<?> argument) {
        promised.write(argument, encoder);
        return this;
    }

    @Override
    public OutgoingCall after(List<Arg<?>> tasks) {
        predecessors = PromisedArguments.tasks(tasks);
        return this;
    }

    @Override
    public <T extends @Nullable Object> Task<T> send() {
        return this.<T>sendCall();
    }

    @Override
    public <T> Multi<T> flow() {
        HeldTessera called = java.util.Objects.requireNonNull(tessera);
        CallTask<Long> opening = sendCall();
        return Inflow.of(engine, opening, called);
    }

    <T extends @Nullable Object> CallTask<T> sendCall() {
        HeldTessera called = tessera;
        List<Object> needed = promised.promised();
        List<CallTask<?>> earlier = predecessors;
        List<Dependency> dependencies = PromisedArguments.dependencies(needed, earlier);
        Payload arguments = encoder.finish(engine.sharing);
        underWay = false;
        tessera = null;
        predecessors = List.of();
        long admitted = engine.admit(arguments);
        CallTask<T> task = new CallTask<>(engine, engine.nextId(), label, reading);
        task.arguments = arguments;
        List<Class<? extends Throwable>> retryOn = terms.retryOn();
        Run maker = Seat.currentRun(engine);
        Order order = new Order(
                method,
                peeks,
                terms.timeoutNanos(),
                terms.maxRetries(),
                dependencies,
                arguments,
                maker == null ? null : maker.task(),
                retryOn.isEmpty() ? Order.NEVER : failure -> engine.failures.isOf(failure, retryOn),
                near,
                worker,
                terms.durable(),
                near || worker != 0 ? Claim.NONE : claim,
                maker == null ? Order.NO_ERA : maker.era());
        if (called == null) {
            engine.begin(
                    task,
                    now -> {
                        try {
                            engine.kernel.submit(now, task.id(), order);
                        } finally {
                            java.lang.ref.Reference.reachabilityFence(earlier);
                        }
                    },
                    admitted,
                    needed);
        } else {
            engine.begin(
                    task,
                    now -> {
                        try {
                            engine.kernel.call(now, task.id(), called.id, order);
                        } finally {
                            java.lang.ref.Reference.reachabilityFence(called);
                        }
                    },
                    admitted,
                    needed);
        }
        return task;
    }
}
