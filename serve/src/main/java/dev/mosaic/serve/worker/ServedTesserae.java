package dev.mosaic.serve.worker;

import dev.mosaic.invoke.Arguments;
import dev.mosaic.invoke.Dispatchers;
import dev.mosaic.invoke.Served;
import dev.mosaic.invoke.Serving;
import java.time.InstantSource;
import java.util.Objects;

/** Makes {@link ServedTessera}s. Found by {@link java.util.ServiceLoader}. */
public final class ServedTesserae implements Serving {
    /** For the service loader. */
    public ServedTesserae() {}

    /** @param arguments those of the constructor in JSON and the version, as texts; what {@link Serving#HAND_OVER} gave, or null */
    @Override
    public Served make(Class<?> type, Arguments arguments) throws Throwable {
        JsonClass json = JsonClass.of(type);
        Object object = json.construct(Objects.requireNonNull(arguments.text()));
        ServedTessera served = new ServedTessera(
                object, Dispatchers.of(type), json, Objects.requireNonNull(arguments.text()), InstantSource.system());
        if (arguments.object(Object.class) instanceof ServedState before) {
            served.restore(before);
        }
        return served;
    }
}
