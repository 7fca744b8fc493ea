package dev.mosaic.examples.python;

import dev.mosaic.StartOptions;
import dev.mosaic.testing.ChildJvms;
import dev.mosaic.unit.Launcher;
import dev.mosaic.unit.Unit;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * {@code Mosaic.start} of these tests: programs that want two workers get the same two processes, which go on when a program closes its Mosaic. A
 * program that wants another number starts its own, as everywhere else.
 *
 * <p><b>Threading:</b> one program after the other.
 */
public final class OneCluster implements Launcher {
    private static final int WORKERS = 2;
    private static @Nullable Unit shared;

    /** For {@link ServiceLoader}. */
    public OneCluster() {}

    @Override
    public Unit start(StartOptions options) {
        if (options.workers() != WORKERS) {
            return usual().start(options);
        }
        if (shared == null) {
            shared = usual().start(options.jvmArguments(ChildJvms.JIT));
        }
        return (Unit) Proxy.newProxyInstance(
                Unit.class.getClassLoader(),
                new Class<?>[] {Unit.class},
                (proxy, method, arguments) -> call(method, arguments));
    }

    private static @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getName().equals("close")) {
            return null;
        }
        try {
            return method.invoke(shared, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }

    static void close() {
        if (shared != null) {
            shared.close();
            shared = null;
        }
    }

    private static Launcher usual() {
        return ServiceLoader.load(Launcher.class).stream()
                .filter(each -> each.type() != OneCluster.class)
                .findFirst()
                .orElseThrow()
                .get();
    }
}
