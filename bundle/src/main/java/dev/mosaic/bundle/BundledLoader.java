package dev.mosaic.bundle;

import dev.mosaic.unit.SeparateRuntime;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Loads classes from its own jars first, and from the program's loader what it shares with the program: the API and its libraries.
 *
 * <p><b>Threading:</b> any thread, classes in parallel. <b>Failure:</b> as any class loader.
 */
final class BundledLoader extends URLClassLoader implements SeparateRuntime {
    /** Of the API. Programs implement placements. */
    static final Set<String> SHARED_PACKAGES = Set.of(
            "dev.mosaic",
            "dev.mosaic.annotation",
            "dev.mosaic.function",
            "dev.mosaic.invoke",
            "dev.mosaic.parallel",
            "dev.mosaic.placement",
            "dev.mosaic.unit",
            "dev.mosaic.window");

    /** The last are interfaces of Fory's, which makes lambdas of them in the records of programs. */
    private static final List<String> SHARED_PREFIXES =
            List.of("java.", "javax.", "io.smallrye.mutiny.", "org.jspecify.", "org.apache.fory.util.function.To");

    static {
        if (!ClassLoader.registerAsParallelCapable()) {
            throw new IllegalStateException("a class loader that is not parallel");
        }
    }

    private final List<Path> jars;
    private final List<Path> api;

    /**
     * @param api jars with the classes that the program's loader has too
     * @param program loads the API
     */
    BundledLoader(List<Path> jars, List<Path> api, ClassLoader program) {
        super("mosaic", jars.stream().map(BundledLoader::url).toArray(URL[]::new), program);
        this.jars = List.copyOf(jars);
        this.api = List.copyOf(api);
    }

    private static URL url(Path file) {
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException impossible) {
            throw new IllegalArgumentException("file=" + file + " has no URL", impossible);
        }
    }

    /** What that loader's own jars provide. {@link ServiceLoader} finds what modules of the program provide as well. */
    @SuppressWarnings("ReferenceEquality") // a loader is itself
    static <S> Stream<S> services(Class<S> type, ClassLoader loader) {
        return ServiceLoader.load(type, loader).stream()
                .filter(provider -> provider.type().getClassLoader() == loader)
                .map(ServiceLoader.Provider::get);
    }

    @Override
    public List<Path> workerClassPath() {
        List<Path> all = new ArrayList<>(api);
        all.addAll(jars);
        return all;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> found = findLoadedClass(name);
            if (found == null) {
                found = isShared(name) ? getParent().loadClass(name) : ownFirst(name);
            }
            if (resolve) {
                resolveClass(found);
            }
            return found;
        }
    }

    private static boolean isShared(String name) {
        int dot = name.lastIndexOf('.');
        return SHARED_PREFIXES.stream().anyMatch(name::startsWith)
                || (dot > 0 && SHARED_PACKAGES.contains(name.substring(0, dot)));
    }

    private Class<?> ownFirst(String name) throws ClassNotFoundException {
        try {
            return findClass(name);
        } catch (ClassNotFoundException notThere) {
            return getParent().loadClass(name);
        }
    }

    @Override
    public @Nullable URL getResource(String name) {
        URL own = findResource(name);
        return own != null ? own : super.getResource(name);
    }

    /** Its own alone: services of the program's libraries are not its. */
    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        return findResources(name);
    }
}
