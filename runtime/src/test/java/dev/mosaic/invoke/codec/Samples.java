package dev.mosaic.invoke.codec;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.EnumBiMap;
import com.google.common.collect.HashBasedTable;
import com.google.common.collect.HashBiMap;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableBiMap;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableMultiset;
import com.google.common.collect.ImmutableRangeSet;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSetMultimap;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.ImmutableTable;
import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.Range;
import com.google.common.collect.TreeMultimap;
import com.google.protobuf.ByteString;
import com.google.protobuf.Struct;
import com.google.protobuf.Timestamp;
import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
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
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.chrono.HijrahDate;
import java.time.chrono.JapaneseDate;
import java.time.chrono.MinguoDate;
import java.time.chrono.ThaiBuddhistDate;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.SimpleTimeZone;
import java.util.Stack;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.eclipse.collections.api.factory.Bags;
import org.eclipse.collections.api.factory.Lists;
import org.eclipse.collections.api.factory.Maps;
import org.eclipse.collections.api.factory.Sets;
import org.eclipse.collections.api.factory.primitive.IntLists;
import org.eclipse.collections.api.factory.primitive.ObjectIntMaps;
import org.eclipse.collections.impl.list.mutable.FastList;
import org.joda.money.CurrencyUnit;
import org.joda.money.Money;

/** Makers of values by name: of the JDK, of libraries, and of {@link Shapes}. Each gives a new value that is equal to the one before. */
@SuppressWarnings({"JdkObsolete", "JavaUtilDate", "IdentityHashMapUsage", "UnnecessaryStringBuilder"})
final class Samples {
    private static final Map<String, Sample> ALL = new LinkedHashMap<>();

    private Samples() {}

    /**
     * A kind of value.
     *
     * @param name of its type, then, after a comma, what is special about it
     * @param parts what is compared: all of it that a program can see
     */
    record Sample(String name, Callable<?> maker, Function<Object, Object> parts) {
        Object make() {
            try {
                return maker.call();
            } catch (Exception impossible) {
                throw new AssertionError(name, impossible);
            }
        }

        String type() {
            return name.substring(0, (name + ",").indexOf(','));
        }

