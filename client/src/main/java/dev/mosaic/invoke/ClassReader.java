package dev.mosaic.invoke;

import dev.mosaic.Tessera;
import dev.mosaic.annotation.Remote;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the table of a class by reflection, by the rule that {@link MethodTable} states. */
final class ClassReader {
    private final Map<String, dev.mosaic.invoke.Member> found = new LinkedHashMap<>();

    private final String home;

    private ClassReader(String home) {
        this.home = home;
    }

    static MethodTable read(Class<?> type) {
        ClassReader reader = new ClassReader(type.getPackageName());
        reader.methods(type);
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                reader.field(field);
            }
        }
        List<dev.mosaic.invoke.Member> members = new ArrayList<>(reader.found.values());
        members.sort(Comparator.comparing(dev.mosaic.invoke.Member::name)
                .thenComparing(dev.mosaic.invoke.Member::descriptor));
        List<String> constructors = new ArrayList<>();
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (reader.isServed(constructor)) {
                constructors.add(descriptor(void.class, constructor.getParameterTypes()));
            }
        }
        constructors.sort(Comparator.naturalOrder());
        Tessera mark = type.getAnnotation(Tessera.class);
        return new MethodTable(type, members, constructors, mark == null ? 1 : Math.max(1, mark.concurrency()));
    }

    /** Lowest first: a superclass, then the interfaces, add only what is not there. */
    private void methods(@Nullable Class<?> type) {
        if (type == null || type == Object.class) {
            return;
        }
        for (Method method : type.getDeclaredMethods()) {
            if (isServed(method) && !Modifier.isStatic(method.getModifiers()) && !isOfObject(method)) {
                String name = name(method.getAnnotation(Remote.class), method.getName());
                add(new dev.mosaic.invoke.Member(
                        dev.mosaic.invoke.Member.Kind.METHOD,
                        name,
                        method.getName(),
                        descriptor(method.getReturnType(), method.getParameterTypes()),
                        List.of(method.getParameterTypes()),
                        method.getReturnType(),
                        TypeArguments.declared(method::getGenericReturnType, method.getReturnType())));
            }
        }
        methods(type.getSuperclass());
        for (Class<?> above : type.getInterfaces()) {
            methods(above);
        }
    }

    private void field(Field field) {
        if (!isServed(field) || Modifier.isStatic(field.getModifiers())) {
            return;
        }
        String name = name(field.getAnnotation(Remote.class), field.getName());
        add(new dev.mosaic.invoke.Member(
                dev.mosaic.invoke.Member.Kind.READ,
                name,
                field.getName(),
                descriptor(field.getType()),
                List.of(),
                field.getType(),
                TypeArguments.declared(field::getGenericType, field.getType())));
        if (!Modifier.isFinal(field.getModifiers())) {
            add(new dev.mosaic.invoke.Member(
                    dev.mosaic.invoke.Member.Kind.WRITE,
                    name,
                    field.getName(),
                    descriptor(void.class, field.getType()),
                    List.of(field.getType()),
                    void.class,
                    void.class));
        }
    }

    /** By name and parameters: what was added first stays. */
    private void add(dev.mosaic.invoke.Member member) {
        String parameters = member.descriptor().substring(0, member.descriptor().indexOf(')'));
        found.putIfAbsent(member.name() + parameters, member);
    }

    private static String name(@Nullable Remote mark, String own) {
        return mark == null ? own : mark.value();
    }

    /** What code in the class's own package can name: that is where the generated dispatcher stands. */
    private boolean isServed(Member member) {
        int modifiers = member.getModifiers();
        boolean near = member.getDeclaringClass().getPackageName().equals(home);
        return !member.isSynthetic() && (Modifier.isPublic(modifiers) || (near && !Modifier.isPrivate(modifiers)));
    }

    private static boolean isOfObject(Method method) {
        for (Method own : Object.class.getDeclaredMethods()) {
            if (!Modifier.isPrivate(own.getModifiers())
                    && own.getName().equals(method.getName())
                    && java.util.Arrays.equals(own.getParameterTypes(), method.getParameterTypes())) {
                return true;
            }
        }
        return false;
    }

    private static String descriptor(Class<?> returns, Class<?>... parameters) {
        return MethodType.methodType(returns, parameters).toMethodDescriptorString();
    }
}
