package dev.mosaic.invoke.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mosaic.CaptureException;
import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZonedDateTime;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of the JDK that a program passes without thinking of it. */
@SuppressWarnings({"JdkObsolete", "IdentityHashMapUsage"}) // programs pass these too
class JdkValuesTest {
    record Holder(Object inside, List<Object> more) {}

    private final Codecs codecs = new Codecs();

    private static Arguments value(String name, Object value) {
        return Arguments.of(name, value);
    }

    private static Map<String, Integer> numbers() {
        return new LinkedHashMap<>(Map.of("one", 1, "two", 2, "three", 3));
    }

    static Stream<Arguments> values() throws Exception {
        TreeMap<String, Integer> sorted = new TreeMap<>(numbers());
        TreeMap<String, Integer> ignoringCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        ignoringCase.put("B", 1);
        ignoringCase.put("a", 2);
        TreeMap<String, Integer> backwards = new TreeMap<>(Comparator.reverseOrder());
        backwards.putAll(numbers());
        TreeSet<String> natural = new TreeSet<>(Comparator.naturalOrder());
        natural.add("x");
        BitSet bits = new BitSet();
        bits.set(77);
        Properties properties = new Properties();
        properties.setProperty("k", "v");
        return Stream.of(
                value("Inet4Address", InetAddress.getByAddress(new byte[] {127, 0, 0, 1})),
                value("Inet4Address with a name", InetAddress.getByAddress("box", new byte[] {10, 0, 0, 1})),
                value("Inet6Address", InetAddress.getByAddress(new byte[16])),
                value("InetSocketAddress", new InetSocketAddress(InetAddress.getByAddress(new byte[4]), 80)),
                value("unresolved", InetSocketAddress.createUnresolved("not.there", 443)),
                value("File", new File("some/where.txt")),
                value("Path", Path.of("some", "where.txt")),
                value("absolute Path", Path.of("/tmp/x")),
                value("URI", URI.create("http://mosaic.dev/x?y#z")),
                value("URL", URI.create("http://localhost/x?y#z").toURL()),
                value("HashMap.keySet", new HashMap<>(numbers()).keySet()),
                value("HashMap.entrySet", new HashMap<>(numbers()).entrySet()),
                value("LinkedHashMap.keySet", numbers().keySet()),
                value("LinkedHashMap.entrySet", numbers().entrySet()),
                value("TreeMap.keySet", sorted.keySet()),
                value("TreeMap.entrySet", sorted.entrySet()),
                value("TreeMap.descendingMap", sorted.descendingMap()),
                value("TreeMap.headMap", sorted.headMap("three", true)),
                value("TreeMap.descendingKeySet", sorted.descendingKeySet()),
                value("TreeSet.subSet", new TreeSet<>(sorted.keySet()).tailSet("three")),
                value("ConcurrentHashMap.newKeySet", concurrentSet()),
                value("ConcurrentSkipListMap.keySet", new ConcurrentSkipListMap<>(numbers()).keySet()),
                value("Map.of.keySet", Map.of("a", 1, "b", 2).keySet()),
                value("Map.of.entrySet", Map.of("a", 1, "b", 2).entrySet()),
                value("Map.entry", Map.entry("k", 1)),
                value(
                        "Map.Entry of a HashMap",
                        new HashMap<>(Map.of("k", 1)).entrySet().iterator().next()),
                value("Map.Entry of a TreeMap", sorted.firstEntry()),
                value("SimpleEntry", new AbstractMap.SimpleEntry<>("k", null)),
                value("SimpleImmutableEntry", new AbstractMap.SimpleImmutableEntry<>("k", 1)),
                value("TreeMap ignoring case", ignoringCase),
                value("TreeMap backwards", backwards),
                value("TreeSet, natural order", natural),
                value("PriorityQueue", new ArrayList<>(new PriorityQueue<>(List.of(3, 1)))),
                value("Arrays.asList", Arrays.asList(1, null, 3)),
                value("ArrayList.subList", new ArrayList<>(List.of(1, 2, 3, 4)).subList(1, 3)),
                value("LinkedList.subList", new LinkedList<>(List.of(1, 2, 3, 4)).subList(1, 3)),
                value("List.of.subList", List.of(1, 2, 3, 4).subList(1, 3)),
                value("Arrays.asList.subList", Arrays.asList(1, 2, 3, 4).subList(1, 3)),
                value("List.reversed", new ArrayList<>(List.of(1, 2, 3)).reversed()),
                value("List.of.reversed", List.of(1, 2, 3).reversed()),
                value("LinkedHashSet.reversed", new LinkedHashSet<>(List.of(1, 2)).reversed()),
                value("LinkedHashMap.reversed", new LinkedHashMap<>(Map.of(1, 2)).reversed()),
                value("LinkedHashMap.sequencedKeySet", new LinkedHashMap<>(Map.of(1, 2)).sequencedKeySet()),
                value("stream.toList", Stream.of(1, 2).toList()),
                value("emptyList", Collections.emptyList()),
                value("emptyMap", Collections.emptyMap()),
                value("singletonList", Collections.singletonList(1)),
                value("singletonMap", Collections.singletonMap(1, 2)),
                value("nCopies", Collections.nCopies(3, "x")),
                value("unmodifiableList", Collections.unmodifiableList(new ArrayList<>(List.of(1)))),
                value("unmodifiableMap", Collections.unmodifiableMap(numbers())),
                value(
                        "unmodifiableMap.keySet",
                        Collections.unmodifiableMap(numbers()).keySet()),
                value("synchronizedList", Collections.synchronizedList(new ArrayList<>(List.of(1)))),
                value("synchronizedMap", Collections.synchronizedMap(numbers())),
                value("checkedList", Collections.checkedList(new ArrayList<>(List.of("x")), String.class)),
                value("newSetFromMap", fromMap()),
                value("Vector", new Vector<>(List.of(1))),
                value("Properties", properties),
                value("BitSet", bits),
                value("Optional", Optional.of("x")),
                value("Optional of none", Optional.empty()),
                value("OptionalInt", OptionalInt.of(1)),
                value("OptionalLong", OptionalLong.of(1)),
                value("OptionalDouble", OptionalDouble.empty()),
                value("Locale", Locale.CANADA_FRENCH),
                value("Currency", Currency.getInstance("EUR")),
                value("TimeZone", TimeZone.getTimeZone("Europe/Berlin")),
                value("Charset", StandardCharsets.UTF_16LE),
                value("SimpleDateFormat", new SimpleDateFormat("yyyy-MM-dd", Locale.ROOT)),
                value("DecimalFormat", new DecimalFormat("#,##0.00", DecimalFormatSymbols.getInstance(Locale.GERMANY))),
                value("NumberFormat", NumberFormat.getPercentInstance(Locale.UK)),
                value("MessageFormat", new MessageFormat("{0} of {1,number}", Locale.ROOT)),
                value("Instant", Instant.ofEpochSecond(1, 2)),
                value("Duration", Duration.ofMillis(3)),
                value("Period", Period.ofDays(3)),
                value("LocalDate", LocalDate.of(2026, 2, 3)),
                value("LocalTime", LocalTime.of(1, 2, 3)),
                value("LocalDateTime", LocalDateTime.of(2026, 2, 3, 4, 5)),
                value("ZonedDateTime", ZonedDateTime.parse("2026-02-03T04:05:06+01:00[Europe/Berlin]")),
                value("DayOfWeek", DayOfWeek.FRIDAY));
    }

