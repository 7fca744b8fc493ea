package dev.mosaic.invoke.codec;

import java.util.AbstractCollection;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.apache.fory.context.ReadContext;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.collection.CollectionSerializer;
import org.jspecify.annotations.Nullable;

/** The list of {@code List.of} and of {@code stream.toList()}, which are one class; the second may hold nulls, at which Fory's own fails. */
@SuppressWarnings({"rawtypes", "unchecked"}) // of whatever it holds
final class ImmutableListSerializer extends CollectionSerializer {
    ImmutableListSerializer(TypeResolver resolver, Class type) {
        super(resolver, type, true);
    }

    @Override
    public Collection newCollection(ReadContext context, boolean elementsAdvance) {
        int size = readCollectionSize(context, context.getBuffer(), elementsAdvance);
        setNumElements(size);
        return new Elements(size);
    }

    @Override
    @SuppressWarnings("NullAway") // List.of is for those without null
    public Collection onCollectionRead(Collection read) {
        @Nullable Object[] elements = ((Elements) read).elements;
        for (Object element : elements) {
            if (element == null) {
                return Arrays.stream(elements).toList();
            }
        }
        return List.of(elements);
    }

    /** What is read, before it is a list. */
    private static final class Elements extends AbstractCollection<Object> {
        private final @Nullable Object[] elements;
        private int size;

        private Elements(int capacity) {
            this.elements = new Object[capacity];
        }

        @Override
        public boolean add(@Nullable Object element) {
            elements[size++] = element;
            return true;
        }

        @Override
        public Iterator<Object> iterator() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int size() {
            return size;
        }
    }
}
