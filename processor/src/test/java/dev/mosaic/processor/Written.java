package dev.mosaic.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Arg;
import dev.mosaic.Task;
import dev.mosaic.invoke.Arguments;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The values of one call, as the proxy writes them and the dispatcher reads them. */
final class Written {
    /** What happens when the call is sent. */
    interface Sent {
        Object send(Written written) throws Throwable;
    }

    private record Value(String how, Object value) {}

    private final Deque<Value> values = new ArrayDeque<>();

    /** A writer of values; its log line is there when it is sent. */
    static <W> W begin(Class<W> writer, List<String> log, String what, Sent sent) {
        Written written = new Written();
        List<String> line = new ArrayList<>(List.of(what));
        return writer.cast(Proxy.newProxyInstance(
                Written.class.getClassLoader(), new Class<?>[] {writer}, (self, method, arguments) -> {
                    if (method.getName().equals("send")) {
                        log.add(String.join(" ", line));
                        return sent.send(written);
                    }
                    if (method.getName().equals("flow")) {
                        log.add(String.join(" ", line) + " flow");
                        return ((Task<?>) sent.send(written)).result();
                    }
                    line.add(method.getName());
                    boolean promise = method.getName().equals("arg");
                    Object value = promise ? resolved(arguments[0]) : arguments[0];
                    written.values.add(new Value(method.getName(), value));
                    return self;
                }));
    }

    Arguments arguments() {
        return (Arguments) Proxy.newProxyInstance(
                Written.class.getClassLoader(),
                new Class<?>[] {Arguments.class},
                (self, method, arguments) -> read(method, arguments));
    }

    void allRead() {
        assertThat(values).as("values that nobody read").isEmpty();
    }

    private Object read(Method method, Object[] arguments) {
        Value next = values.remove();
        // Boxes and promises are read by the type that the class declares.
        assertThat(next.how()).isIn(method.getName(), "object", "arg");
        if (arguments != null) {
            assertThat(next.value() == null || ((Class<?>) arguments[0]).isInstance(next.value()))
                    .isTrue();
        }
        return next.value();
    }

    private static Object resolved(Object value) {
        return switch (value) {
            case Task<?> task -> task.result();
            case Arg.Value<?> known -> known.value();
            case null, default -> value;
        };
    }
}
