package dev.mosaic.worker;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;

/**
 * The class loader that {@link ClassLoader#getSystemClassLoader} gives, which can be set here once a worker knows its program.
 *
 * <p>Threads of each {@code ForkJoinPool}, so those of parallel streams and of {@code CompletableFuture}, have it as their context class
 * loader, and the JDK looks there for providers of its services. The option {@code -Djava.system.class.loader} sets it as well, but only at
 * the start of a JVM, and then the JVM takes none of Mosaic's classes from its archive.
 *
 * <p><b>Threading:</b> once, before user code runs.
 */
final class SystemLoader {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.worker");

    private SystemLoader() {}

    /** A lookup that finds all, also what other modules keep to themselves. */
    static MethodHandles.Lookup trusted() throws ReflectiveOperationException {
        Field trusted = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
        trusted.setAccessible(true);
        return (MethodHandles.Lookup) trusted.get(null);
    }

    /** Needs {@code --add-opens=java.base/java.lang.invoke=ALL-UNNAMED}, which workers are started with. */
    static void set(ClassLoader loader) {
        try {
            trusted()
                    .findStaticVarHandle(ClassLoader.class, "scl", ClassLoader.class)
                    .setVolatile(loader);
        } catch (ReflectiveOperationException | RuntimeException otherJdk) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "threads of parallel streams and of ForkJoinPools see no class of the program by their context"
                            + " class loader: {0}",
                    otherJdk.toString());
        }
    }
}
