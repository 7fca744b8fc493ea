package dev.mosaic.unit.shell;

import dev.mosaic.Arg;
import dev.mosaic.CallOptions;
import dev.mosaic.Task;
import dev.mosaic.TesseraProxy;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.unit.Outgoing;
import dev.mosaic.unit.TesseraHandle;
import dev.mosaic.unit.calls.TesseraView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A tessera that this unit holds, and how to call it. <b>Threading:</b> immutable. */
final class HeldTessera implements TesseraHandle {
    final Engine engine;
    final Id id;
    final MethodTable table;
    final List<CallTask<?>> predecessors;
    final boolean peeks;
    final CallTerms terms;

    /** Shared by all that came from one handle. */
    private final Grip grip;

    HeldTessera(Engine engine, Id id, MethodTable table, Grip grip) {
        this(engine, id, table, grip, List.of(), false, CallTerms.USUAL);
    }

    private HeldTessera(
            Engine engine,
            Id id,
            MethodTable table,
            Grip grip,
            List<CallTask<?>> predecessors,
            boolean peeks,
            CallTerms terms) {
        this.engine = engine;
        this.id = id;
        this.table = table;
        this.grip = grip;
        this.predecessors = predecessors;
        this.peeks = peeks;
        this.terms = terms;
    }

    @Override
    public MethodTable table() {
        return table;
    }

    @Override
    public String uid() {
        return "tess-" + table.label() + "-" + id;
    }

    @Override
    public TesseraProxy.State state() {
        return TesseraSearch.state(engine.isClosed() ? null : view());
    }

    @Override
    public String worker() {
        TesseraView view = engine.isClosed() ? null : view();
        if (view == null || view.worker() == 0) {
            return "";
        }
        Member member = engine.loop.ask(() -> engine.kernel.member(view.worker()));
        return member == null ? "" : member.uid();
    }

    private @Nullable TesseraView view() {
        try {
            return engine.loop.ask(() -> engine.kernel.tessera(id));
        } finally {
            java.lang.ref.Reference.reachabilityFence(grip);
        }
    }

    @Override
    public Outgoing call(int method) {
        return engine.outgoing().begin(this, method);
    }

    @Override
    public TesseraHandle after(Arg<?>... tasks) {
        List<CallTask<?>> all = new ArrayList<>(predecessors);
        all.addAll(PromisedArguments.tasks(List.of(tasks)));
        return new HeldTessera(engine, id, table, grip, List.copyOf(all), peeks, terms);
    }

    @Override
    public TesseraHandle unordered() {
        return new HeldTessera(engine, id, table, grip, predecessors, true, terms);
    }

    @Override
    public TesseraHandle withCallOptions(Consumer<CallOptions> options) {
        CallOptions chosen = new CallOptions();
        options.accept(chosen);
        return new HeldTessera(engine, id, table, grip, predecessors, peeks, CallTerms.ofTessera(chosen));
    }

    @Override
    public Task<@Nullable Void> drop() {
        CallTask<@Nullable Void> task =
                new CallTask<>(engine, engine.nextId(), Label.of(table, Label.DROP), Reading::single);
        return engine.begin(task, now -> engine.kernel.drop(now, task.id(), id), 0, this);
    }

    @Override
    public Task<@Nullable Void> kill() {
        CallTask<@Nullable Void> task =
                new CallTask<>(engine, engine.nextId(), Label.of(table, Label.KILL), Reading::single);
        return engine.begin(task, now -> engine.kernel.kill(now, task.id(), id), 0, this);
    }

    @Override
    public String toString() {
        return uid();
    }
}
