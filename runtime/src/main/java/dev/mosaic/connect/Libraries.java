package dev.mosaic.connect;

import dev.mosaic.StartException;
import java.net.URL;
import java.util.List;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The libraries that Mosaic needs, which may come in another version where the class path has one of somebody else's first.
 *
 * <p><b>Threading:</b> stateless. <b>Cost:</b> two classes are loaded that are needed anyway. <b>Failure:</b> {@link StartException} that names
 * the jar.
 */
final class Libraries {
    /**
     * What only versions have that are new enough.
     *
     * @param from the version that Mosaic is built with
     * @param type a class of it
     * @param old a class that older ones have too
     * @param kind what the first class has to be a kind of
     */
    private record Library(
            String name,
            String from,
            String type,
            String old,
            @Nullable Class<?> kind) {}

    private static final List<Library> ALL = List.of(
            new Library("Apache Fory", "1.6", "org.apache.fory.context.ReadContext", "org.apache.fory.Fory", null),
            new Library(
                    "SmallRye Mutiny",
                    "3.1",
                    "io.smallrye.mutiny.Multi",
                    "io.smallrye.mutiny.Multi",
                    Flow.Publisher.class));

    private Libraries() {}

    /** Throws where one is too old, or not there, as that loader finds them. */
    static void check(ClassLoader loader) {
        for (Library library : ALL) {
            if (!isFit(library, loader)) {
                String place = place(library.old(), loader);
                throw new StartException(
                        "library=" + library.name()
                                + (place.isEmpty() ? " is not on the class path" : " is too old: " + place),
                        "put version " + library.from() + " or newer on the class path, before any older one");
            }
        }
    }

    private static boolean isFit(Library library, ClassLoader loader) {
        try {
            Class<?> found = Class.forName(library.type(), false, loader);
            boolean isOfOneJar = place(library.type(), loader).equals(place(library.old(), loader));
            return isOfOneJar && (library.kind() == null || library.kind().isAssignableFrom(found));
        } catch (ClassNotFoundException | LinkageError older) {
            return false;
        }
    }

    private static String place(String type, ClassLoader loader) {
        String file = type.replace('.', '/') + ".class";
        URL found = loader.getResource(file);
        return found == null ? "" : found.toString().replace("!/" + file, "").replace(file, "");
    }
}
