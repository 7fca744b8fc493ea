package dev.mosaic.invoke.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Payload;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GraphTest {
    enum Colour {
        RED,
        BLUE {
            @Override
            public String toString() {
                return "deep blue";
            }
        }
    }

    sealed interface Tree permits Leaf, Fork {}

    record Leaf(int value) implements Tree {}

    record Fork(Tree left, Tree right) implements Tree {}

    record Point(double x, double y, Colour colour) {}

    static class Node {
        final String name;
        Node next;
        float[] data;
        MemorySegment segment;
        ByteBuffer buffer;
        java.util.concurrent.locks.Lock lock;
        transient Object forgotten = "here";

        Node(String name) {
            this.name = name;
        }
    }

    static class Counting implements Serializable {
        private int a = 3;
        private transient int b = 4;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(b);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            b = in.readInt() + a;
        }
    }

    /** With a constructor that a transient field needs. */
    static class Cache {
        int[] key = {1};
        transient List<String> found = new ArrayList<>(List.of("made"));
        transient int size = 3;

        private Cache() {}
    }

    /** Without such a constructor: none is called. */
    static class Keyed {
        static int made;

        final int key;
        transient List<String> found = new ArrayList<>();
        transient int size = 3;

        Keyed(int key) {
            made++;
            this.key = key;
        }
    }

    /** Its canonical constructor is what it is made by. */
    record Counted(int number) {
        static int made;

        Counted {
            made++;
        }
    }

    private final Codecs codecs = new Codecs();

    static Stream<Object> values() {
        return Stream.of(
                Colour.BLUE,
                new Point(1, 2, Colour.RED),
                new Fork(new Leaf(1), new Fork(new Leaf(2), null)),
                List.of(),
                List.of(1, "two", 3.0),
                Arrays.asList(1, null),
                new ArrayList<>(List.of("a", "b")),
                new HashMap<>(Map.of("a", new Point(0, 0, null))),
                new LinkedHashMap<>(Map.of(1, 2)),
                new TreeMap<>(Map.of("k", 1L)),
                Map.of(Colour.RED, List.of(Set.of(1))),
                new HashSet<>(List.of(1, 2, 3)),
                EnumSet.of(Colour.BLUE),
                new EnumMap<>(Map.of(Colour.RED, 1)),
                Collections.unmodifiableList(new ArrayList<>(List.of(1))),
                new ConcurrentHashMap<>(Map.of(1, 2)),
                new CopyOnWriteArrayList<>(List.of(1)),
                Optional.of("x"),
                new BigDecimal("1.50"),
                Instant.ofEpochSecond(1, 2),
                Duration.ofMillis(3),
                ZoneId.of("Europe/Berlin"),
                UUID.randomUUID(),
                Locale.GERMANY,
                URI.create("https://example.org/"),
                StandardCharsets.UTF_8,
                String.class);
    }

    @ParameterizedTest
    @MethodSource("values")
    void shouldGiveObjectsBack(Object value) {
        assertThat(codecs.sent(value)).isEqualTo(value).hasSameClassAs(value);
    }

    @Test
    void shouldGiveArraysOfObjectsBack() {
        assertThat(codecs.sent(new String[][] {{"a", null}, null})).isEqualTo(new String[][] {{"a", null}, null});
        assertThat(codecs.sent(new float[][] {{1}, new float[5000]})).isEqualTo(new float[][] {{1}, new float[5000]});
        assertThat(codecs.sent(new Point[] {new Point(1, 2, null)})).containsExactly(new Point(1, 2, null));
        assertThat(codecs.sent(new int[2][3][4])).isEqualTo(new int[2][3][4]);
    }

    @Test
    void shouldKeepSharedAndCyclicReferences() {
        Node node = new Node("a");
        node.next = new Node("b");
        node.next.next = node;
        node.data = new float[2000];
        node.next.data = node.data;
        Payload payload = codecs.payload(node);
        assertThat(payload.outOfBand()).hasSize(1);
        Node read = codecs.codec.decoder(payload, List.of()).object(Node.class);
        assertThat(read.next.next).isSameAs(read);
        assertThat(read.next.data).isSameAs(read.data).hasSize(2000);
        assertThat(read.forgotten).isNull();
    }

    @Test
    void shouldRunAConstructorWithoutArgumentsSoThatTransientFieldsHaveTheirInitialisers() {
        Cache cache = new Cache();
        cache.key = new int[] {7};
        cache.found.add("later");
        cache.size = 9;
        Cache read = codecs.sent(cache);
        assertThat(read.key).containsExactly(7);
        assertThat(read.found).as("as the initialiser has it").containsExactly("made");
        assertThat(read.size).isEqualTo(3);
        read.found.add("own");
        assertThat(codecs.sent(cache).found).as("each has its own").containsExactly("made");
    }

    @Test
    void shouldCallNoConstructorWhereNoneIsWithoutArgumentsAndGiveTransientFieldsTheirDefaults() {
        Keyed keyed = new Keyed(7);
        int made = Keyed.made;
        Keyed read = codecs.sent(keyed);
        assertThat(read.key).isEqualTo(7);
        assertThat(read.found).isNull();
        assertThat(read.size).isZero();
        assertThat(Keyed.made).as("nobody called it").isEqualTo(made);
    }

    @Test
    void shouldMakeRecordsByTheirCanonicalConstructor() {
        Counted counted = new Counted(7);
        int made = Counted.made;
        assertThat(codecs.sent(counted)).isEqualTo(counted);
        assertThat(Counted.made).isGreaterThan(made);
    }

    @Test
    void shouldCopySegmentsAndBuffersInObjects() {
        Node node = new Node("a");
        node.segment = java.lang.foreign.Arena.global().allocateFrom(ValueLayout.JAVA_LONG, 1, 2);
        node.buffer = ByteBuffer.allocateDirect(4).putInt(0, 9);
        node.next = new Node("b");
        node.next.segment = MemorySegment.ofArray(new float[4000]);
        node.next.buffer = ByteBuffer.allocate(5000).asReadOnlyBuffer();
        Node read = codecs.sent(node);
        assertThat(read.segment.toArray(ValueLayout.JAVA_LONG)).containsExactly(1, 2);
        assertThat(read.segment.isReadOnly()).isTrue();
        assertThat(read.buffer.getInt(0)).isEqualTo(9);
        assertThat(read.next.segment.byteSize()).isEqualTo(16_000);
        assertThat(read.next.buffer.remaining()).isEqualTo(5000);
        assertThat(codecs.sent(new MemorySegment[] {node.segment})[0].byteSize())
                .isEqualTo(16);
    }

    @Test
    void shouldGiveBackWhatJavaSerialisesItsOwnWay() {
        Counting counting = codecs.sent(new Counting());
        assertThat(counting.b).isEqualTo(7);
        Random random = new Random(5);
        random.nextGaussian();
        Random read = codecs.sent(random);
        assertThat(read.nextGaussian()).isEqualTo(random.nextGaussian());
        assertThat(read.nextLong()).isEqualTo(random.nextLong());
        assertThat(codecs.sent(new AtomicLong(3)).get()).isEqualTo(3);
        assertThat(codecs.sent(new ArrayDeque<>(List.of(1, 2)))).containsExactly(1, 2);
    }

    @Test
    void shouldGiveExceptionsInObjectsBack() {
        Object[] read = codecs.sent(new Object[] {new IllegalStateException("inside"), new IOException("checked")});
        assertThat(read[0]).isInstanceOf(IllegalStateException.class);
        assertThat(read[1])
                .isInstanceOf(IOException.class)
                .extracting("message")
                .isEqualTo("checked");
        assertThat(codecs.sent(new IOException("alone"))).isExactlyInstanceOf(IOException.class);
    }

    @Test
    void shouldGiveLargeCollectionsBack() {
        List<Object> list = new ArrayList<>();
        Map<Integer, String> map = new HashMap<>();
        for (int i = 0; i < 200_000; i++) {
            list.add(i % 3 == 0 ? null : i);
            map.put(i, "value " + i);
        }
        assertThat(codecs.sent(list)).isEqualTo(list);
        assertThat(codecs.sent(map)).isEqualTo(map);
        assertThat(codecs.sent(new ArrayList<>(Collections.nCopies(300_000, null))))
                .hasSize(300_000);
    }

    @Test
    void shouldEncodeAndDecodeOnManyThreadsAtOnce() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Object>> done = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                Object value = List.of(new Point(i, 0, Colour.BLUE), new Fork(new Leaf(i), null), "text " + i);
                done.add(threads.submit(() -> codecs.sent(value).equals(value) ? "same" : value));
            }
            for (Future<Object> each : done) {
                assertThat(each.get()).isEqualTo("same");
            }
        }
    }
}
