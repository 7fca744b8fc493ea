package dev.mosaic.cli.shell;

import dev.mosaic.Mosaic;
import dev.mosaic.StartException;
import java.io.File;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import jdk.jshell.tool.JavaShellToolBuilder;
import org.jspecify.annotations.Nullable;

/**
 * jshell with a running Mosaic: what is typed runs in this JVM, as the code of a program; classes and functions typed there reach the
 * workers when these need them.
 *
 * <p>{@code /reset} ends the Mosaic and starts another, so that what is typed afterwards meets nothing of what was there before.
 *
 * <p><b>Threading:</b> one thread; one shell in a process at a time, as one Mosaic. <b>Failure:</b> what keeps Mosaic from starting is
 * thrown before the shell says anything.
 */
public final class Shell {
    /** The name of {@link ShellProvider} for jshell. */
    static final String PROVIDER = "mosaic";

    private static final ScopedValue<Shell> CURRENT = ScopedValue.newInstance();

    private static final String STARTUP = """
            import dev.mosaic.*;
            import dev.mosaic.function.*;
            Mosaic mosaic = Mosaic.current();
            """;

    private final Supplier<Mosaic> opening;
    private final List<String> classPath;
    private @Nullable ShellExecution begun;

    /**
     * None runs yet.
     *
     * @param opening gives a Mosaic: the first, and one after each reset
     * @param classPath what is to be found beside Mosaic
     */
    public Shell(Supplier<Mosaic> opening, List<String> classPath) {
        this.opening = opening;
        this.classPath = List.copyOf(classPath);
    }

    static Shell current() {
        if (!CURRENT.isBound()) {
            throw new StartException("this is no shell of Mosaic's", "start it by: mosaic interactive");
        }
        return CURRENT.get();
    }

    /**
     * Runs until the shell is left.
     *
     * @param in what is typed
     * @param settings what jshell keeps from one time to the next; null for the user's own
     * @param arguments for jshell: options, and files to run first
     * @return the exit code
     */
    public int run(
            InputStream in,
            PrintStream out,
            PrintStream error,
            @Nullable Map<String, String> settings,
            List<String> arguments)
            throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Path startup = Files.createTempFile("mosaic-shell", ".jsh");
        begun = begin();
        try {
            Files.writeString(startup, STARTUP);
            List<String> all = new ArrayList<>(List.of(
                    "--execution",
                    PROVIDER,
                    "--class-path",
                    compiled(),
                    "--startup",
                    "DEFAULT",
                    "--startup",
                    startup.toString()));
            all.addAll(arguments);
            JavaShellToolBuilder tool =
                    JavaShellToolBuilder.builder().in(in, null).out(out).err(error);
            if (settings != null) {
                var _ = tool.persistence(settings);
            }
            return ScopedValue.where(CURRENT, this).call(() -> tool.start(all.toArray(String[]::new)));
        } finally {
            Thread.currentThread().setContextClassLoader(before);
            Mosaic.interactiveOff();
            Files.deleteIfExists(startup);
        }
    }

    /** The one that was begun first, then a new one each time. */
    ShellExecution execution() {
        ShellExecution first = begun;
        begun = null;
        return first != null ? first : begin();
    }

    /** The loader is there before Mosaic, whose loader it becomes. */
    private ShellExecution begin() {
        ShellLoader loader = new ShellLoader(files(), ClassLoader.getSystemClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        Mosaic.interactiveOff();
        return new ShellExecution(loader, opening.get());
    }

    private URL[] files() {
        URL[] files = new URL[classPath.size()];
        for (int i = 0; i < files.length; i++) {
            try {
                files[i] = Path.of(classPath.get(i)).toUri().toURL();
            } catch (MalformedURLException unreadable) {
                throw new StartException(
                        "entry=" + classPath.get(i) + " of the class path is not a valid path", "", unreadable);
            }
        }
        return files;
    }

    /** What jshell compiles against. */
    private String compiled() {
        List<String> entries = new ArrayList<>(classPath);
        entries.add(System.getProperty("java.class.path", ""));
        return String.join(File.pathSeparator, entries);
    }
}
