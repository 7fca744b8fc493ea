package dev.mosaic.code;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The classes of one function that was typed into a shell, again: they have variables of their own. Classes that were typed are those of
 * all.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a few small classes, which go with the function.
 */
final class SnippetLoader extends ClassLoader {
    SnippetLoader(ClassLoader shell) {
        super("function", shell);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!Snippets.isPartOfSnippet(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name);
        }
    }

    /** A function made here may be sent on. */
    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        return getParent().getResourceAsStream(name);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        var _ = getParent().loadClass(name); // which has its bytes from then on
        try {
            byte[] bytes = LooseClasses.bytes(getParent(), name);
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException | ClassFormatError unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }
}
