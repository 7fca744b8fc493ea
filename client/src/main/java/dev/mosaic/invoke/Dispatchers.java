package dev.mosaic.invoke;

import dev.mosaic.SerializationException;

/**
 * Finds the dispatcher of a class: the generated one beside it, else a reflective one.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> one look for each class; remembered. <b>Failure:</b> a generated dispatcher
 * made from another version of the class is a {@link SerializationException}.
 */
public final class Dispatchers {
    private static final ClassValue<Dispatcher<Object>> FOUND = new ClassValue<>() {
        @Override
        protected Dispatcher<Object> computeValue(Class<?> type) {
            return find(type);
        }
    };

    private Dispatchers() {}

    public static Dispatcher<Object> of(Class<?> type) {
        return FOUND.get(type);
    }

    /** The name of what the processor generates for a class; {@code suffix} is {@code Proxy} or {@code Dispatcher}. */
    public static String generatedName(Class<?> type, String suffix) {
        return type.getName().replace('$', '_') + suffix;
    }

    @SuppressWarnings("unchecked") // generated for exactly this class; every caller gives objects of it
    private static Dispatcher<Object> find(Class<?> type) {
        MethodTable table = MethodTable.of(type);
        try {
            Class<?> generated = Class.forName(generatedName(type, "Dispatcher"), true, type.getClassLoader());
            Dispatcher<Object> dispatcher =
                    (Dispatcher<Object>) generated.getConstructor().newInstance();
            if (dispatcher.table().signature() != table.signature()) {
                throw new SerializationException(
                        generated.getName() + " was made from another version of " + type.getName(),
                        "build both again");
            }
            return dispatcher;
        } catch (ClassNotFoundException notGenerated) {
            return reflective(table);
        } catch (ReflectiveOperationException broken) {
            throw new SerializationException("no dispatcher can be made for class=" + type.getName(), "", broken);
        }
    }

    private static Dispatcher<Object> reflective(MethodTable table) {
        try {
            return new ReflectiveDispatcher(table);
        } catch (ReflectiveOperationException hidden) {
            throw new SerializationException(
                    "class=" + table.type().getName() + " cannot be called", "make it public", hidden);
        }
    }
}
