package dev.mosaic.cli.shell;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The loader of what is typed: keeps the bytes of each class, so that workers can ask for them.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> the class files of all snippets, some kilobytes each, until the shell is reset.
 */
final class ShellLoader extends URLClassLoader {
    static {
        if (!ClassLoader.registerAsParallelCapable()) {
            throw new IllegalStateException("a class loader that is not parallel");
        }
    }

    private final Map<String, byte[]> typed = new ConcurrentHashMap<>();
    private final Map<String, byte[]> loaded = new ConcurrentHashMap<>();

    ShellLoader(URL[] files, ClassLoader parent) {
        super("shell", files, parent);
    }

    /** The class as it was compiled: that is what workers get. */
    void typed(String name, byte[] bytes) {
        typed.put(name.replace('.', '/') + ".class", bytes);
    }

    /** The class as it runs here, where the shell can stop it. */
    void load(String name, byte[] bytes) {
        loaded.put(name, bytes);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = loaded.get(name);
        return bytes == null ? super.findClass(name) : defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        byte[] bytes = typed.get(name);
        return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
    }

    @Override
    public void addURL(URL url) {
        super.addURL(url);
    }
}
