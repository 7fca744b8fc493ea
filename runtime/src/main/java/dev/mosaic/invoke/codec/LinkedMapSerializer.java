package dev.mosaic.invoke.codec;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.reflect.FieldAccessor;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.collection.MapSerializer;

/** A {@code LinkedHashMap} with the order it keeps: of insertion, or of access. Fory's own forgets which. */
@SuppressWarnings({"rawtypes", "NonApiType"}) // of whatever it holds; the types are those that Fory asks for
final class LinkedMapSerializer extends MapSerializer<LinkedHashMap> {
    private static final FieldAccessor ORDER = order();

    LinkedMapSerializer(TypeResolver resolver) {
        super(resolver, LinkedHashMap.class, true);
    }

    private static FieldAccessor order() {
        try {
            return FieldAccessor.createAccessor(LinkedHashMap.class.getDeclaredField("accessOrder"));
        } catch (NoSuchFieldException otherJdk) {
            throw new IllegalStateException(otherJdk);
        }
    }

    @Override
    public Map onMapWrite(WriteContext context, LinkedHashMap value) {
        MemoryBuffer buffer = context.getBuffer();
        buffer.writeVarUInt32Small7(value.size());
        buffer.writeBoolean(ORDER.getBoolean(value));
        return value;
    }

    @Override
    public LinkedHashMap newMap(ReadContext context, boolean entriesAdvance) {
        MemoryBuffer buffer = context.getBuffer();
        int size = readMapSize(context, buffer, entriesAdvance);
        setNumElements(size);
        LinkedHashMap<?, ?> map =
                buffer.readBoolean() ? new LinkedHashMap<>(size, 0.75f, true) : new LinkedHashMap<>(size);
        context.reference(map);
        return map;
    }
}
