package dev.mosaic.serve.worker;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.LocalVariableInfo;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The names of parameters: of classes compiled with {@code -parameters} by reflection, of those with what debuggers need, {@code -g}, which
 * build tools give, from the class file.
 *
 * <p><b>Threading:</b> stateless. <b>Cost:</b> the class file is read for each method, once in a process. <b>Failure:</b> none; then there are
 * no names.
 */
final class ParameterNames {
    private ParameterNames() {}

    /** Empty where they are not known, or there are no parameters. */
    static List<String> of(Executable code) {
        Parameter[] all = code.getParameters();
        return Arrays.stream(all).allMatch(Parameter::isNamePresent)
                ? Arrays.stream(all).map(Parameter::getName).toList()
                : ofVariables(code);
    }

    private static List<String> ofVariables(Executable code) {
        Class<?> owner = code.getDeclaringClass();
        String file =
                owner.getName()
                                .substring(
                                        owner.getPackageName().isEmpty()
                                                ? 0
                                                : owner.getPackageName().length() + 1) + ".class";
        try (InputStream in = owner.getResourceAsStream(file)) {
            return in == null ? List.of() : ofVariables(code, in.readAllBytes());
        } catch (IOException | IllegalArgumentException unreadable) {
            return List.of();
        }
    }

    private static List<String> ofVariables(Executable code, byte[] classFile) {
        String name = code instanceof Method ? code.getName() : "<init>";
        String descriptor = descriptor(code);
        for (MethodModel method : ClassFile.of().parse(classFile).methods()) {
            if (method.methodName().equalsString(name) && method.methodType().equalsString(descriptor)) {
                return method.code()
                        .flatMap(body -> body.findAttribute(Attributes.localVariableTable()))
                        .map(table -> named(code, table.localVariables()))
                        .orElse(List.of());
            }
        }
        return List.of();
    }

    private static List<String> named(Executable code, List<LocalVariableInfo> variables) {
        List<String> names = new ArrayList<>();
        int slot = Modifier.isStatic(code.getModifiers()) ? 0 : 1;
        for (Class<?> type : code.getParameterTypes()) {
            int wanted = slot;
            Optional<String> name = variables.stream()
                    .filter(each -> each.slot() == wanted && each.startPc() == 0)
                    .map(each -> each.name().stringValue())
                    .findFirst();
            if (name.isEmpty()) {
                return List.of();
            }
            names.add(name.get());
            slot += type == long.class || type == double.class ? 2 : 1;
        }
        return names;
    }

    private static String descriptor(Executable code) {
        Class<?> returns = switch (code) {
            case Method method -> method.getReturnType();
            case Constructor<?> made -> void.class;
        };
        return MethodType.methodType(returns, code.getParameterTypes()).toMethodDescriptorString();
    }
}
