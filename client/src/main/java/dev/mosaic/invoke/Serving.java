package dev.mosaic.invoke;

import dev.mosaic.SerializationException;
import java.util.ServiceLoader;

/**
 * Makes objects that are called by who does not have their class: with JSON, over http. Found by {@link ServiceLoader} in workers.
 *
 * <p>On the wire such a tessera is like any other of its class. The numbers here stand where a constructor's or a method's index does, and
 * are larger than any.
 *
 * <p><b>Threading:</b> stateless.
 */
public interface Serving {
    /** In the place of a constructor: the arguments of {@link #make}. */
    int MAKE = 65_000;

    /** A call in JSON. Of a method that gives values one by one it says so, and does nothing. */
    int INVOKE = 65_000;

    /** The call of a method that gives values one by one. */
    int STREAM = 65_001;

    /** What the class can do, in words. */
    int DESCRIBE = 65_002;

    /** Gives all that it is, to one that takes its place, and answers no calls any more. */
    int HAND_OVER = 65_003;

    /** Nobody has taken its place: it answers calls again. */
    int RESUME = 65_004;

    /** Makes an object of that class, and what stands in its place. */
    Served make(Class<?> type, Arguments arguments) throws Throwable;

    /** The one of this process. */
    static Serving find() {
        return ServiceLoader.load(Serving.class, Serving.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new SerializationException(
                        "nothing on the class path serves tesserae to others", "add dev.mosaic:mosaic-serve"));
    }
}