    private static Set<String> concurrentSet() {
        Set<String> set = ConcurrentHashMap.newKeySet();
        set.add("x");
        return set;
    }

    private static Set<String> fromMap() {
        Set<String> set = Collections.newSetFromMap(new HashMap<>());
        set.add("x");
        return set;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("values")
    void shouldArriveAsItWasSent(String name, Object value) {
        assertThat(codecs.<Object>sent(value)).isEqualTo(value);
        Holder holder = new Holder(value, new ArrayList<>(Arrays.asList(value, null, value)));
        Holder there = codecs.sent(holder);
        assertThat(there).isEqualTo(holder);
        assertThat(there.inside())
                .as("one object there too")
                .isSameAs(there.more().getLast());
    }

    /** Those that compare by identity. */
    static Stream<Arguments> shown() {
        return Stream.of(
                value("HashMap.values", new HashMap<>(numbers()).values()),
                value("TreeMap.values", new TreeMap<>(numbers()).values()),
                value("LinkedHashMap.sequencedValues", new LinkedHashMap<>(numbers()).sequencedValues()),
                value("ConcurrentHashMap.values", new ConcurrentHashMap<>(numbers()).values()),
                value("Map.of.values", Map.of(1, 2).values()),
                value("unmodifiableCollection", Collections.unmodifiableCollection(new ArrayList<>(List.of(1)))),
                value("ArrayDeque", new ArrayDeque<>(List.of(1, 2))),
                value("ArrayDeque.reversed", new ArrayDeque<>(List.of(1, 2)).reversed()),
                value("ArrayBlockingQueue", new ArrayBlockingQueue<>(3, false, List.of(1, 2))),
                value("PriorityQueue", new PriorityQueue<>(List.of(1, 2))),
                value("IdentityHashMap.keySet", new IdentityHashMap<>(Map.of("a", 1)).keySet()),
                value("Pattern", Pattern.compile("a+", Pattern.CASE_INSENSITIVE)),
                value("IntSummaryStatistics", IntStream.of(1, 2, 5).summaryStatistics()),
                value("of nothing", new IntSummaryStatistics()),
                value("LongSummaryStatistics", LongStream.of(1, 2, 5).summaryStatistics()),
                value("DoubleSummaryStatistics", DoubleStream.of(1, 2, 5).summaryStatistics()),
                value("String.CASE_INSENSITIVE_ORDER", List.of("x")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("shown")
    void shouldShowWhatItShowed(String name, Object value) {
        Object there = codecs.sent(value);
        assertThat(there).hasToString(value.toString());
        assertThat(codecs.<Holder>sent(new Holder(value, List.of())).inside()).hasToString(value.toString());
    }

    @Test
    void shouldSendConstantsAsThemselves() {
        assertThat(codecs.<Object>sent(String.CASE_INSENSITIVE_ORDER)).isSameAs(String.CASE_INSENSITIVE_ORDER);
        assertThat(codecs.<Object>sent(Comparator.naturalOrder())).isSameAs(Comparator.naturalOrder());
        assertThat(codecs.<Object>sent(Comparator.reverseOrder())).isSameAs(Comparator.reverseOrder());
        assertThat(codecs.<Object>sent(Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER)))
                .isEqualTo(Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER));
    }

    @Test
    void shouldSendAViewAsACopyThatCanBeChanged() {
        Map<String, Integer> map = new HashMap<>(numbers());
        Set<String> keys = codecs.sent(map.keySet());
        keys.add("four");
        assertThat(keys).isInstanceOf(LinkedHashSet.class).hasSize(4);
        assertThat(map).hasSize(3);
    }

    @Test
    void shouldNotAskTheNetworkForNames() throws Exception {
        InetAddress there = codecs.sent(InetAddress.getByAddress(new byte[] {(byte) 203, 0, 113, 7}));
        assertThat(there.toString()).isEqualTo("/203.0.113.7");
        InetAddress named = codecs.sent(InetAddress.getByAddress("box", new byte[] {10, 0, 0, 1}));
        assertThat(named.getHostName()).isEqualTo("box");
    }

    @Test
    void shouldRefuseAPathOfAnotherFileSystem(@TempDir Path folder) throws Exception {
        Path zip = folder.resolve("x.zip");
        try (FileSystem system = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
            Files.writeString(system.getPath("/a"), "x");
            assertThatExceptionOfType(CaptureException.class)
                    .isThrownBy(() -> codecs.payload(List.of(system.getPath("/a"))))
                    .withMessageContaining("path=/a is not of the default file system");
        }
    }
}
