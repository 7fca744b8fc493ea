package dev.mosaic.processor;

import static org.assertj.core.api.Assertions.fail;

import dev.mosaic.TesseraOptions;
import dev.mosaic.invoke.Dispatcher;
import dev.mosaic.invoke.Dispatchers;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.unit.Creation;
import dev.mosaic.unit.CurrentUnit;
import dev.mosaic.unit.Unit;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * A unit whose tesserae live here: what a proxy writes is read at once by the generated dispatcher, and run. {@link #log}
 * tells how everything was written.
 */
final class LocalUnit {
    private final List<String> log = new ArrayList<>();
    private final Unit unit = (Unit) Proxy.newProxyInstance(
            LocalUnit.class.getClassLoader(), new Class<?>[] {Unit.class}, (self, method, arguments) -> {
                if (method.getName().equals("create")) {
                    return create((MethodTable) arguments[0], (int) arguments[1], (TesseraOptions) arguments[2]);
                }
                if (method.getName().equals("workers")) {
                    return List.of("worker:0:0", "worker:0:1");
                }
                if (method.getName().equals("capacity")) {
                    return 2;
                }
                return fail("a proxy has no business with " + method);
            });

    /** Lines such as {@code create 0 floats} and {@code call 3 floats arg}. */
    List<String> log() {
        return log;
    }

    Object run(Callable<?> code) {
        CompletableFuture<Object> result = new CompletableFuture<>();
        CurrentUnit.runIn(unit, () -> {
            try {
                result.complete(code.call());
            } catch (Exception | Error thrown) {
                result.completeExceptionally(thrown);
            }
        });
        return result.join();
    }

    private Creation create(MethodTable table, int constructor, TesseraOptions options) {
        Dispatcher<Object> dispatcher = Dispatchers.of(table.type());
        String named = (options.name().isEmpty() ? "" : " name=" + options.name())
                + (options.worker().isEmpty() ? "" : " worker=" + options.worker());
        return Written.begin(Creation.class, log, "create " + constructor + named, written -> {
            Object target = dispatcher.create(constructor, written.arguments());
            written.allRead();
            return new LocalHandle(dispatcher, target, log, "");
        });
    }
}
