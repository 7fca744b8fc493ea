package dev.mosaic.processor;

import dev.mosaic.Arg;
import dev.mosaic.CallOptions;
import dev.mosaic.Task;
import dev.mosaic.TesseraProxy;
import dev.mosaic.invoke.Dispatcher;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.unit.Outgoing;
import dev.mosaic.unit.TesseraHandle;
import java.util.List;
import java.util.function.Consumer;

/** A tessera of a {@link LocalUnit}. */
record LocalHandle(Dispatcher<Object> dispatcher, Object target, List<String> log, String told)
        implements TesseraHandle {
    @Override
    public MethodTable table() {
        return dispatcher.table();
    }

    @Override
    public String uid() {
        return "tess-" + table().label() + "-" + System.identityHashCode(target);
    }

    @Override
    public TesseraProxy.State state() {
        return TesseraProxy.State.LISTENING;
    }

    @Override
    public String worker() {
        return "";
    }

    @Override
    public Outgoing call(int method) {
        String what = told + "call " + table().members().get(method);
        return Written.begin(Outgoing.class, log, what, written -> {
            Outcome outcome = new Outcome();
            dispatcher.call(target, method, written.arguments(), outcome.taker());
            written.allRead();
            return outcome.task();
        });
    }

    @Override
    public TesseraHandle after(Arg<?>... tasks) {
        return new LocalHandle(dispatcher, target, log, told + "after " + tasks.length + " ");
    }

    @Override
    public TesseraHandle unordered() {
        return new LocalHandle(dispatcher, target, log, told + "unordered ");
    }

    @Override
    public TesseraHandle withCallOptions(Consumer<CallOptions> options) {
        CallOptions chosen = new CallOptions();
        options.accept(chosen);
        return new LocalHandle(dispatcher, target, log, told + "retries=" + chosen.maxRetries() + " ");
    }

    @Override
    public Task<Void> drop() {
        return new Outcome().task();
    }

    @Override
    public Task<Void> kill() {
        return new Outcome().task();
    }
}
