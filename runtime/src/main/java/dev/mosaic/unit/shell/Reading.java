package dev.mosaic.unit.shell;

import dev.mosaic.invoke.TypeLimit;
import dev.mosaic.invoke.codec.Decoder;
import dev.mosaic.message.Payload;
import org.jspecify.annotations.Nullable;

/** How a result becomes an object. */
@FunctionalInterface
interface Reading {
    /**
     * The object that those bytes are.
     *
     * @param limit which classes may be in it; null where any
     */
    @Nullable Object read(Engine engine, Payload payload, @Nullable TypeLimit limit);

    /** One value, or nothing. */
    static @Nullable Object single(Engine engine, Payload payload, @Nullable TypeLimit limit) {
        Decoder in = engine.codec.decoder(payload, limit);
        return in.hasMore() ? in.object(Object.class) : null;
    }
}
