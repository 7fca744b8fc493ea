package dev.mosaic.invoke;

import dev.mosaic.SerializationException;
import java.io.Serializable;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Finds what a serialisable method reference such as {@code Solver::solve} names.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> one reflective look for each place in the program where a reference is
 * written; remembered with its class. <b>Failure:</b> where a constructor is wanted, anything else is a {@link SerializationException}.
 */
public final class MethodReference {
    private static final String LAMBDA = "lambda$";

    /** Of the class of a lambda, once one was seen: what it calls, without what that one had captured, and its name. */
    private static final class Seen {
        private volatile @Nullable SerializedLambda lambda;
        private volatile String name = "";
    }

    private static final ClassValue<Seen> SEEN = new ClassValue<>() {
        @Override
        protected Seen computeValue(Class<?> type) {
            return new Seen();
        }
    };

    private MethodReference() {}

    /** The index in that table of the method named; {@link OtherCalls#FUNCTION} for any other function. */
    public static int index(MethodTable table, Serializable reference) {
        SerializedLambda named = lambda(reference);
        boolean isMember = named != null
                && named.getCapturedArgCount() == 0
                && (named.getImplMethodKind() == MethodHandleInfo.REF_invokeVirtual
                        || named.getImplMethodKind() == MethodHandleInfo.REF_invokeInterface);
        return named != null && isMember
                ? table.method(named.getImplMethodName(), named.getImplMethodSignature())
                : OtherCalls.FUNCTION;
    }

    /** The class that a constructor reference such as {@code Solver::new} makes. */
    public static MethodTable made(Serializable reference) {
        SerializedLambda named = constructor(reference);
        try {
            ClassLoader loader = reference.getClass().getClassLoader();
            return MethodTable.of(Class.forName(named.getImplClass().replace('/', '.'), false, loader));
        } catch (ClassNotFoundException impossible) {
            throw new SerializationException("class=" + named.getImplClass() + " cannot be loaded", "", impossible);
        }
    }

    /** The index in that table of the constructor named. */
    public static int constructor(MethodTable table, Serializable reference) {
        return table.constructor(constructor(reference).getImplMethodSignature());
    }

    private static SerializedLambda constructor(Serializable reference) {
        SerializedLambda named = lambda(reference);
        if (named == null) {
            throw new SerializationException(
                    "class=" + reference.getClass().getName() + " is not a method reference",
                    "write it as Solver::new");
        }
        if (named.getImplMethodKind() != MethodHandleInfo.REF_newInvokeSpecial) {
            throw new SerializationException(
                    "reference to " + named.getImplClass() + "." + named.getImplMethodName()
                            + named.getImplMethodSignature() + " is not one to a constructor",
                    "write it as Solver::new");
        }
        return named;
    }

    /** {@code Solver.misfit} of a method reference; of a lambda the method that it stands in; of any other object the simple name of its class. */
    public static String name(Object function) {
        Class<?> type = function.getClass();
        Seen seen = SEEN.get(type);
        if (seen.name.isEmpty()) {
            SerializedLambda lambda = function instanceof Serializable reference ? lambda(reference) : null;
            seen.name = lambda == null ? simple(type.getName()) : name(lambda);
        }
        return seen.name;
    }

    private static String name(SerializedLambda lambda) {
        String simple = simple(lambda.getImplClass().replace('/', '.'));
        String method = lambda.getImplMethodName();
        if (method.startsWith(LAMBDA)) {
            int end = method.indexOf('$', LAMBDA.length()); // then come a hash and a number
            return simple + "." + method.substring(LAMBDA.length(), end < 0 ? method.length() : end);
        }
        return simple + "." + (method.equals("<init>") ? "new" : method);
    }

    /** Of a class without a name, the name of the class around it. */
    private static String simple(String className) {
        String named = className.replaceFirst("\\$\\$Lambda.*", "").replaceFirst("(\\$\\d+)+$", "");
        return named.substring(Math.max(named.lastIndexOf('.'), named.lastIndexOf('$')) + 1);
    }

    /** What a lambda calls, without what it has captured; null of another object, or where its module is closed. */
    private static @Nullable SerializedLambda lambda(Serializable reference) {
        Seen seen = SEEN.get(reference.getClass());
        if (seen.lambda != null || !reference.getClass().isHidden()) {
            return seen.lambda;
        }
        try {
            Method replace = reference.getClass().getDeclaredMethod("writeReplace");
            replace.setAccessible(true);
            if (replace.invoke(reference) instanceof SerializedLambda lambda) {
                seen.lambda = bare(reference.getClass(), lambda);
            }
        } catch (ReflectiveOperationException | RuntimeException closed) {
            // It does not say what it calls.
        }
        return seen.lambda;
    }

    private static SerializedLambda bare(Class<?> type, SerializedLambda lambda) {
        return new SerializedLambda(
                type,
                lambda.getFunctionalInterfaceClass(),
                lambda.getFunctionalInterfaceMethodName(),
                lambda.getFunctionalInterfaceMethodSignature(),
                lambda.getImplMethodKind(),
                lambda.getImplClass(),
                lambda.getImplMethodName(),
                lambda.getImplMethodSignature(),
                lambda.getInstantiatedMethodType(),
                new Object[lambda.getCapturedArgCount()]);
    }
}
