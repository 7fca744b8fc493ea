package dev.mosaic.invoke;

import dev.mosaic.Ref;
import dev.mosaic.TesseraProxy;
import java.io.Externalizable;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.MalformedParameterizedTypeException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.nio.Buffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.PriorityBlockingQueue;

/**
 * The classes that a declared type reaches by its type arguments and fields; the rule is {@link TypeLimit}'s. It only grows: a subclass that
 * comes adds what its fields reach.
 *
 * <p>Of the JDK's types those are open that may hold anything beside their type arguments, a comparator for instance.
 *
 * <p><b>Threading:</b> any thread; a class is added with all that it reaches, or not yet. <b>Failure:</b> none: what cannot be looked at is open.
 */
final class TypeReach {
    private static final Set<Class<?>> OPEN = Set.of(
            Object.class,
            Serializable.class,
            Externalizable.class,
            Comparable.class,
            Cloneable.class,
            AutoCloseable.class,
            java.io.Closeable.class,
            Class.class,
            Enum.class,
            Record.class);

    /** They hold a comparator of anybody's. */
    private static final Set<Class<?>> SORTED =
            Set.of(SortedMap.class, SortedSet.class, PriorityQueue.class, PriorityBlockingQueue.class);

    /** What is inside is written as a value of its own, or looked at by who reads it. */
    private static final Set<Class<?>> LEAVES =
            Set.of(TesseraProxy.class, Throwable.class, MemorySegment.class, Buffer.class);

    /** @param told variables in it that stand for type arguments which are reached anyway */
    private record Seen(Type type, Set<TypeVariable<?>> told) {}

    private final Set<Seen> seen = new HashSet<>();

    /** They and their subclasses. */
    private final Set<Class<?>> types = new HashSet<>();

    /** Those of them that came without type arguments, though they have type parameters. */
    private final Set<Class<?>> raw = new HashSet<>();

    /** Superclasses of those, without their other subclasses. */
    private final Set<Class<?>> above = new HashSet<>();

    /** Packages of collections that something else is written in place of. */
    private final Set<String> packages = new HashSet<>();

    private volatile boolean open;

    boolean isOpen() {
        return open;
    }

    synchronized Set<Class<?>> types() {
        return Set.copyOf(types);
    }

    synchronized void add(Type type) {
        add(type, Set.of());
    }

    /** True for a class that may come. One that is a subclass of a class reached is reached from now on, with all that its fields reach. */
    boolean permits(Class<?> type) {
        Class<?> element = element(type);
        return open
                || element.isPrimitive()
                || TypeLimit.isOfJdk(element)
                || isLookedAtElsewhere(element)
                || isReached(element);
    }

    private synchronized boolean isReached(Class<?> type) {
        if (types.contains(type) || above.contains(type)) {
            return true;
        }
        boolean isBelow = false;
        for (Class<?> reached : List.copyOf(types)) {
            if (reached.isAssignableFrom(type) && !(TypeLimit.isOfJdk(reached) && isCollection(type))) {
                addBelow(reached, type);
                isBelow = true;
            }
        }
        return isBelow
                || isCollection(type)
                || (packages.contains(type.getPackageName()) && mayHave(type, "readResolve"));
    }

    private static boolean isLookedAtElsewhere(Class<?> type) {
        return Throwable.class.isAssignableFrom(type) || Ref.class.isAssignableFrom(type);
    }

    /** One of a library or of the program. What is in it is asked about in turn. */
    private boolean isCollection(Class<?> type) {
        if (!Collection.class.isAssignableFrom(type) && !Map.class.isAssignableFrom(type)) {
            return false;
        }
        if (mayHave(type, "writeReplace")) {
            packages.add(type.getPackageName());
        }
        return true;
    }

    // ---- what a type reaches

    /** A class that names one which is not there, as that of an optional library, may hold anything. */
    private void add(Type type, Set<TypeVariable<?>> told) {
        try {
            reach(type, told);
        } catch (LinkageError | TypeNotPresentException | MalformedParameterizedTypeException missing) {
            open = true;
        }
    }

    private void reach(Type type, Set<TypeVariable<?>> told) {
        Set<TypeVariable<?>> own = type instanceof Class<?> plain ? TypeArguments.toldIn(element(plain), told) : told;
        if (open || !seen.add(new Seen(type, own))) {
            return;
        }
        switch (type) {
            case Class<?> plain -> addClass(element(plain), own);
            case ParameterizedType generic -> {
                Map<TypeVariable<?>, Type> arguments = TypeArguments.of(generic);
                addAll(arguments.values(), told);
                add(generic.getRawType(), Set.copyOf(arguments.keySet()));
            }
            case GenericArrayType array -> add(array.getGenericComponentType(), told);
            case WildcardType wildcard -> addAll(List.of(wildcard.getUpperBounds()), told);
            case TypeVariable<?> variable -> {
                if (!told.contains(variable)) {
                    addAll(List.of(variable.getBounds()), Set.of());
                }
            }
            default -> open = true;
        }
    }