        boolean isOfJdk() {
            return make().getClass().getName().matches("(java|sun|jdk)\\..*");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Sample> all() {
        return List.copyOf(ALL.values());
    }

    private static void add(String name, Callable<Object> maker) {
        add(name, maker, value -> value);
    }

    @SuppressWarnings("unchecked") // each is asked about its own values
    private static <T> void add(String name, Callable<? extends T> maker, Function<T, Object> parts) {
        ALL.put(name, new Sample(name, maker, value -> parts.apply((T) value)));
    }

    private static <T extends Collection<Object>> T with(T to, Object... elements) {
        Collections.addAll(to, elements);
        return to;
    }

    private static <T extends Map<Object, Object>> T with(T to, Object key, Object value) {
        to.put(key, value);
        to.put("z", 26);
        return to;
    }

    static {
        numbers();
        times();
        calendars();
        texts();
        lists();
        sets();
        maps();
        queues();
        views();
        names();
        formats();
        guava();
        libraries();
        shapes();
    }

    private static void numbers() {
        add("BigInteger", () -> BigInteger.valueOf(-77));
        add("BigInteger, long", () -> BigInteger.ONE.shiftLeft(200_000).negate());
        add("BigDecimal", () -> new BigDecimal("-1.50"));
        add("BigDecimal, many places", () -> new BigDecimal("1E-100000"));
        add("BigDecimal, most places", () -> BigDecimal.valueOf(7, Integer.MAX_VALUE));
        add("BigDecimal, fewest places", () -> BigDecimal.valueOf(7, Integer.MIN_VALUE));
        add("BigDecimal, long", () -> new BigDecimal(BigInteger.TEN.pow(30_000), -3));
        add("AtomicInteger", () -> new AtomicInteger(3), AtomicInteger::get);
        add("AtomicLong", () -> new AtomicLong(3), AtomicLong::get);
        add("AtomicBoolean", () -> new AtomicBoolean(true), AtomicBoolean::get);
        add("AtomicReference", () -> new AtomicReference<Object>("x"), AtomicReference::get);
        add("AtomicIntegerArray", () -> new AtomicIntegerArray(new int[] {1, 2}), Object::toString);
        add(
                "LongAdder",
                () -> {
                    LongAdder adder = new LongAdder();
                    adder.add(5);
                    return adder;
                },
                LongAdder::sum);
        add("OptionalInt", () -> OptionalInt.of(1));
        add("OptionalLong", OptionalLong::empty);
        add("OptionalDouble", () -> OptionalDouble.of(-0.0));
        add("Optional", () -> Optional.of(List.of("x")));
        add("OptionalDouble, empty", OptionalDouble::empty);
        add("Optional, empty", Optional::empty);
        add("Double", () -> -0.0);
        add("Random", () -> new Random(5), random -> drawn(random));
        add("IntSummaryStatistics", () -> IntStream.of(1, 2, 5).summaryStatistics(), Object::toString);
        add("IntSummaryStatistics, of nothing", IntSummaryStatistics::new, Object::toString);
        add("LongSummaryStatistics", () -> LongStream.of(1, 2, 5).summaryStatistics(), Object::toString);
        add("DoubleSummaryStatistics", () -> DoubleStream.of(1, 2, 5).summaryStatistics(), Object::toString);
        add("BitSet", () -> BitSet.valueOf(new long[] {0, 9}));
        add("UUID", () -> new UUID(1, 2));
    }

    private static void times() {
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        LocalDateTime twice = LocalDateTime.of(2026, 10, 25, 2, 30);
        add("ZonedDateTime", () -> ZonedDateTime.of(twice.plusDays(1), berlin));
        add("ZonedDateTime, repeated hour, first", () -> ZonedDateTime.ofLocal(twice, berlin, ZoneOffset.ofHours(2)));
        add("ZonedDateTime, repeated hour, second", () -> ZonedDateTime.ofLocal(twice, berlin, ZoneOffset.ofHours(1)));
        add("ZonedDateTime, zone of an offset", () -> ZonedDateTime.of(twice, ZoneOffset.ofHours(-3)));
        add("ZonedDateTime, zone with a prefix", () -> ZonedDateTime.of(twice, ZoneId.of("UTC+01:30")));
        add("ZonedDateTime, last", () -> ZonedDateTime.of(LocalDateTime.MAX, ZoneOffset.MIN));
        add("ZonedDateTime, first", () -> ZonedDateTime.of(LocalDateTime.MIN, ZoneOffset.MAX));
        add("ZoneId", () -> berlin);
        add("ZoneOffset", () -> ZoneOffset.ofHoursMinutesSeconds(1, 2, 3));
        add("ZoneRules", berlin::getRules);
        add("Instant, first", () -> Instant.MIN);
        add("Instant, last", () -> Instant.MAX);
        add("LocalDate", () -> LocalDate.MAX);
        add("LocalTime", () -> LocalTime.of(1, 2, 3, 4));
        add("LocalDateTime", () -> LocalDateTime.MIN);
        add("OffsetTime", () -> OffsetTime.MAX);
        add("OffsetDateTime", () -> OffsetDateTime.MIN);
        add("Duration", () -> Duration.ofSeconds(Long.MIN_VALUE, 999_999_999));
        add("Period", () -> Period.of(-1, 14, 3));
        add("Year", () -> Year.of(-5));
        add("YearMonth", () -> YearMonth.of(2026, 2));
        add("DayOfWeek", () -> DayOfWeek.FRIDAY);
        add("MonthDay", () -> MonthDay.of(2, 29));
        add("JapaneseDate", () -> JapaneseDate.of(2026, 2, 3));
        add("JapaneseDate, with a time", () -> JapaneseDate.of(2026, 2, 3).atTime(LocalTime.of(4, 5)));
        add(
                "JapaneseDate, with a zone",
                () -> JapaneseDate.of(2026, 2, 3).atTime(LocalTime.NOON).atZone(berlin));
        add("ThaiBuddhistDate", () -> ThaiBuddhistDate.of(2569, 2, 3));
        add("HijrahDate", () -> HijrahDate.of(1447, 2, 3));
        add("MinguoDate", () -> MinguoDate.of(115, 2, 3));
        add("Date", () -> new Date(5));
        add("sql.Date", () -> new java.sql.Date(5));
        add("sql.Time", () -> new java.sql.Time(5));
        add("sql.Timestamp", () -> {
            java.sql.Timestamp time = new java.sql.Timestamp(-1);
            time.setNanos(999_123_456);
            return time;
        });
        add("TimeUnit", () -> TimeUnit.DAYS);
    }

    private static void calendars() {
        add("TimeZone", () -> TimeZone.getTimeZone("Europe/Berlin"));
        add("TimeZone, changed", () -> {
            TimeZone zone = TimeZone.getTimeZone("Europe/Berlin");
            zone.setRawOffset(7);
            return zone;
        });
        add("SimpleTimeZone", () -> new SimpleTimeZone(3_600_000, "here"));
        add(
                "SimpleTimeZone, with summer",
                () -> new SimpleTimeZone(3_600_000, "here", 2, -1, 1, 7200_000, 9, -1, 1, 7200_000));
        Function<Calendar, Object> parts = calendar -> List.of(
                calendar,
                calendar.getTimeInMillis(),
                calendar.isLenient(),
                calendar.getClass(),
                calendar.getTimeZone());
        add("GregorianCalendar", () -> calendar(new GregorianCalendar(2026, Calendar.MAY, 4)), parts);
        add(
                "GregorianCalendar, all parts",
                () -> {
                    GregorianCalendar calendar = new GregorianCalendar(new SimpleTimeZone(7_000, "odd"), Locale.UK);
                    calendar.setLenient(false);
                    calendar.setFirstDayOfWeek(Calendar.THURSDAY);
                    calendar.setMinimalDaysInFirstWeek(5);
                    calendar.setGregorianChange(new Date(0));
                    calendar.setTimeInMillis(77);
                    return calendar;
                },
                parts);
        add(
                "JapaneseCalendar",
                () -> calendar(Calendar.getInstance(Locale.forLanguageTag("ja-JP-u-ca-japanese"))),
                parts);
        add(
                "BuddhistCalendar",
                () -> calendar(Calendar.getInstance(Locale.forLanguageTag("th-TH-u-ca-buddhist"))),
                parts);
    }

    private static Calendar calendar(Calendar calendar) {
        calendar.setTimeInMillis(1_000_000_000_000L);
        return calendar;
    }

    private static void texts() {
        add("Locale", () -> Locale.CANADA_FRENCH);
        add("Locale, old Norwegian", () -> Locale.of("no", "NO", "NY"));
        add("Locale, Japanese calendar", () -> Locale.of("ja", "JP", "JP"));
        add("Locale, odd variant", () -> Locale.of("de", "DE", "a_b"));
        add("Locale, with a script", () -> Locale.forLanguageTag("zh-Hant-TW"));
        add("Locale, with extensions", () -> Locale.forLanguageTag("de-Latn-DE-1996-u-co-phonebk-x-private"));
        add("Locale, of nothing", () -> Locale.ROOT);
        Function<Pattern, Object> parts = pattern -> List.of(
                pattern.pattern(),
                pattern.matcher("AB").matches(),
                pattern.matcher("aB").matches(),
                pattern.matcher("ab\n").find());
        add("Pattern", () -> Pattern.compile("a+b", Pattern.CASE_INSENSITIVE | Pattern.COMMENTS), parts);
        add("Pattern, with a flag inside", () -> Pattern.compile("a(?i)b"), parts);
        add("StringBuilder", () -> new StringBuilder("ä€"), Object::toString);
        add("StringBuffer", () -> new StringBuffer("x"), Object::toString);
        add("Currency", () -> Currency.getInstance("EUR"));
        add("String, half a pair", () -> "a\ud800");
    }

    /** What one gives next; the seed goes on, so the other's has to be asked as often. */
    private static Object drawn(Random random) {
        return List.of(random.nextInt(), random.nextGaussian());
    }

    private static void lists() {
        add("ArrayList", () -> with(new ArrayList<>(), 1, null, "x"));
        add("LinkedList", () -> with(new LinkedList<>(), 1, null));
        add("Vector", () -> with(new Vector<>(), 1, null));
        add("Stack", () -> with(new Stack<>(), 1, 2));
        add("Arrays.asList", () -> Arrays.asList("a", null));
        add("List.of", () -> List.of(1));
        add("List.of, more", () -> List.of(1, 2, 3, 4));
        add("Stream.toList", () -> Stream.of(1, 2).toList());
        add("Stream.toList, with null", () -> Stream.of(1, null, 3).toList());
        add("nCopies", () -> Collections.nCopies(3, "x"));
        add("singletonList, of null", () -> Collections.singletonList(null));
        add("unmodifiableList", () -> Collections.unmodifiableList(with(new LinkedList<>(), 1)));
        add("synchronizedList", () -> Collections.synchronizedList(with(new ArrayList<>(), 1)));
        add("checkedList", () -> Collections.checkedList(new ArrayList<>(List.of("x")), String.class));
        add("CopyOnWriteArrayList", () -> with(new CopyOnWriteArrayList<>(), 1, null));
        add("emptyList", Collections::emptyList);
        add("singletonList", () -> Collections.singletonList(1));
        add(
                "unmodifiableCollection",
                () -> Collections.unmodifiableCollection(with(new ArrayList<>(), 1)),
                List::copyOf);
        add("SimpleImmutableEntry", () -> new AbstractMap.SimpleImmutableEntry<Object, Object>("k", 1));
        add("Map.entry", () -> Map.entry("k", 1));
        add("SimpleEntry", () -> new AbstractMap.SimpleEntry<Object, Object>("k", null));
    }

    private static void sets() {
        add("HashSet", () -> with(new HashSet<>(), 1, null));
        add("LinkedHashSet", () -> with(new LinkedHashSet<>(), 3, 1), set -> List.copyOf((Set<?>) set));
        add("TreeSet", () -> with(new TreeSet<>(backwards()), 1, 2), set -> List.copyOf((Set<?>) set));
        add("TreeSet, in natural order", () -> new TreeSet<>(List.of("x")));
        add("TreeSet, descending", () -> with(new TreeSet<>(), 1, 2).descendingSet(), List::copyOf);
        add("Set.of", () -> Set.of(1, 2, 3));
        add("EnumSet", () -> EnumSet.allOf(Shapes.Sign.class));
        add("EnumSet, empty", () -> EnumSet.noneOf(Shapes.Sign.class), set -> EnumSet.complementOf((EnumSet<?>) set));
        add("newSetFromMap", () -> with(Collections.newSetFromMap(new ConcurrentHashMap<>()), 1));
        add("newKeySet", () -> with(ConcurrentHashMap.newKeySet(), 1));
        add("ConcurrentSkipListSet", () -> with(new ConcurrentSkipListSet<>(backwards()), 1, 2));
        add("CopyOnWriteArraySet", () -> with(new CopyOnWriteArraySet<>(), 2, 1), set -> List.copyOf((Set<?>) set));
        add("unmodifiableSortedSet", () -> Collections.unmodifiableSortedSet(with(new TreeSet<>(), 1)));
        add("unmodifiableNavigableSet", () -> Collections.unmodifiableNavigableSet(with(new TreeSet<>(), 1)));
    }

    private static void maps() {
        add("HashMap", () -> with(new HashMap<>(), null, null));
        add("LinkedHashMap, in order of access", () -> with(new LinkedHashMap<>(8, 0.75f, true), "a", 1), map -> {
            map.get("a");
            List<Object> keys = List.copyOf(map.keySet());
            map.get("z");
            return keys;
        });
        add("LinkedHashMap", () -> with(new LinkedHashMap<>(), "a", 1), map -> List.copyOf(map.keySet()));
        add("TreeMap", () -> with(new TreeMap<>(backwards()), "a", 1), map -> List.copyOf(map.keySet()));
        add("TreeMap, descending", () -> with(new TreeMap<>(), "a", 1).descendingMap());
        add("Map.of", () -> Map.of("a", 1, "b", 2));
        add("EnumMap", () -> new EnumMap<Shapes.Sign, Object>(Map.of(Shapes.Sign.MINUS, 1)));
        add("EnumMap, empty", () -> new EnumMap<Shapes.Sign, Object>(Shapes.Sign.class), map -> {
            map.put(Shapes.Sign.PLUS, 1);
            return map.clone();
        });
        add("IdentityHashMap", () -> new IdentityHashMap<Object, Object>(Map.of(Shapes.Sign.PLUS, 5)));
        add("Hashtable", () -> with(new Hashtable<>(), "a", 1));
        add(
                "Properties, with defaults",
                () -> {
                    Properties defaults = new Properties();
                    defaults.setProperty("d", "1");
                    Properties properties = new Properties(defaults);
                    properties.setProperty("p", "2");
                    return properties;
                },
                properties -> List.of(properties, properties.getProperty("d", "none")));
        add("ConcurrentHashMap", () -> with(new ConcurrentHashMap<>(), "a", 1));
        add("ConcurrentSkipListMap", () -> with(new ConcurrentSkipListMap<>(backwards()), "a", 1));
        add("synchronizedMap", () -> Collections.synchronizedMap(with(new HashMap<>(), "a", 1)));
        add("unmodifiableMap", () -> Collections.unmodifiableMap(with(new LinkedHashMap<>(), "a", 1)));
        add("unmodifiableNavigableMap", () -> Collections.unmodifiableNavigableMap(with(new TreeMap<>(), "a", 1)));
        add("checkedMap", () -> Collections.checkedMap(with(new HashMap<>(), "a", 1), Object.class, Object.class));
        add("TreeMap, ignoring case", () -> {
            TreeMap<String, Object> map = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            map.put("B", 1);
            map.put("a", 2);
            return map;
        });
        add("emptyMap", Collections::emptyMap);
        add("singletonMap", () -> Collections.singletonMap(1, 2));
        add("emptySortedMap", Collections::emptySortedMap);
    }

    private static void queues() {
        add("ArrayDeque", () -> with(new ArrayDeque<>(), 1, 2), List::copyOf);
        add(
                "ArrayBlockingQueue",
                () -> with(new ArrayBlockingQueue<>(5), 1, 2),
                queue -> List.of(List.copyOf(queue), queue.remainingCapacity()));
        add(
                "ArrayBlockingQueue, with much room",
                () -> new ArrayBlockingQueue<>(5000),
                ArrayBlockingQueue::remainingCapacity);
        add(
                "LinkedBlockingQueue",
                () -> with(new LinkedBlockingQueue<>(5), 1, 2),
                queue -> List.of(List.copyOf(queue), queue.remainingCapacity()));
        add(
                "LinkedBlockingDeque",
                () -> with(new LinkedBlockingDeque<>(5), 1, 2),
                queue -> List.of(List.copyOf(queue), queue.remainingCapacity()));
        add("PriorityQueue", () -> with(new PriorityQueue<>(backwards()), 1, 2, 3), Samples::drained);
        add(
                "PriorityBlockingQueue",
                () -> with(new PriorityBlockingQueue<>(3, backwards()), 1, 2, 3),
                queue -> drained(new PriorityQueue<>(queue)));
        add("ConcurrentLinkedQueue", () -> with(new ConcurrentLinkedQueue<>(), 1, 2), List::copyOf);
        add("ConcurrentLinkedDeque", () -> with(new ConcurrentLinkedDeque<>(), 1, 2), List::copyOf);
        add("asLifoQueue", () -> with(Collections.asLifoQueue(deque()), 1, 2), List::copyOf);
    }

    private static Map<Object, Object> numbers(Map<Object, Object> to) {
        to.put("one", 1);
        to.put("two", 2);
        to.put("three", 3);
        return to;
    }

    private static NavigableMap<Object, Object> sorted() {
        NavigableMap<Object, Object> map = new TreeMap<>();
        var _ = numbers(map);
        return map;
    }

    /** Parts of something else, which arrive as copies. */
    private static void views() {
        add("Map.keySet, of a HashMap", () -> numbers(new HashMap<>()).keySet());
        add(
                "Map.keySet, of a LinkedHashMap",
                () -> numbers(new LinkedHashMap<>()).keySet(),
                List::copyOf);
        add("Map.keySet, of a TreeMap", () -> sorted().keySet(), List::copyOf);
        add("Map.keySet, of a ConcurrentSkipListMap", () -> new ConcurrentSkipListMap<>(sorted()).keySet());
        add("Map.keySet, of a ConcurrentHashMap", () -> new ConcurrentHashMap<>(sorted()).keySet());
        add("Map.keySet, of a Map.of", () -> Map.of("a", 1, "b", 2).keySet());
        add(
                "Map.keySet, of an unmodifiableMap",
                () -> Collections.unmodifiableMap(sorted()).keySet());
        add(
                "Map.keySet, of an IdentityHashMap",
                () -> new IdentityHashMap<Object, Object>(Map.of(Shapes.Sign.PLUS, 1)).keySet(),
                Set::copyOf);
        add("Map.entrySet, of a HashMap", () -> numbers(new HashMap<>()).entrySet());
        add(
                "Map.entrySet, of a LinkedHashMap",
                () -> numbers(new LinkedHashMap<>()).entrySet(),
                List::copyOf);
        add("Map.entrySet, of a TreeMap", () -> sorted().entrySet(), List::copyOf);
        add("Map.entrySet, of a Map.of", () -> Map.of("a", 1, "b", 2).entrySet());
        add("Map.values, of a HashMap", () -> numbers(new HashMap<>()).values(), List::copyOf);
        add("Map.values, of a TreeMap", () -> sorted().values(), List::copyOf);
        add("Map.values, of a ConcurrentHashMap", () -> new ConcurrentHashMap<>(sorted()).values(), List::copyOf);
        add("Map.values, of a Map.of", () -> Map.of(1, 2).values(), List::copyOf);
        add(
                "Map.Entry, of a HashMap",
                () -> new HashMap<>(Map.of("k", 1)).entrySet().iterator().next());
        add("Map.Entry, of a TreeMap", () -> sorted().firstEntry());
        add("SequencedMap.sequencedKeySet", () -> new LinkedHashMap<>(sorted()).sequencedKeySet(), List::copyOf);
        add("SequencedMap.sequencedValues", () -> new LinkedHashMap<>(sorted()).sequencedValues(), List::copyOf);
        add("SequencedMap.reversed", () -> new LinkedHashMap<>(sorted()).reversed(), map -> List.copyOf(map.keySet()));
        add("SequencedCollection.reversed, of an ArrayList", () -> new ArrayList<>(List.of(1, 2, 3)).reversed());
        add("SequencedCollection.reversed, of a List.of", () -> List.of(1, 2, 3).reversed());
        add(
                "SequencedCollection.reversed, of a set",
                () -> new LinkedHashSet<>(List.of(1, 2)).reversed(),
                List::copyOf);
        add("SequencedCollection.reversed, of a deque", () -> new ArrayDeque<>(List.of(1, 2)).reversed(), List::copyOf);
        add("NavigableMap.descendingMap", () -> sorted().descendingMap(), map -> List.copyOf(map.keySet()));
        add("NavigableMap.headMap", () -> sorted().headMap("three", true));
        add("NavigableMap.descendingKeySet", () -> sorted().descendingKeySet(), List::copyOf);
        add("NavigableSet.tailSet", () -> new TreeSet<>(sorted().keySet()).tailSet("three"));
        add("List.subList, of an ArrayList", () -> new ArrayList<>(List.of(1, 2, 3, 4)).subList(1, 3));
        add("List.subList, of a LinkedList", () -> new LinkedList<>(List.of(1, 2, 3, 4)).subList(1, 3));
        add("List.subList, of a List.of", () -> List.of(1, 2, 3, 4).subList(1, 3));
        add("List.subList, of an Arrays.asList", () -> Arrays.asList(1, 2, 3, 4).subList(1, 3));
    }

    private static void names() {
        add("Inet4Address", () -> address(127, 0, 0, 1));
        add(
                "Inet4Address, with a name",
                () -> InetAddress.getByAddress("box", new byte[] {10, 0, 0, 1}),
                Object::toString);
        add("Inet6Address", () -> address(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1));
        add("InetSocketAddress", () -> new InetSocketAddress(address(10, 0, 0, 1), 80));
        add("InetSocketAddress, unresolved", () -> InetSocketAddress.createUnresolved("not.there", 443));
        add("File", () -> new File("some/where.txt"));
        add("Path", () -> Path.of("some", "where.txt"));
        add("Path, absolute", () -> Path.of("/tmp/x"));
        add("URI", () -> URI.create("http://mosaic.dev/x?y#z"));
        add("URL", () -> URI.create("http://localhost/x?y#z").toURL());
        add("Charset", () -> StandardCharsets.UTF_16LE);
    }

    private static InetAddress address(int... bytes) throws UnknownHostException {
        byte[] address = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            address[i] = (byte) bytes[i];
        }
        return InetAddress.getByAddress(address);
    }

