package dev.mosaic.invoke.codec;

import dev.mosaic.SerializationException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes exceptions of any class without running the class's own constructor: only {@link Throwable#Throwable(String)} runs, by
 * the JDK's own door for deserialisers. <b>Threading:</b> stateless. <b>Failure:</b> null where it cannot be made.
 */
final class ThrownShell {
    private static final ClassValue<Constructor<?>> MADE_BY = new ClassValue<>() {
        @Override
        protected Constructor<?> computeValue(Class<?> type) {
            try {
                // By reflection: javac warns of every mention of this class, though it is there to stay (JEP 260).
                Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
                Method maker = factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class);
                Object made = maker.invoke(
                        factory.getMethod("getReflectionFactory").invoke(null),
                        type,
                        Throwable.class.getConstructor(String.class));
                return (Constructor<?>) Objects.requireNonNull(made);
            } catch (ReflectiveOperationException closed) {
                throw new SerializationException("class=" + type.getName() + " cannot be made", "", closed);
            }
        }
    };

    private ThrownShell() {}

    /** An exception of that class with that message, without cause, its own fields not set. */
    static @Nullable Throwable make(String type, @Nullable String message, AllowedClasses classes) {
        if (type.equals(ThrownWriter.LEFT_OUT)) {
            return null;
        }
        try {
            Class<?> found = classes.load(type);
            if (!Throwable.class.isAssignableFrom(found) || Modifier.isAbstract(found.getModifiers())) {
                return null;
            }
            return (Throwable) MADE_BY.get(found).newInstance(message);
        } catch (SerializationException | ReflectiveOperationException | LinkageError notHere) {
            return null;
        }
    }

    /** Gives it the cause, and tells whether it then says what the original said, and can be printed without what was left out. */
    @SuppressWarnings("ReferenceEquality") // the very cause that was given
    static boolean isLike(Throwable problem, @Nullable String shown, @Nullable Throwable cause) {
        try {
            if (cause != null && problem.getCause() != cause) {
                problem.initCause(cause);
            }
            boolean canBePrinted = !problem.toString().isEmpty();
            return canBePrinted && problem.getCause() == cause && sameText(problem.getMessage(), shown);
        } catch (RuntimeException | LinkageError | StackOverflowError broken) {
            return false;
        }
    }

    /** True too where the writer cut a long text. */
    private static boolean sameText(@Nullable String now, @Nullable String then) {
        return Objects.equals(now, then) || (now != null && then != null && then.endsWith(" characters)"));
    }
}
