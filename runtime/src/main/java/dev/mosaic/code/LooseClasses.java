package dev.mosaic.code;

import dev.mosaic.SerializationException;
import dev.mosaic.message.CodeMessage;
import dev.mosaic.message.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLClassLoader;

/**
 * The classes of a program that are in none of its files, such as those typed into a shell, as its loader gives them: {@link
 * ClassLoader#getResourceAsStream} of the class file's name.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> reads one class file a question. <b>Failure:</b> a refusal in words, which the worker that
 * asked throws.
 */
public final class LooseClasses {
    private static final int MOST_CHARS = 1_000;

    private final ClassLoader code;
    private final boolean isGrowing;

    /** @param code the program's loader */
    public LooseClasses(ClassLoader code) {
        this.code = code;
        this.isGrowing = isGrowing(code);
    }

    /** Loaders of the JDK find what is in files, and the workers have those. */
    @SuppressWarnings("ReferenceEquality") // a loader is itself
    private static boolean isGrowing(ClassLoader code) {
        for (ClassLoader loader = code; loader != null; loader = loader.getParent()) {
            if (isOfProcess(loader)) {
                return false;
            }
            if (loader.getClass() != URLClassLoader.class) {
                return true;
            }
        }
        return false;
    }

    @SuppressWarnings("ReferenceEquality") // a loader is itself
    private static boolean isOfProcess(ClassLoader loader) {
        return loader == null
                || loader == ClassLoader.getSystemClassLoader()
                || loader == ClassLoader.getPlatformClassLoader();
    }

    /** What a worker is told of the class of that name. */
    public CodeMessage.ClassBytes answer(String name) {
        if (!isGrowing || !isName(name)) {
            return new CodeMessage.ClassBytes(name, Payload.EMPTY, "", isGrowing);
        }
        try {
            ClassLoader loader = Class.forName(name, false, code).getClassLoader();
            if (isOfProcess(loader)) {
                return new CodeMessage.ClassBytes(name, Payload.EMPTY, "", true);
            }
            byte[] bytes = bytes(loader, name);
            String refusal = bytes.length == 0
                    ? "class=" + name + " is in no file, and loader=" + loader
                            + " does not give its bytes; let its getResourceAsStream give them"
                    : Snippets.refusal(loader, name);
            return new CodeMessage.ClassBytes(
                    name, refusal.isEmpty() ? Payload.of(bytes) : Payload.EMPTY, refusal, true);
        } catch (SerializationException unreadable) {
            return new CodeMessage.ClassBytes(name, Payload.EMPTY, unreadable.what(), true);
        } catch (ClassNotFoundException | LinkageError | IOException notHere) {
            return new CodeMessage.ClassBytes(name, Payload.EMPTY, "", true);
        }
    }

    /** What cannot be a path to something else. */
    private static boolean isName(String name) {
        return !name.isEmpty()
                && name.length() <= MOST_CHARS
                && name.chars().allMatch(c -> c == '.' || Character.isJavaIdentifierPart(c));
    }

    /** The class file; empty where the loader does not give it. */
    static byte[] bytes(ClassLoader loader, String name) throws IOException {
        try (InputStream in = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
            return in == null ? new byte[0] : in.readAllBytes();
        }
    }
}
