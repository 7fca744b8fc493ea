package dev.mosaic.unit.shell;

import dev.mosaic.invoke.codec.Decoder;
import dev.mosaic.message.Payload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a result becomes an object. */
@FunctionalInterface
interface Reading {
    @Nullable Object read(Engine engine, Payload payload);

    /** One value, or nothing. */
    static @Nullable Object single(Engine engine, Payload payload) {
        Decoder in = engine.codec.decoder(payload, List.of());
        return in.hasMore() ? in.object(Object.class) : null;
    }
}
