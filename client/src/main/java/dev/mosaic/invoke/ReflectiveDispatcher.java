package dev.mosaic.invoke;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls the members of a class by reflection, where no generated dispatcher is at hand.
 *
 * <p><b>Threading:</b> stateless after construction. <b>Cost:</b> a method handle with boxing for each call.
 */
public final class ReflectiveDispatcher implements Dispatcher<Object> {
    private final MethodTable table;
    private final MethodHandle[] members;
    private final MethodHandle[] constructors;
    private final MethodType[] constructorTypes;

    /** Looks up every member once. */
    public ReflectiveDispatcher(MethodTable table) throws ReflectiveOperationException {
        this.table = table;
        Class<?> type = table.type();
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        this.members = new MethodHandle[table.members().size()];
        for (int i = 0; i < members.length; i++) {
            members[i] = handle(lookup, type, table.members().get(i));
        }
        this.constructors = new MethodHandle[table.constructors().size()];
        this.constructorTypes = new MethodType[constructors.length];
        for (int i = 0; i < constructors.length; i++) {
            constructorTypes[i] =
                    MethodType.fromMethodDescriptorString(table.constructors().get(i), type.getClassLoader());
            constructors[i] = lookup.findConstructor(type, constructorTypes[i]);
        }
    }

    @Override
    public MethodTable table() {
        return table;
    }

    @Override
    public Object create(int constructor, Arguments arguments) throws Throwable {
        if (constructor < 0 || constructor >= constructors.length) {
            throw table.noConstructor(constructor);
        }
        List<Class<?>> types = constructorTypes[constructor].parameterList();
        return constructors[constructor].invokeWithArguments(read(types, arguments, null));
    }

    @Override
    public void call(Object target, int method, Arguments arguments, Result result) throws Throwable {
        if (method < 0 || method >= members.length) {
            throw table.noMethod(method);
        }
        Member member = table.members().get(method);
        Object returned = members[method].invokeWithArguments(read(member.parameters(), arguments, target));
        if (member.isAsynchronous()) {
            result.promise(returned);
        } else if (member.returns() == void.class) {
            result.nothing();
        } else {
            result.object(returned);
        }
    }

    private static List<@Nullable Object> read(List<Class<?>> types, Arguments arguments, @Nullable Object target) {
        List<@Nullable Object> values = new java.util.ArrayList<>(types.size() + 1);
        if (target != null) {
            values.add(target);
        }
        for (Class<?> type : types) {
            values.add(arguments.object(type));
        }
        return values;
    }

    private static MethodHandle handle(MethodHandles.Lookup lookup, Class<?> type, Member member)
            throws ReflectiveOperationException {
        return switch (member.kind()) {
            case METHOD ->
                lookup.findVirtual(type, member.member(), MethodType.methodType(member.returns(), member.parameters()));
            case READ -> lookup.unreflectGetter(field(type, member.member()));
            case WRITE -> lookup.unreflectSetter(field(type, member.member()));
        };
    }

    private static Field field(Class<?> type, String name) throws NoSuchFieldException {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(type.getName() + "." + name);
    }
}