    private void addAll(Collection<Type> all, Set<TypeVariable<?>> told) {
        for (Type each : all) {
            add(each, told);
        }
    }

    /** A subclass: what is said of its type arguments is what it gives to the class reached. */
    private void addBelow(Class<?> reached, Class<?> below) {
        try {
            add(below, raw.contains(reached) ? Set.of() : TypeArguments.given(below, reached));
        } catch (LinkageError | TypeNotPresentException | MalformedParameterizedTypeException missing) {
            open = true;
        }
    }

    private void addClass(Class<?> type, Set<TypeVariable<?>> told) {
        boolean isRaw = !told.containsAll(List.of(type.getTypeParameters()));
        if (type.isPrimitive()) {
            return;
        }
        if (LEAVES.stream().anyMatch(leaf -> leaf.isAssignableFrom(type))) {
            types.add(type);
        } else if (Ref.class.isAssignableFrom(type)) {
            open |= isRaw;
        } else if (TypeLimit.isOfJdk(type)) {
            addOfJdk(type, isRaw);
        } else {
            if (isRaw) {
                raw.add(type);
            }
            addOfProgram(type, told);
        }
    }

    private void addOfJdk(Class<?> type, boolean isRaw) {
        if (isRaw || OPEN.contains(type) || type.isAnnotationPresent(FunctionalInterface.class) || isSorted(type)) {
            open = true;
        } else if (!Modifier.isFinal(type.getModifiers())
                && !Collection.class.isAssignableFrom(type)
                && !Map.class.isAssignableFrom(type)) {
            types.add(type);
        }
    }

    private static boolean isSorted(Class<?> type) {
        return SORTED.stream().anyMatch(sorted -> sorted.isAssignableFrom(type));
    }

    private void addOfProgram(Class<?> type, Set<TypeVariable<?>> told) {
        if (isLambdas(type) || writesItself(type)) {
            open = true;
            return;
        }
        types.add(type);
        Class<?>[] permitted = type.getPermittedSubclasses();
        for (Class<?> below : permitted == null ? new Class<?>[0] : permitted) {
            addBelow(type, below);
        }
        addFields(type, told);
    }

    /** Of the class and of those above it, with what these are made of. */
    private void addFields(Class<?> type, Set<TypeVariable<?>> toldOfType) {
        Set<TypeVariable<?>> told = toldOfType;
        for (Class<?> at = type; at != null && !TypeLimit.isOfJdk(at); at = at.getSuperclass()) {
            above.add(at);
            for (Field field : at.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                    add(field.getGenericType(), told);
                }
            }
            if (at.getGenericSuperclass() instanceof ParameterizedType generic) {
                Map<TypeVariable<?>, Type> arguments = TypeArguments.of(generic);
                addAll(arguments.values(), told);
                told = Set.copyOf(arguments.keySet());
            } else if (at.getSuperclass() != null && at.getSuperclass().getTypeParameters().length > 0) {
                open = true;
            }
        }
    }

    private static boolean isLambdas(Class<?> type) {
        if (!type.isInterface() || type.isSealed()) {
            return false;
        }
        return Arrays.stream(type.getMethods())
                        .filter(method -> Modifier.isAbstract(method.getModifiers()) && !isOfObject(method))
                        .map(Method::getName)
                        .distinct()
                        .count()
                == 1;
    }

    private static boolean isOfObject(Method method) {
        return Arrays.stream(Object.class.getMethods())
                .anyMatch(own -> own.getName().equals(method.getName())
                        && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
    }

    private static boolean writesItself(Class<?> type) {
        return Externalizable.class.isAssignableFrom(type)
                || has(type, "writeReplace")
                || has(type, "readResolve")
                || has(type, "writeObject")
                || has(type, "readObject");
    }

    /** True also for a class that names one which is not there. */
    private static boolean mayHave(Class<?> type, String method) {
        try {
            return has(type, method);
        } catch (LinkageError missing) {
            return true;
        }
    }

    private static boolean has(Class<?> type, String method) {
        for (Class<?> at = type; at != null && !TypeLimit.isOfJdk(at); at = at.getSuperclass()) {
            for (Method declared : at.getDeclaredMethods()) {
                if (declared.getName().equals(method) && isOfSerialisation(declared)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isOfSerialisation(Method method) {
        Class<?>[] parameters = method.getParameterTypes();
        return parameters.length == 0
                || (parameters.length == 1
                        && (parameters[0] == java.io.ObjectOutputStream.class
                                || parameters[0] == java.io.ObjectInputStream.class));
    }

    private static Class<?> element(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element;
    }
}
