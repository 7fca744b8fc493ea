package dev.mosaic.invoke.codec;

import java.io.Externalizable;
import java.io.IOException;
import org.apache.fory.config.Config;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.io.MemoryBufferObjectInput;
import org.apache.fory.io.MemoryBufferObjectOutput;
import org.apache.fory.reflect.ObjectInstantiator;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.Serializer;

/**
 * An {@code Externalizable} by its own methods. Each object has a stream of its own: Fory's serializer has one for all of a class, which an object
 * inside another of the same class closes.
 *
 * @param <T> the class
 */
final class ExternalSerializer<T extends Externalizable> extends Serializer<T> {
    private final Config config;
    private final ObjectInstantiator<T> maker;

    ExternalSerializer(TypeResolver resolver, Class<T> type) {
        super(resolver.getConfig(), type);
        this.config = resolver.getConfig();
        this.maker = resolver.getObjectInstantiator(type);
    }

    @Override
    public void write(WriteContext context, T value) {
        try {
            value.writeExternal(new MemoryBufferObjectOutput(config, context));
        } catch (IOException thrown) {
            throw new IllegalStateException(thrown);
        }
    }

    @Override
    public T read(ReadContext context) {
        T made = maker.newInstance();
        context.reference(made);
        try {
            made.readExternal(new Input(config, context));
        } catch (IOException | ClassNotFoundException thrown) {
            throw new IllegalStateException(thrown);
        }
        return made;
    }

    private static final class Input extends MemoryBufferObjectInput {
        Input(Config config, ReadContext context) {
            super(config, context);
        }

        /** Fory's gives bytes with their sign, so that 255 looks like the end. */
        @Override
        public int read() throws IOException {
            return super.read() & 0xff;
        }

        @Override
        public int read(byte[] bytes, int from, int size) throws IOException {
            return super.read(bytes, from, size);
        }
    }
}