    private static void formats() {
        add("SimpleDateFormat", () -> new SimpleDateFormat("yyyy-MM-dd", Locale.ROOT));
        add("DecimalFormat", () -> new DecimalFormat("#,##0.00", DecimalFormatSymbols.getInstance(Locale.GERMANY)));
        add("DecimalFormat, of a locale", () -> NumberFormat.getPercentInstance(Locale.UK));
        add("MessageFormat", () -> new MessageFormat("{0} of {1,number}", Locale.ROOT));
        add("Comparator.naturalOrder", Comparator::naturalOrder);
        add("Comparator.reverseOrder", Comparator::reverseOrder);
        add("String.CASE_INSENSITIVE_ORDER", () -> String.CASE_INSENSITIVE_ORDER);
        add("Collections.reverseOrder", () -> Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // of elements that compare
    private static Comparator<Object> backwards() {
        return (Comparator) Comparator.reverseOrder();
    }

    private static Deque<Object> deque() {
        return new ArrayDeque<>();
    }

    private static Object drained(PriorityQueue<Object> queue) {
        PriorityQueue<Object> copy = new PriorityQueue<>(queue);
        return Stream.generate(copy::poll).limit(queue.size()).toList();
    }

    private static void guava() {
        add("ImmutableList", () -> ImmutableList.of(1, 2, 3));
        add("ImmutableList of one", () -> ImmutableList.of(1));
        add("ImmutableList of none", ImmutableList::of);
        add("ImmutableSet", () -> ImmutableSet.of(1, 2, 3));
        add("ImmutableSet of one", () -> ImmutableSet.of(1));
        add("ImmutableSet of enums", () -> com.google.common.collect.Sets.immutableEnumSet(Shapes.Sign.PLUS));
        add("ImmutableSortedSet", () -> ImmutableSortedSet.of(3, 1));
        add("ImmutableMap", () -> ImmutableMap.of("a", 1, "b", 2));
        add("ImmutableSortedMap", () -> ImmutableSortedMap.of("a", 1));
        add("ImmutableBiMap", () -> ImmutableBiMap.of("a", 1), map -> List.of(map, map.inverse()));
        add("HashBiMap", () -> HashBiMap.create(Map.of("a", 1)), map -> List.of(map, map.inverse()));
        add("EnumBiMap", () -> EnumBiMap.create(Map.of(Shapes.Sign.PLUS, TimeUnit.DAYS)));
        add("ImmutableListMultimap", () -> ImmutableListMultimap.of("a", 1, "a", 1));
        add("ImmutableSetMultimap", () -> ImmutableSetMultimap.of("a", 1, "a", 2));
        add("ArrayListMultimap", () -> ArrayListMultimap.create(ImmutableListMultimap.of("a", 1, "a", 1)));
        add("LinkedHashMultimap", () -> LinkedHashMultimap.create(ImmutableListMultimap.of("a", 1, "b", 1)));
        add("TreeMultimap", () -> TreeMultimap.create(ImmutableListMultimap.of("a", 1, "b", 1)));
        add("ImmutableMultiset", () -> ImmutableMultiset.of("a", "a", "b"));
        add("HashMultiset", () -> HashMultiset.create(List.of("a", "a")));
        add("ImmutableTable", () -> ImmutableTable.of("r", "c", 1));
        add("HashBasedTable", () -> HashBasedTable.create(ImmutableTable.of("r", "c", 1)));
        add("Range", () -> Range.closedOpen(1, 5));
        add("Range without end", () -> Range.atLeast("x"));
        add("ImmutableRangeSet", () -> ImmutableRangeSet.of(Range.closedOpen(1, 5)));
        add("guava Optional", () -> com.google.common.base.Optional.of("x"));
        add("HashCode", () -> com.google.common.hash.HashCode.fromLong(7));
    }

    private static void libraries() {
        add("FastList", () -> Lists.mutable.of(1, null, 3));
        add("FastList in FastList", () -> FastList.newListWith(FastList.newListWith(1), FastList.newListWith(2), 3));
        add("immutable list", () -> Lists.immutable.of(1, 2, 3));
        add("UnifiedSet", () -> Sets.mutable.of(1, 2));
        add("immutable set", () -> Sets.immutable.of(1, 2));
        add("UnifiedMap", () -> Maps.mutable.of("a", 1));
        add("immutable map", () -> Maps.immutable.of("a", 1));
        add("HashBag", () -> Bags.mutable.of("a", "a"));
        add("IntArrayList", () -> IntLists.mutable.of(1, 2));
        add("immutable ints", () -> IntLists.immutable.of(1, 2));
        add("ObjectIntHashMap", () -> ObjectIntMaps.mutable.<Object>empty().withKeyValue("a", 1));
        add("Money", () -> Money.of(CurrencyUnit.EUR, new BigDecimal("1.50")));
        add("CurrencyUnit", () -> CurrencyUnit.of("JPY"));
        add("Timestamp message", () -> Timestamp.newBuilder().setSeconds(5).build());
        add(
                "Struct message",
                () -> Struct.newBuilder()
                        .putFields(
                                "a",
                                com.google.protobuf.Value.newBuilder()
                                        .setNumberValue(2)
                                        .build())
                        .build());
        add("ByteString", () -> ByteString.copyFromUtf8("x"));
    }

    private static void shapes() {
        add("Unit", () -> Shapes.Unit.of("m"), unit -> unit);
        add("Length", () -> new Shapes.Length(2, Shapes.Unit.of("m")));
        add("Several", () -> {
            Shapes.Unit unit = Shapes.Unit.of("s");
            return new Shapes.Several(unit, new ArrayList<>(List.of(unit)), new Shapes.Unit[] {unit}, unit);
        });
        add("Scale", () -> new Shapes.Scale(Shapes.Unit.of("m")));
        add("Celsius", () -> new Shapes.Celsius(20));
        add("Streamed", () -> new Shapes.Streamed(255, new Shapes.Streamed(1, null)));
        add("External", () -> new Shapes.External(255, new Shapes.External(1, "x")));
        add("Child", () -> new Shapes.Child(3));
        add("enum with a body", () -> Shapes.Sign.MINUS);
        add("Exact", Shapes.Exact::sample);
        add("int[][]", () -> new int[][] {{1}, {2, 3}}, arrays -> Arrays.deepToString(arrays));
        add("Class", () -> Shapes.Unit.class);
    }
}
