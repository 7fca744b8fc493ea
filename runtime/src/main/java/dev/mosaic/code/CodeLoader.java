package dev.mosaic.code;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A class loader for a program's classes, which keeps them apart from the libraries that Mosaic itself uses: only Mosaic, Mutiny and the
 * JDK are those of the process. A program without files has all that is on the class path of the process. A class that is nowhere is asked
 * for where that was said.
 *
 * <p><b>Threading:</b> any thread, classes in parallel. <b>Cost:</b> the bytes of classes that were asked for stay in memory.
 * <b>Failure:</b> as any class loader.
 */
public final class CodeLoader extends URLClassLoader {
    /** Where classes come from that are in no file. */
    public interface Source {
        /**
         * The class file of that class; null where there is none. May wait.
         *
         * @throws ClassNotFoundException where there is a reason to tell
         */
        byte @Nullable [] find(String name) throws ClassNotFoundException;
    }

    /** Fory's interfaces {@code ToFloatFunction} and others: it makes lambdas of them in the records of programs. */
    private static final String LAMBDAS_OF_FORY = "org.apache.fory.util.function.To";

    private static final List<String> SHARED =
            List.of("dev.mosaic.", "io.smallrye.mutiny.", "io.smallrye.common.", "org.jspecify.", LAMBDAS_OF_FORY);

    static {
        if (!ClassLoader.registerAsParallelCapable()) {
            throw new IllegalStateException("a class loader that is not parallel");
        }
    }

    private final boolean hasFiles;
    private final Map<String, byte[]> loose = new ConcurrentHashMap<>();
    private volatile @Nullable Source source;

    /**
     * A loader for one program.
     *
     * @param files jars, in the order they are searched
     * @param process what loads Mosaic
     */
    public CodeLoader(List<Path> files, ClassLoader process) {
        super("program", files.stream().map(CodeLoader::url).toArray(URL[]::new), process);
        this.hasFiles = !files.isEmpty();
    }

    private static URL url(Path file) {
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException impossible) {
            throw new IllegalArgumentException("file=" + file + " has no URL", impossible);
        }
    }

    /** From now on classes that are in no file come from there. */
    public void asks(Source asked) {
        source = asked;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> found = findLoadedClass(name);
            if (found == null) {
                found = find(name);
            }
            if (resolve) {
                resolveClass(found);
            }
            return found;
        }
    }

    private Class<?> find(String name) throws ClassNotFoundException {
        try {
            return SHARED.stream().anyMatch(name::startsWith) ? parentFirst(name) : ownFirst(name);
        } catch (ClassNotFoundException notThere) {
            throw MissingFlag.of(name, notThere);
        } catch (UnsupportedClassVersionError notAllowed) {
            throw MissingFlag.of(notAllowed);
        }
    }

    private Class<?> parentFirst(String name) throws ClassNotFoundException {
        try {
            return getParent().loadClass(name);
        } catch (ClassNotFoundException notThere) {
            return findClass(name); // a program may have packages below these
        }
    }

    private Class<?> ownFirst(String name) throws ClassNotFoundException {
        Class<?> ofJdk = ofJdk(name);
        if (ofJdk != null) {
            return ofJdk;
        }
        try {
            return findClass(name);
        } catch (ClassNotFoundException notThere) {
            return ofProcess(name);
        }
    }

    private Class<?> ofProcess(String name) throws ClassNotFoundException {
        try {
            Class<?> found = getParent().loadClass(name);
            if (hasFiles && !found.getModule().isNamed()) {
                throw new ClassNotFoundException(name); // a library of Mosaic's
            }
            return found;
        } catch (ClassNotFoundException notThere) {
            Source asked = source;
            byte[] bytes = asked == null ? null : asked.find(name);
            if (bytes == null) {
                throw notThere;
            }
            loose.put(name.replace('.', '/') + ".class", bytes);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private static @Nullable Class<?> ofJdk(String name) {
        try {
            return ClassLoader.getPlatformClassLoader().loadClass(name);
        } catch (ClassNotFoundException notThere) {
            return null;
        }
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        byte[] bytes = loose.get(name);
        return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
    }

    @Override
    public @Nullable URL getResource(String name) {
        URL own = findResource(name);
        return own != null ? own : others(name).getResource(name);
    }

    /** Who is asked for what is in none of the files. */
    private ClassLoader others(String name) {
        return hasFiles && !name.startsWith("dev/mosaic/") ? ClassLoader.getPlatformClassLoader() : getParent();
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        List<URL> all = new ArrayList<>(Collections.list(findResources(name)));
        all.addAll(Collections.list(others(name).getResources(name)));
        return Collections.enumeration(all);
    }
}
