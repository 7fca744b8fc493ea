package dev.mosaic.code;

import dev.mosaic.SerializationException;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What jshell makes of what is typed into it, and what of that a function needs in another process.
 *
 * <pre>
 *   int x = 7;                     class REPL.$JShell$3   { public static int x; .. }
 *   int twice(int a) { .. }        class REPL.$JShell$4   { public static int twice(int a) .. }
 *   class Solver { .. }            class REPL.$JShell$5   { public static class Solver .. }
 *   mosaic.submit(() -> x)         class REPL.$JShell$6   { .. private static Object lambda$do_it$0() .. }
 * </pre>
 *
 * <p>So a function does not capture the variables that it reads, as it does those of a block: they are static, and static values do not
 * travel. Here they are found in the byte code, through all that the function calls of what was typed. A function is sent with their
 * values, and made again in classes of its own that have these.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> class files are read once for each function; values are read each time it is sent.
 * <b>Failure:</b> {@link SerializationException} for a function that assigns such a variable.
 */
public final class Snippets {
    private static final String PREFIX = "REPL.$JShell$";

    private static final ClassValue<Map<String, List<Variable>>> FOUND = new ClassValue<>() {
        @Override
        protected Map<String, List<Variable>> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    /**
     * A variable of a shell.
     *
     * @param owner binary name of the class it is in
     */
    public record Variable(String owner, String name) {
        /** Its field, as that loader has it. */
        public Field in(ClassLoader loader) throws ReflectiveOperationException {
            if (!isSnippet(owner)) {
                throw new ClassNotFoundException(owner + " is no class of a shell");
            }
            Field field = Class.forName(owner, true, loader).getDeclaredField(name);
            field.setAccessible(true);
            return field;
        }
    }

    private final ClassLoader loader;
    private final Map<String, ClassModel> models = new HashMap<>();
    private final Set<String> seen = new HashSet<>();
    private final Set<Variable> read =
            new TreeSet<>(Comparator.comparing(Variable::owner).thenComparing(Variable::name));
    private final Set<String> assigned = new TreeSet<>();

    private Snippets(ClassLoader loader) {
        this.loader = loader;
    }

    /** True for the class around what was typed, of that binary name. */
    public static boolean isSnippet(String name) {
        return name.startsWith(PREFIX) && name.indexOf('$', PREFIX.length()) < 0;
    }

    /** True for that class, and for those without a name in it. */
    static boolean isPartOfSnippet(String name) {
        int inner = name.startsWith(PREFIX) ? name.indexOf('$', PREFIX.length()) : -1;
        return isSnippet(name) || (inner > 0 && inner + 1 < name.length() && Character.isDigit(name.charAt(inner + 1)));
    }

    /**
     * The variables that a function reads.
     *
     * @param home the class that it was written in, for which {@link #isSnippet} holds
     * @param method the method it stands for, there
     */
    public static List<Variable> read(Class<?> home, String method, String descriptor) {
        return FOUND.get(home)
                .computeIfAbsent(
                        method + descriptor, any -> find(home.getClassLoader(), home.getName(), method, descriptor));
    }

    private static List<Variable> find(ClassLoader loader, String home, String method, String descriptor) {
        Snippets scan = new Snippets(loader);
        scan.method(home, method, descriptor);
        if (!scan.assigned.isEmpty()) {
            throw new SerializationException(
                    "the function assigns the shell's variable=" + String.join(", ", scan.assigned)
                            + ", which would change in the worker only",
                    "return the value, and assign it here");
        }
        return List.copyOf(scan.read);
    }

    /** Why that class is not for workers; empty where it is. */
    static String refusal(ClassLoader loader, String name) {
        if (!name.startsWith(PREFIX) || isPartOfSnippet(name)) {
            return ""; // these go with a function, and their variables with it
        }
        Snippets scan = new Snippets(loader);
        scan.all(name);
        Set<String> names = new TreeSet<>(scan.assigned);
        scan.read.forEach(variable -> names.add(variable.name()));
        return names.isEmpty()
                ? ""
                : "class=" + name.substring(name.lastIndexOf('$') + 1) + " uses the shell's variable="
                        + String.join(", ", names)
                        + ", which workers do not have; hand it to the constructor or to the method";
    }

    /**
     * That class again, in a loader of its own in which those variables have these values.
     *
     * @param home for which {@link #isSnippet} holds
     */
    public static Class<?> copy(Class<?> home, List<Variable> variables, List<@Nullable Object> values)
            throws ReflectiveOperationException {
        ClassLoader own = new SnippetLoader(home.getClassLoader());
        for (int i = 0; i < variables.size(); i++) {
            variables.get(i).in(own).set(null, values.get(i));
        }
        return Class.forName(home.getName(), true, own);
    }

    private void method(String owner, String name, String descriptor) {
        if (seen.add(owner + "." + name + descriptor)) {
            for (MethodModel method : model(owner).methods()) {
                if (method.methodName().equalsString(name)
                        && method.methodType().equalsString(descriptor)) {
                    code(method);
                }
            }
        }
    }

    private void all(String owner) {
        if (seen.add(owner)) {
            model(owner).methods().forEach(this::code);
        }
    }

    private ClassModel model(String owner) {
        return models.computeIfAbsent(owner, any -> {
            try {
                byte[] bytes = LooseClasses.bytes(loader, owner);
                if (bytes.length > 0) {
                    return ClassFile.of().parse(bytes);
                }
            } catch (IOException | IllegalArgumentException unreadable) {
                throw unknown(owner, unreadable);
            }
            throw unknown(owner, null);
        });
    }

    private SerializationException unknown(String owner, @Nullable Exception cause) {
        return new SerializationException(
                "class=" + owner + " of a shell is not given by loader=" + loader,
                "use mosaic interactive, or jshell --execution local",
                cause);
    }

    private void code(MethodModel method) {
        List<CodeElement> elements = new ArrayList<>();
        method.code().ifPresent(code -> code.forEach(elements::add));
        for (CodeElement element : elements) {
            switch (element) {
                case FieldInstruction field -> field(field);
                case InvokeInstruction call ->
                    called(
                            binary(call.owner().asInternalName()),
                            call.name().stringValue(),
                            call.type().stringValue());
                case InvokeDynamicInstruction dynamic -> dynamic.bootstrapArgs().forEach(this::handle);
                default -> {} // nothing else leads anywhere
            }
        }
    }

    private void field(FieldInstruction field) {
        String owner = binary(field.owner().asInternalName());
        String name = field.name().stringValue();
        if (!isSnippet(owner) || name.startsWith("$assertions")) {
            return;
        }
        if (field.opcode() == Opcode.GETSTATIC) {
            read.add(new Variable(owner, name));
        } else if (field.opcode() == Opcode.PUTSTATIC) {
            assigned.add(name);
        }
    }

    private void handle(ConstantDesc argument) {
        if (argument instanceof DirectMethodHandleDesc handle) {
            called(binary(handle.owner()), handle.methodName(), handle.lookupDescriptor());
        }
    }

    private void called(String owner, String name, String descriptor) {
        if (isSnippet(owner)) {
            method(owner, name, descriptor);
        } else if (isPartOfSnippet(owner)) {
            all(owner);
        }
    }

    private static String binary(String internal) {
        return internal.replace('/', '.');
    }

    private static String binary(ClassDesc type) {
        return type.packageName() + "." + type.displayName();
    }
}
