package dev.mosaic.invoke.codec;

import dev.mosaic.SerializationException;
import org.apache.fory.config.Config;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.serializer.Serializer;

/**
 * Writes an object as the index of a value beside the graph.
 *
 * @param <T> the object's class, or on reading a superclass
 */
final class BesideSerializer<T> extends Serializer<T> {
    private final ObjectGraph graph;
    private final Class<?> family;

    BesideSerializer(Config config, Class<T> type, ObjectGraph graph) {
        this(config, type, type, graph);
    }

    /** @param family what the reader's object is of, where its class may be another */
    BesideSerializer(Config config, Class<T> type, Class<?> family, ObjectGraph graph) {
        super(config, type);
        this.graph = graph;
        this.family = family;
    }

    @Override
    public void write(WriteContext context, T value) {
        context.writeVarUInt32(graph.aside(value));
    }

    @Override
    @SuppressWarnings("unchecked") // where a field is of a narrower class than the family, setting it fails
    public T read(ReadContext context) {
        Object value = graph.aside(context.readVarUInt32());
        if (!family.isInstance(value)) {
            throw new SerializationException(
                    "value beside a graph is a " + value.getClass().getTypeName() + ", not a " + family.getTypeName(),
                    "");
        }
        return (T) value;
    }
}
