package dev.mosaic.unit.shell;

import dev.mosaic.CallContext;
import dev.mosaic.NameException;
import dev.mosaic.NoMosaicException;
import dev.mosaic.Remote;
import dev.mosaic.TesseraProxy;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.message.Member;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.unit.GeneratedProxy;
import dev.mosaic.unit.mailbox.Run;

/** A run of user code, as that code sees it. <b>Threading:</b> the thread of the run. */
final class RunningCall implements CallContext {
    private final Engine engine;
    private final Run run;

    RunningCall(Engine engine, Run run) {
        this.engine = engine;
        this.run = run;
    }

    @Override
    public String task() {
        return run.task().toString();
    }

    @Override
    public int attempt() {
        return run.item() instanceof StreamMessage.Call call ? call.attempt() : 0;
    }

    @Override
    public String program() {
        return engine.roll.of(Member.Kind.PROGRAM).stream()
                .filter(head -> head.instance() == engine.program())
                .map(Member::uid)
                .findFirst()
                .orElse("");
    }

    @Override
    public <P extends TesseraProxy> P self(Class<P> proxy) {
        return GeneratedProxy.of(proxy, this::handle);
    }

    @Override
    public <T> Remote<T> selfRemote(Class<T> type) {
        return new Remote<>(handle(MethodTable.of(type)));
    }

    private HeldTessera handle(MethodTable expected) {
        if (run.tessera().isPool()) {
            throw new NoMosaicException(
                    "this code runs in no tessera, it is a stateless task", "ask in a tessera's method");
        }
        String type = className();
        if (!type.equals(expected.type().getName())) {
            throw new NameException(
                    "this code runs in a tessera of class=" + type + ", not of class="
                            + expected.type().getName(),
                    "pass the class of the tessera, or its proxy");
        }
        Grip grip = new Grip();
        engine.loop.run(now -> {
            engine.grips.add(grip, run.tessera());
            engine.kernel.handleGained(now, run.tessera(), engine.self.instance());
        });
        return new HeldTessera(engine, run.tessera(), expected, grip);
    }

    private String className() {
        if (run.item() instanceof StreamMessage.Create create) {
            return create.className();
        }
        Object target = engine.lanes.hosted().get(run.tessera());
        return target == null ? "" : target.getClass().getName();
    }
}
