package dev.mosaic.invoke.codec;

import dev.mosaic.SerializationException;
import org.apache.fory.config.Config;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.serializer.Serializer;

/**
 * In the place of one that Fory would bring along.
 *
 * @param <T> what is not let through
 */
final class RefusingSerializer<T> extends Serializer<T> {
    private final String what;

    RefusingSerializer(Config config, Class<T> type, String what) {
        super(config, type);
        this.what = what;
    }

    @Override
    public void write(WriteContext context, T value) {
        throw new SerializationException(what, "");
    }

    @Override
    public T read(ReadContext context) {
        throw new SerializationException(what, "");
    }
}
