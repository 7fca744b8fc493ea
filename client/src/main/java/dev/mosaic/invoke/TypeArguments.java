package dev.mosaic.invoke;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.MalformedParameterizedTypeException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What stands for the type variables of a class.
 *
 * <p><b>Threading:</b> pure. <b>Failure:</b> {@link LinkageError} or {@link TypeNotPresentException} where a class that is named is not there, but
 * for {@link #declared}.
 */
final class TypeArguments {
    private TypeArguments() {}

    /**
     * A declared type with its type arguments, without them where they name a class that is not there.
     *
     * @param erased without them
     */
    static Type declared(Supplier<Type> generic, Class<?> erased) {
        try {
            return generic.get();
        } catch (LinkageError | TypeNotPresentException | MalformedParameterizedTypeException missing) {
            return erased;
        }
    }

    /** By variable, those of enclosing classes too. */
    static Map<TypeVariable<?>, Type> of(ParameterizedType generic) {
        Map<TypeVariable<?>, Type> arguments = new LinkedHashMap<>();
        for (Type at = generic; at instanceof ParameterizedType each; at = each.getOwnerType()) {
            TypeVariable<?>[] variables = ((Class<?>) each.getRawType()).getTypeParameters();
            Type[] given = each.getActualTypeArguments();
            for (int i = 0; i < given.length; i++) {
                arguments.put(variables[i], given[i]);
            }
        }
        return arguments;
    }

    /** Those that are variables of the class, or of one that encloses it. */
    static Set<TypeVariable<?>> toldIn(Class<?> type, Set<TypeVariable<?>> told) {
        if (told.isEmpty()) {
            return told;
        }
        Set<TypeVariable<?>> found = variables(type);
        found.retainAll(told);
        return found;
    }

    /**
     * The variables of a class that stand in the type arguments of a superclass or interface. {@code T} for {@code Sub<T, U> extends
     * Base<T>}.
     */
    static Set<TypeVariable<?>> given(Class<?> below, Class<?> above) {
        if (below == above) {
            return variables(below);
        }
        Set<TypeVariable<?>> given = new HashSet<>();
        for (Type next : supertypes(below)) {
            if (next instanceof ParameterizedType generic
                    && generic.getRawType() instanceof Class<?> type
                    && above.isAssignableFrom(type)) {
                Set<TypeVariable<?>> further = given(type, above);
                of(generic).forEach((variable, argument) -> {
                    if (further.contains(variable)) {
                        addVariables(argument, given);
                    }
                });
            }
        }
        return given;
    }

    private static List<Type> supertypes(Class<?> type) {
        List<Type> all = new ArrayList<>(List.of(type.getGenericInterfaces()));
        Type superclass = type.getGenericSuperclass();
        if (superclass != null) {
            all.add(superclass);
        }
        return all;
    }

    private static void addVariables(Type in, Set<TypeVariable<?>> to) {
        switch (in) {
            case TypeVariable<?> variable -> to.add(variable);
            case ParameterizedType generic -> of(generic).values().forEach(each -> addVariables(each, to));
            case GenericArrayType array -> addVariables(array.getGenericComponentType(), to);
            case WildcardType wildcard -> List.of(wildcard.getUpperBounds()).forEach(each -> addVariables(each, to));
            default -> {
                // A class has none.
            }
        }
    }

    private static Set<TypeVariable<?>> variables(Class<?> type) {
        Set<TypeVariable<?>> all = new HashSet<>();
        for (Class<?> at = type; at != null; at = at.getEnclosingClass()) {
            all.addAll(List.of(at.getTypeParameters()));
        }
        return all;
    }
}
