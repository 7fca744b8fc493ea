package dev.mosaic.invoke.codec;

import dev.mosaic.Ref;
import dev.mosaic.SerializationException;
import dev.mosaic.TesseraProxy;
import dev.mosaic.invoke.TypeLimit;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.Set;
import org.apache.fory.resolver.DisallowedList;

/**
 * Which classes may be in a value: those of the program and its libraries, and of the JDK those that only hold data. Asked when writing and when
 * reading, in programs as in workers, for objects, exceptions, proxies, lambdas and classes as values: bytes that name another class are refused
 * before anything is made of them.
 *
 * <p>Never in a value: classes of libraries that are known to run code when they are made of bytes (Fory's list), what is Mosaic's inside, and
 * {@code java.lang.reflect.Proxy}. Of the JDK all is refused that is not listed here.
 *
 * <p><b>Threading:</b> immutable. <b>Failure:</b> {@link #load} refuses with a {@link SerializationException}; it does not
 * initialise the class.
 */
final class AllowedClasses {
    private static final Set<String> PACKAGES =
            Set.of("java.math", "java.time", "java.time.chrono", "java.time.temporal", "java.time.zone", "java.util");

    private static final Set<String> CLASSES = Set.of(
            "java.lang.Object",
            "java.lang.Boolean",
            "java.lang.Byte",
            "java.lang.Character",
            "java.lang.Class",
            "java.lang.Double",
            "java.lang.Enum",
            "java.lang.Float",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Record",
            "java.lang.Short",
            "java.lang.StackTraceElement",
            "java.lang.String",
            "java.lang.StringBuffer",
            "java.lang.StringBuilder",
            "java.lang.Void",
            "java.net.URI",
            "java.sql.Date",
            "java.sql.Time",
            "java.sql.Timestamp",
            "java.util.concurrent.ArrayBlockingQueue",
            "java.util.concurrent.LinkedBlockingDeque",
            "java.util.concurrent.LinkedBlockingQueue",
            "java.util.concurrent.PriorityBlockingQueue",
            "java.util.concurrent.TimeUnit",
            "java.util.regex.Pattern",
            "sun.util.calendar.ZoneInfo");

    private static final Set<String> PREFIXES = Set.of(
            "java.util.concurrent.Concurrent", "java.util.concurrent.CopyOnWrite", "java.util.concurrent.atomic.");

    /** Of {@code java.util}, and of Mosaic itself. */
    private static final Set<String> REFUSED = Set.of(
            "java.util.Formatter",
            "java.util.ListResourceBundle",
            "java.util.PropertyResourceBundle",
            "java.util.ResourceBundle",
            "java.util.Scanner",
            "java.util.ServiceLoader",
            "java.util.Timer",
            "java.util.TimerThread",
            "dev.mosaic.Mosaic");

    /** The shell's class of refs, the only one of its package that is a value. */
    static final String REF = "dev.mosaic.unit.shell.HeldRef";

    private static final Set<String> REFUSED_PREFIXES = Set.of(
            "dev.mosaic.mesh.",
            "dev.mosaic.unit.",
            "java.util.ServiceLoader$",
            "java.util.Spliterators$",
            "org.apache.fory.");

    private final ClassLoader code;

    AllowedClasses(ClassLoader code) {
        this.code = code;
    }

    /** The class of that name, if it is there and allowed. */
    Class<?> load(String name) {
        Class<?> found;
        try {
            found = Class.forName(name, false, code);
        } catch (ClassNotFoundException | LinkageError missing) {
            throw missing(name, missing);
        }
        if (!isAllowed(found)) {
            throw refusal(name);
        }
        return found;
    }

    /** For a name as it stands in class files or bytes, of a class that may be missing. */
    boolean isAllowed(String name) {
        if (isRefused(name)) {
            return false;
        }
        if (name.contains("$$Lambda")) {
            return true; // cannot be loaded by name; its serializer looks at the class that made it
        }
        try {
            return isAllowed(Class.forName(name, false, code));
        } catch (ClassNotFoundException missing) {
            if (name.equals(missing.getMessage())) {
                return false;
            }
            throw missing(name, missing); // its program says why
        } catch (LinkageError broken) {
            return false;
        }
    }

    private static SerializationException missing(String name, Throwable cause) {
        String reason = cause.getMessage();
        return new SerializationException(
                "class=" + name + " was not found in this process"
                        + (reason == null || reason.equals(name) ? "" : ": " + reason),
                "ship the code of the program to every worker",
                cause);
    }

    boolean isAllowed(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        String name = element.getName();
        if (element.isPrimitive()) {
            return true;
        }
        if (isRefused(name) || Proxy.isProxyClass(element) || isPartOfJvm(element)) {
            return false;
        }
        return !TypeLimit.isOfJdk(element) || isData(element);
    }

    /** A program's own kinds of them too, which are made of what the JVM holds. */
    private static boolean isPartOfJvm(Class<?> type) {
        return ClassLoader.class.isAssignableFrom(type) || Thread.class.isAssignableFrom(type);
    }

    SerializationException refusal(String name) {
        return new SerializationException(
                name,
                "values are the program's own classes and plain data of the JDK; mark the field transient, or hold it elsewhere");
    }

    private static boolean isRefused(String name) {
        return !name.equals(REF) && isRefusedByName(name);
    }

    private static boolean isRefusedByName(String name) {
        return REFUSED.contains(name)
                || DisallowedList.contains(name)
                || REFUSED_PREFIXES.stream().anyMatch(name::startsWith);
    }

    private static boolean isData(Class<?> type) {
        String name = type.getName();
        return type.isInterface() // no object is just that: it is a field's type
                || CLASSES.contains(name)
                || ((PACKAGES.contains(type.getPackageName())
                                || PREFIXES.stream().anyMatch(name::startsWith))
                        && (Serializable.class.isAssignableFrom(type) || name.startsWith("java.util.Optional")))
                || name.startsWith("sun.nio.cs.") // character sets
                || (Modifier.isAbstract(type.getModifiers()) && !type.isEnum())
                || JavaSerializer.isFormatOrCalendar(type)
                || JdkForm.of(type) != null
                || isCopiedByUs(type);
    }

    /** Written by our own serializer, never field by field. */
    static boolean isCopiedByUs(Class<?> type) {
        return MemorySegment.class.isAssignableFrom(type)
                || ByteBuffer.class.isAssignableFrom(type)
                || TesseraProxy.class.isAssignableFrom(type)
                || Ref.class.isAssignableFrom(type)
                || Throwable.class.isAssignableFrom(type);
    }
}
