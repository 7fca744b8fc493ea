package dev.mosaic.invoke;

import dev.mosaic.SerializationException;
import java.lang.reflect.Field;
import java.lang.reflect.Type;

/**
 * Which classes of the program and its libraries may be in a value, by the type that was declared for it: that type, its type arguments, what
 * their fields reach, and subclasses of these with what their fields reach. Classes of the JDK are not asked about here, and neither are
 * exceptions, refs and collections: what is in them is.
 *
 * <p>A type that says nothing about what may come is <em>open</em>: {@code Object}, {@code Serializable}, {@code Comparable}, a raw or wildcard
 * type, a type variable without a bound, a type that a lambda may stand for, a class that writes itself ({@code writeObject}, {@code
 * writeReplace}, {@code Externalizable}). Where one is reached, all classes are permitted.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> making one looks at the fields of all classes reached; meant to be kept. A subclass is looked
 * at when it first comes, and what it reaches is permitted from then on, by all limits with that {@link #key}. <b>Failure:</b> {@link #refusal}.
 */
public final class TypeLimit {
    /** Of what gives nothing. */
    static final TypeLimit NOTHING = new TypeLimit(TypeLimit.class, void.class, "a task without a value");

    private final Type declared;
    private final String what;
    private final SharedReach shared;

    private TypeLimit(Class<?> home, Type declared, String what) {
        this.declared = declared;
        this.what = what;
        this.shared = SharedReach.of(home, declared);
    }

    /**
     * What a value of that type may hold.
     *
     * @param home whose method or field it is
     * @param what has that type, for messages: a method, or a field
     */
    public static TypeLimit of(Class<?> home, Type declared, String what) {
        return new TypeLimit(home, declared, what);
    }

    /** What a field may hold. */
    public static TypeLimit of(Field field) {
        return new TypeLimit(
                field.getDeclaringClass(),
                TypeArguments.declared(field::getGenericType, field.getType()),
                "field " + field.getName());
    }

    /** True where every class is permitted. */
    public boolean isOpen() {
        return shared.reach().isOpen();
    }

    /** True for a class that may be in the value. Does not initialise it. */
    public boolean permits(Class<?> type) {
        return shared.reach().permits(type);
    }

    public SerializationException refusal(String type) {
        return new SerializationException(
                "class=" + type + " is not what " + what + " may give, whose type is " + declared.getTypeName(),
                "declare a type that names it, as the result or as a field; with Object every class may come");
    }

    /** The same for limits that permit the same, also of subclasses that came for one of them. */
    public Object key() {
        return shared.reach();
    }

    /** True for a class that comes with Java, whoever asks. */
    @SuppressWarnings("ReferenceEquality") // a loader is itself
    public static boolean isOfJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    @Override
    public String toString() {
        return what + ": " + declared.getTypeName();
    }
}
