package dev.mosaic.invoke;

import dev.mosaic.CaptureException;
import java.io.Serializable;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Finds what a serialisable method reference such as {@code Solver::solve} names.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> one reflective look for each place in the program where a reference is
 * written; remembered with its class. <b>Failure:</b> where a constructor is wanted, anything else is a {@link CaptureException}.
 */
public final class MethodReference {
    private static final ClassValue<java.util.concurrent.atomic.AtomicReference<Serializable>> SEEN =
            new ClassValue<>() {
                @Override
                protected java.util.concurrent.atomic.AtomicReference<Serializable> computeValue(Class<?> type) {
                    return new java.util.concurrent.atomic.AtomicReference<>();
                }
            };

    private MethodReference() {}

    /** The index in that table of the method named; {@link OtherCalls#FUNCTION} for any other function. */
    public static int index(MethodTable table, Serializable reference) {
        SerializedLambda named = named(reference);
        boolean isMember = named.getCapturedArgCount() == 0
                && (named.getImplMethodKind() == MethodHandleInfo.REF_invokeVirtual
                        || named.getImplMethodKind() == MethodHandleInfo.REF_invokeInterface);
        return isMember ? table.method(named.getImplMethodName(), named.getImplMethodSignature()) : OtherCalls.FUNCTION;
    }

    /** The class that a constructor reference such as {@code Solver::new} makes. */
    public static MethodTable made(Serializable reference) {
        SerializedLambda named = constructor(reference);
        try {
            ClassLoader loader = reference.getClass().getClassLoader();
            return MethodTable.of(Class.forName(named.getImplClass().replace('/', '.'), false, loader));
        } catch (ClassNotFoundException impossible) {
            throw new CaptureException("class=" + named.getImplClass() + " cannot be loaded", "", impossible);
        }
    }

    /** The index in that table of the constructor named. */
    public static int constructor(MethodTable table, Serializable reference) {
        return table.constructor(constructor(reference).getImplMethodSignature());
    }

    private static SerializedLambda constructor(Serializable reference) {
        SerializedLambda named = named(reference);
        if (named.getImplMethodKind() != MethodHandleInfo.REF_newInvokeSpecial) {
            throw unknown(named);
        }
        return named;
    }

    private static SerializedLambda named(Serializable reference) {
        java.util.concurrent.atomic.AtomicReference<Serializable> seen = SEEN.get(reference.getClass());
        if (seen.get() instanceof SerializedLambda known) {
            return known;
        }
        try {
            Method replace = reference.getClass().getDeclaredMethod("writeReplace");
            replace.setAccessible(true);
            if (replace.invoke(reference) instanceof SerializedLambda lambda) {
                seen.set(lambda);
                return lambda;
            }
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException notALambda) {
            throw new CaptureException(
                    "class=" + reference.getClass().getName() + " is not a method reference",
                    "write it as Solver::solve",
                    notALambda);
        }
        throw new CaptureException(
                "class=" + reference.getClass().getName() + " is not a method reference", "write it as Solver::solve");
    }

    private static CaptureException unknown(SerializedLambda named) {
        return new CaptureException(
                "reference to " + named.getImplClass() + "." + named.getImplMethodName()
                        + named.getImplMethodSignature() + " is not one to a constructor",
                "write it as Solver::new");
    }
}
