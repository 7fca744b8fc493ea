package dev.mosaic.connect;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lists the files and folders with the classes of this program: the class path, the module path (workers run without modules), and what loaders such as
 * those of build tools have beside it.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a few strings; no file is opened. <b>Failure:</b> classes that come from neither file nor
 * folder are not found by workers.
 */
public final class ProgramClassPath {
    private ProgramClassPath() {}

    /** The entries, as seen from the working folder, in the order they are searched. */
    public static List<String> entries(@Nullable ClassLoader code) {
        Set<String> entries = new LinkedHashSet<>();
        add(entries, System.getProperty("java.class.path", ""));
        add(entries, System.getProperty("jdk.module.path", ""));
        for (ClassLoader loader = code; loader != null; loader = loader.getParent()) {
            if (loader instanceof URLClassLoader urls) {
                add(entries, urls.getURLs());
            }
        }
        return List.copyOf(entries);
    }

    private static void add(Set<String> entries, String path) {
        for (String entry : path.split(File.pathSeparator, -1)) {
            if (!entry.isEmpty()) {
                entries.add(entry);
            }
        }
    }

    private static void add(Set<String> entries, URL[] urls) {
        for (URL url : urls) {
            if (url.getProtocol().equals("file")) {
                try {
                    entries.add(Path.of(url.toURI()).toString());
                } catch (URISyntaxException | IllegalArgumentException unreadable) {
                    entries.add(url.getPath());
                }
            }
        }
    }
}
