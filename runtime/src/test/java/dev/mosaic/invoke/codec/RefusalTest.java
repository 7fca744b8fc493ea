package dev.mosaic.invoke.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.SerializationException;
import dev.mosaic.message.Payload;
import dev.mosaic.program.Shy;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Proxy;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.Timer;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.apache.fory.Fory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusalTest {
    static class Cell {
        Lock lock;
        Object any;
    }

    static class Model {
        Cell[] grid = {null, new Cell(), null, new Cell()};
        Map<String, List<Object>> byName = Map.of();
    }

    private final Codecs codecs = new Codecs();

    @Test
    void shouldNameThePathToTheField() {
        Model model = new Model();
        model.grid[3].lock = new ReentrantLock();
        assertThatThrownBy(() -> codecs.payload("first", model))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("argument 2: Model.grid[3].lock: java.util.concurrent.locks.ReentrantLock;");
        Model other = new Model();
        other.byName = Map.of("key", List.of(1, new Thread("never started")));
        assertThatThrownBy(() -> codecs.codec.encoder().object(other))
                .hasMessageContaining("argument 1: Model.byName[key][1]: java.lang.Thread");
        Encoder result = codecs.codec.encoder();
        result.reset("result");
        assertThatThrownBy(() -> result.object(other)).hasMessageContaining("result: Model.byName[key][1]");
    }

    @Test
    void shouldSendTheSameObjectOnceItsFieldIsGone() {
        Model model = new Model();
        model.grid[3].lock = new ReentrantLock();
        Encoder encoder = codecs.codec.encoder().object(new double[4000]);
        assertThatThrownBy(() -> encoder.object(model)).isInstanceOf(SerializationException.class);
        encoder.reset();
        model.grid[3].lock = null;
        Payload payload = encoder.object(model).finish();
        assertThat(payload.outOfBand()).isEmpty();
        assertThat(codecs.codec.decoder(payload, List.of()).object(Model.class).grid)
                .hasSize(4);
    }

    /** By the name in {@code docs/what-may-be-passed.md}. */
    static Map<String, Object> notPassed() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("Thread", Thread.currentThread());
        values.put("Thread, of the program's class", new Thread() {});
        values.put("ClassLoader", ClassLoader.getSystemClassLoader());
        values.put("ClassLoader, of the program's class", new ClassLoader() {});
        values.put("Runtime", Runtime.getRuntime());
        values.put("ProcessBuilder", new ProcessBuilder("true"));
        values.put("Timer", new Timer(true));
        values.put("Scanner", new Scanner("x"));
        values.put("InputStream", new ByteArrayInputStream(new byte[1]));
        values.put("WeakHashMap", new WeakHashMap<>(Map.of("a", "b")));
        values.put("DelayQueue", new DelayQueue<>());
        values.put("Stream", List.of(1).stream());
        values.put("Iterator", List.of(1).iterator());
        values.put("Method", RefusalTest.class.getDeclaredMethods()[0]);
        values.put("MethodHandles.Lookup", java.lang.invoke.MethodHandles.lookup());
        values.put("FloatBuffer", java.nio.FloatBuffer.allocate(1));
        values.put("Logger", java.util.logging.Logger.getGlobal());
        values.put(
                "Proxy",
                Proxy.newProxyInstance(
                        RefusalTest.class.getClassLoader(), new Class<?>[] {Runnable.class}, (p, m, a) -> null));
        values.put("CompletableFuture", new CompletableFuture<>());
        values.put("ReentrantLock", new ReentrantLock());
        values.put("Socket", new Socket());
        values.put("ExecutorService", ForkJoinPool.commonPool());
        values.put("Comparator.comparing", Comparator.comparing(Object::toString));
        return values;
    }

    static Stream<Object> refused() {
        return notPassed().values().stream();
    }

    @ParameterizedTest
    @MethodSource("refused")
    void shouldRefuseWhatIsNotData(Object value) {
        assertThatThrownBy(() -> codecs.payload(value)).isInstanceOf(SerializationException.class);
        Cell cell = new Cell();
        cell.any = value;
        assertThatThrownBy(() -> codecs.payload(new ArrayList<>(List.of(cell))))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("argument 1: ArrayList[0].any");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.ProcessBuilder",
                "java.lang.Runtime",
                "java.util.Timer",
                "javax.naming.InitialContext",
                "java.net.URLClassLoader",
                "sun.misc.Unsafe",
                "java.util.concurrent.locks.ReentrantLock",
                "dev.mosaic.unit.CurrentUnit",
                "not.here.AtAll"
            })
    void shouldRefuseClassesOnArrivalToo(String name) {
        AllowedClasses classes = new AllowedClasses(getClass().getClassLoader());
        assertThat(classes.isAllowed(name)).isFalse();
        assertThatThrownBy(() -> classes.load(name))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(name);
    }

    @Test
    void shouldRefuseBytesThatNameAForbiddenClass() {
        Fory careless = Fory.builder()
                .withXlang(false)
                .withRefTracking(true)
                .withCodegen(false)
                .withCompatible(false)
                .withClassVersionCheck(true)
                .requireClassRegistration(false)
                .withTypeChecker((resolver, name) -> true)
                .build();
        Payload good = graph(careless.serialize(new ArrayList<>(List.of(new Cell()))));
        assertThat(codecs.codec.decoder(good, List.of()).object(ArrayList.class).size())
                .isEqualTo(1);
        Payload bad = graph(careless.serialize(new ArrayList<>(List.of(new ReentrantLock()))));
        assertThatThrownBy(() -> codecs.codec.decoder(bad, List.of()).object(List.class))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("ReentrantLock");
        Object proxy = Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Runnable.class}, new Echo());
        Payload dynamic = graph(careless.serialize(proxy));
        assertThatThrownBy(() -> codecs.codec.decoder(dynamic, List.of()).object(Object.class))
                .isInstanceOf(SerializationException.class);
    }

    /** A handler that would do as it is told. */
    static class Echo implements java.lang.reflect.InvocationHandler {
        @Override
        public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
            return null;
        }
    }

    private static Payload graph(byte[] bytes) {
        Sink sink = new Sink();
        sink.u8(Tag.GRAPH);
        sink.i32(bytes.length);
        sink.raw(bytes, 0, bytes.length);
        sink.i32(0);
        return Payload.of(sink.toArray());
    }

    @Test
    void shouldRefuseChainsThatAreTooDeep() {
        Cell first = new Cell();
        Cell at = first;
        for (int i = 0; i < 1_000_000; i++) {
            Cell next = new Cell();
            at.any = next;
            at = next;
        }
        assertThatThrownBy(() -> codecs.payload(first))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("too deep");
    }

    @Test
    void shouldRefuseATaskInsideAnObject() {
        Object task = Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {dev.mosaic.Task.class},
                (p, m, a) -> m.getName().equals("uid") ? "task-x" : null);
        assertThatThrownBy(() -> codecs.payload(task))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("argument 1: task-x is a task");
        Cell cell = new Cell();
        cell.any = task;
        assertThatThrownBy(() -> codecs.payload(cell))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("argument 1: Cell.any: a Task inside an object; pass it as argument");
    }

    static Stream<Arguments> shy() {
        return Stream.of(
                Arguments.of(new Shy.Staying(), true, "writeObject"),
                Arguments.of(new Shy.Away(), false, "readObject"),
                Arguments.of(new Shy.Strict(1), false, "<init>"),
                Arguments.of(new java.util.HashMap<>(Map.of(new Shy.Key(), 1)), false, "hashCode"));
    }

    @ParameterizedTest
    @MethodSource("shy")
    void shouldSayFirstWhatTheProgramsOwnCodeThrew(Object value, boolean isWriting, String method) {
        Payload before = codecs.payload(value, List.of(value));
        Shy.ANGRY.set(true);
        try {
            assertThatThrownBy(() -> {
                        if (isWriting) {
                            codecs.payload(new ArrayList<>(List.of(value)));
                        } else {
                            codecs.codec.decoder(before, List.of()).object(Object.class);
                        }
                    })
                    .isInstanceOf(SerializationException.class)
                    .hasCauseExactlyInstanceOf(IllegalStateException.class)
                    .hasMessageMatching(
                            "(argument 1: )?java.lang.IllegalStateException: boom, thrown in .*[(]MOSAIC-CALL-010, mosaic.dev/errors[)]");
        } finally {
            Shy.ANGRY.set(false);
        }
    }

    @Test
    void shouldTellWhatIsTooLargeFromOtherFailures() {
        Throwable full = new RuntimeException(new ArrayIndexOutOfBoundsException("2147483640"));
        assertThat(ObjectGraph.isTooLarge(full, 2_100_000_000)).isTrue();
        assertThat(ObjectGraph.isTooLarge(new OutOfMemoryError("Java heap space"), 1 << 30))
                .isTrue();
        assertThat(ObjectGraph.isTooLarge(full, 1_000)).isFalse();
        assertThat(ObjectGraph.isTooLarge(new IllegalStateException("x"), 2_100_000_000))
                .isFalse();
    }
}
