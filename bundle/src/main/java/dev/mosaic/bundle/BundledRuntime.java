package dev.mosaic.bundle;

import dev.mosaic.ConnectOptions;
import dev.mosaic.StartException;
import dev.mosaic.StartOptions;
import dev.mosaic.unit.Connector;
import dev.mosaic.unit.Copier;
import dev.mosaic.unit.Launcher;
import dev.mosaic.unit.Unit;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The runtime of a program that depends on {@code dev.mosaic:mosaic} alone. It is loaded from jars inside that jar, by a class loader of
 * its own, so the program's libraries may have any version.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> the jars are written to the user's cache once for each build of Mosaic. <b>Failure:</b>
 * {@link StartException}.
 */
public final class BundledRuntime implements Launcher, Connector, Copier {
    /** Of the JDK; an image that was linked for a program may lack them. */
    private static final List<String> MODULES = List.of("java.logging", "jdk.management", "jdk.unsupported");

    private static @Nullable ClassLoader loader;

    /** For {@link ServiceLoader}. */
    public BundledRuntime() {}

    @Override
    public Unit start(StartOptions options) {
        return service(Launcher.class).start(options);
    }

    @Override
    public Unit connect(ConnectOptions options) {
        return service(Connector.class).connect(options);
    }

    @Override
    public <T extends @Nullable Object> Supplier<T> copies(T value) {
        return service(Copier.class).copies(value);
    }

    private static <S> S service(Class<S> type) {
        checkJava();
        return BundledLoader.services(type, loader())
                .findFirst()
                .orElseThrow(() -> new StartException(
                        "no " + type.getSimpleName() + " is in the jar of Mosaic",
                        "build the program with the whole jar"));
    }

    private static void checkJava() {
        List<String> missing = MODULES.stream()
                .filter(each -> ModuleLayer.boot().findModule(each).isEmpty())
                .toList();
        if (!missing.isEmpty()) {
            throw new StartException(
                    "this Java runs without " + String.join(" and ", missing),
                    "start it with --add-modules " + String.join(",", missing)
                            + ", or name them where its image is linked");
        }
        URL place = BundledRuntime.class.getProtectionDomain().getCodeSource().getLocation();
        if (place != null && place.getProtocol().equals("jrt")) {
            throw new StartException(
                    "the program is linked into this image of Java, so workers cannot load its classes",
                    "link an image of the JDK's modules, and give it the program as -p or -cp");
        }
    }

    /** Made when it is first asked for. Where that fails, for want of room on the disk for example, the next call tries again. */
    private static synchronized ClassLoader loader() {
        if (loader == null) {
            NestedJars nested = new NestedJars(BundledRuntime.class.getClassLoader());
            List<Path> jars = new ArrayList<>(nested.of("runtime"));
            if (nested.has("kubernetes")) {
                jars.addAll(nested.of("kubernetes"));
            }
            loader = new BundledLoader(jars, nested.of("api"), BundledRuntime.class.getClassLoader());
        }
        return loader;
    }
}
