package dev.mosaic.invoke.codec;

import dev.mosaic.SerializationException;
import dev.mosaic.invoke.TypeLimit;
import java.io.File;
import java.io.Serializable;
import java.lang.reflect.Modifier;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.UnknownHostException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.DoubleSummaryStatistics;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.apache.fory.config.Config;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.reflect.FieldAccessor;
import org.apache.fory.serializer.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * A class of the JDK that is written as other values and made again by its own factory: places in files and in the network,
 * locales, queues with a lock, statistics, and views. A view, such as {@code map.keySet()} or {@code list.subList(1, 3)}, arrives as a copy of what it shows: a
 * {@code LinkedHashSet}, an {@code ArrayList}, a {@code LinkedHashMap}, or the sorted kind with the same comparator.
 *
 * <p><b>Threading:</b> immutable. <b>Failure:</b> bytes that are no such value are a {@link SerializationException}.
 *
 * @param <T> the class, or what it is seen as
 * @param written what stands for it
 * @param made what becomes of that
 */
record JdkForm<T>(Class<T> type, Function<T, @Nullable Object> written, Function<@Nullable Object, T> made) {
    private static final int MOST_CAPACITY = 1 << 20;

    /** Only it knows whether the queue is fair. */
    private static final FieldAccessor LOCK = lock();

    private static final List<JdkForm<?>> EXACT = List.of(
            new JdkForm<>(File.class, File::getPath, path -> new File(text(path))),
            new JdkForm<>(URL.class, URL::toExternalForm, JdkForm::url),
            new JdkForm<>(Locale.class, JdkForm::parts, JdkForm::locale),
            new JdkForm<>(ArrayBlockingQueue.class, JdkForm::parts, JdkForm::arrayQueue),
            new JdkForm<>(LinkedBlockingDeque.class, JdkForm::parts, JdkForm::linkedDeque),
            new JdkForm<>(PriorityBlockingQueue.class, JdkForm::parts, JdkForm::priorityQueue),
            new JdkForm<>(ConcurrentHashMap.KeySetView.class, JdkForm::parts, JdkForm::keys),
            new JdkForm<>(Inet4Address.class, JdkForm::parts, said -> as(Inet4Address.class, address(said))),
            new JdkForm<>(Inet6Address.class, JdkForm::parts, said -> as(Inet6Address.class, address(said))),
            new JdkForm<>(
                    InetSocketAddress.class,
                    address -> Arrays.asList(address.getHostString(), address.getPort(), address.getAddress()),
                    JdkForm::socketAddress),
            new JdkForm<>(
                    IntSummaryStatistics.class,
                    all -> List.of(all.getCount(), all.getMin(), all.getMax(), all.getSum()),
                    said -> {
                        List<?> all = list(said, 4);
                        return new IntSummaryStatistics(
                                as(Long.class, all.get(0)),
                                as(Integer.class, all.get(1)),
                                as(Integer.class, all.get(2)),
                                as(Long.class, all.get(3)));
                    }),
            new JdkForm<>(
                    LongSummaryStatistics.class,
                    all -> List.of(all.getCount(), all.getMin(), all.getMax(), all.getSum()),
                    said -> {
                        List<?> all = list(said, 4);
                        return new LongSummaryStatistics(
                                as(Long.class, all.get(0)),
                                as(Long.class, all.get(1)),
                                as(Long.class, all.get(2)),
                                as(Long.class, all.get(3)));
                    }),
            new JdkForm<>(
                    DoubleSummaryStatistics.class,
                    all -> List.of(all.getCount(), all.getMin(), all.getMax(), all.getSum()),
                    said -> {
                        List<?> all = list(said, 4);
                        return new DoubleSummaryStatistics(
                                as(Long.class, all.get(0)),
                                as(Double.class, all.get(1)),
                                as(Double.class, all.get(2)),
                                as(Double.class, all.get(3)));
                    }));

    private static final JdkForm<?> ORDER =
            new JdkForm<>(Object.class, order -> null, said -> String.CASE_INSENSITIVE_ORDER);

    private static final JdkForm<Path> PATH = new JdkForm<>(Path.class, JdkForm::path, path -> Path.of(text(path)));

    @SuppressWarnings("rawtypes") // of whatever they hold
    private static final JdkForm<Map.Entry> ENTRY = new JdkForm<>(
            Map.Entry.class,
            entry -> Arrays.asList(entry.getKey(), entry.getValue()),
            said -> new AbstractMap.SimpleImmutableEntry<>(
                    list(said, 2).get(0), list(said, 2).get(1)));

    /** Copies arrive as they are, so that nothing has to be made of them. */
    @SuppressWarnings("rawtypes")
    private static final JdkForm<Collection> COLLECTION =
            new JdkForm<>(Collection.class, JdkForm::copy, said -> as(Collection.class, said));

    @SuppressWarnings("rawtypes")
    private static final JdkForm<Map> MAP = new JdkForm<>(Map.class, JdkForm::copy, said -> as(Map.class, said));

    /** Null for a class that is written otherwise, or not at all. */
    static @Nullable JdkForm<?> of(Class<?> type) {
        if (!TypeLimit.isOfJdk(type)) {
            return null;
        }
        for (JdkForm<?> form : EXACT) {
            if (form.type == type) {
                return form;
            }
        }
        if (type == String.CASE_INSENSITIVE_ORDER.getClass()) {
            return ORDER;
        }
        if (Path.class.isAssignableFrom(type)) {
            return type.isInterface() ? null : PATH;
        }
        return isView(type) ? view(type) : null;
    }

    /** What only shows another collection, or cannot be more than a part of one. A program can have no field of such a class. */
    private static boolean isView(Class<?> type) {
        return type.getPackageName().startsWith("java.util")
                && !Modifier.isPublic(type.getModifiers())
                && !Serializable.class.isAssignableFrom(type);
    }

    private static @Nullable JdkForm<?> view(Class<?> type) {
        if (Map.Entry.class.isAssignableFrom(type)) {
            return ENTRY;
        }
        if (Collection.class.isAssignableFrom(type)) {
            return COLLECTION;
        }
        return Map.class.isAssignableFrom(type) ? MAP : null;
    }

    /** For exactly that class. */
    Serializer<T> serializer(Config config, Class<?> exact) {
        return new Written<>(config, exact, this);
    }

    private static final class Written<T> extends Serializer<T> {
        private final JdkForm<T> form;

        @SuppressWarnings({"unchecked", "rawtypes"}) // Fory keeps it for exactly this class
        private Written(Config config, Class<?> exact, JdkForm<T> form) {
            super(config, (Class) exact);
            this.form = form;
        }

        @Override
        public void write(WriteContext context, T value) {
            context.writeRef(form.written.apply(value));
        }

        @Override
        public T read(ReadContext context) {
            return form.made.apply(context.readRef());
        }
    }

    // ---- what stands for them

    private static String path(Path path) {
        if (!path.getFileSystem().equals(FileSystems.getDefault())) {
            throw new SerializationException(
                    "path=" + path + " is not of the default file system", "pass its bytes, or its text");
        }
        return path.toString();
    }

    private static URL url(@Nullable Object said) {
        try {
            return new URI(text(said)).toURL();
        } catch (URISyntaxException | MalformedURLException | IllegalArgumentException unusual) {
            throw new SerializationException("url=" + said + " cannot be made here", "pass its text", unusual);
        }
    }

    /** The reader makes room for all of it, whatever is in it. */
    private static List<Object> parts(ArrayBlockingQueue<?> queue) {
        List<Object> all = new ArrayList<>(queue);
        int capacity = all.size() + queue.remainingCapacity();
        checkCapacity(capacity);
        return List.of(capacity, ((ReentrantLock) LOCK.getObject(queue)).isFair(), all);
    }

    private static List<Object> parts(LinkedBlockingDeque<?> queue) {
        List<Object> all = new ArrayList<>(queue);
        return List.of(all.size() + queue.remainingCapacity(), all);
    }

    private static List<@Nullable Object> parts(PriorityBlockingQueue<?> queue) {
        return Arrays.asList(queue.comparator(), new ArrayList<>(queue));
    }

    private static void checkCapacity(int capacity) {
        if (capacity < 1 || capacity > MOST_CAPACITY) {
            throw new SerializationException(
                    "capacity=" + capacity + " of an ArrayBlockingQueue, at most " + MOST_CAPACITY + " pass",
                    "pass a LinkedBlockingQueue");
        }
    }

    @SuppressWarnings("unchecked") // of whatever it holds
    private static ArrayBlockingQueue<?> arrayQueue(@Nullable Object said) {
        List<?> parts = list(said, 3);
        int capacity = as(Integer.class, parts.get(0));
        checkCapacity(capacity);
        ArrayBlockingQueue<Object> queue = new ArrayBlockingQueue<>(capacity, as(Boolean.class, parts.get(1)));
        queue.addAll(as(List.class, parts.get(2)));
        return queue;
    }

    @SuppressWarnings("unchecked") // of whatever it holds
    private static LinkedBlockingDeque<?> linkedDeque(@Nullable Object said) {
        List<?> parts = list(said, 2);
        LinkedBlockingDeque<Object> queue = new LinkedBlockingDeque<>(as(Integer.class, parts.get(0)));
        queue.addAll(as(List.class, parts.get(1)));
        return queue;
    }

    @SuppressWarnings("unchecked")
    private static PriorityBlockingQueue<?> priorityQueue(@Nullable Object said) {
        List<?> parts = list(said, 2);
        List<Object> all = as(List.class, parts.get(1));
        Comparator<Object> order = parts.get(0) == null ? null : as(Comparator.class, parts.get(0));
        PriorityBlockingQueue<Object> queue = new PriorityBlockingQueue<>(Math.max(1, all.size()), order);
        queue.addAll(all);
        return queue;
    }

    private static List<@Nullable Object> parts(ConcurrentHashMap.KeySetView<?, ?> keys) {
        return Arrays.asList(keys.getMappedValue(), new ArrayList<>(keys));
    }

    @SuppressWarnings("unchecked") // of whatever they are
    private static ConcurrentHashMap.KeySetView<?, ?> keys(@Nullable Object said) {
        List<?> parts = list(said, 2);
        Object mapped = parts.get(0);
        ConcurrentHashMap<Object, Object> map = new ConcurrentHashMap<>();
        as(List.class, parts.get(1)).forEach(key -> map.put(key, mapped == null ? true : mapped));
        return mapped == null ? map.keySet() : map.keySet(mapped);
    }

    private static FieldAccessor lock() {
        try {
            return FieldAccessor.createAccessor(ArrayBlockingQueue.class.getDeclaredField("lock"));
        } catch (NoSuchFieldException otherJdk) {
            throw new IllegalStateException(otherJdk);
        }
    }

    /** Its three parts, or its tag where it has more. */
    private static Object parts(Locale locale) {
        List<String> parts = List.of(locale.getLanguage(), locale.getCountry(), locale.getVariant());
        return locale(parts).equals(locale) ? parts : locale.toLanguageTag();
    }

    private static Locale locale(@Nullable Object said) {
        if (said instanceof String tag) {
            return Locale.forLanguageTag(tag);
        }
        List<?> parts = list(said, 3);
        return Locale.of(text(parts.get(0)), text(parts.get(1)), text(parts.get(2)));
    }

    /** Without asking the network for a name. */
    private static List<Object> parts(InetAddress address) {
        String text = address.toString();
        String host = text.substring(0, text.indexOf('/'));
        int scope = address instanceof Inet6Address six ? six.getScopeId() : 0;
        return List.of(host, address.getAddress(), scope);
    }

    private static InetAddress address(@Nullable Object said) {
        List<?> parts = list(said, 3);
        String host = text(parts.get(0)).isEmpty() ? null : text(parts.get(0));
        byte[] bytes = as(byte[].class, parts.get(1));
        int scope = as(Integer.class, parts.get(2));
        try {
            return scope == 0 ? InetAddress.getByAddress(host, bytes) : Inet6Address.getByAddress(host, bytes, scope);
        } catch (UnknownHostException noAddress) {
            throw new SerializationException("the bytes are no address", "", noAddress);
        }
    }

    private static InetSocketAddress socketAddress(@Nullable Object said) {
        List<?> parts = list(said, 3);
        int port = as(Integer.class, parts.get(1));
        if (port < 0 || port > 0xffff) {
            throw new SerializationException("port=" + port + " is none", "");
        }
        return parts.get(2) instanceof InetAddress address
                ? new InetSocketAddress(address, port)
                : InetSocketAddress.createUnresolved(text(parts.get(0)), port);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // of whatever it holds
    private static Object copy(Collection values) {
        return switch (values) {
            case SortedSet sorted -> new TreeSet(sorted);
            case Set set -> new LinkedHashSet(set);
            case Deque deque when !(values instanceof List) -> new ArrayDeque(deque);
            default -> new ArrayList(values);
        };
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object copy(Map values) {
        return values instanceof SortedMap sorted ? new TreeMap(sorted) : new LinkedHashMap(values);
    }

    // ---- what bytes may be made of

    private static String text(@Nullable Object said) {
        return as(String.class, said);
    }

    private static List<?> list(@Nullable Object said, int size) {
        List<?> parts = as(List.class, said);
        if (parts.size() != size) {
            throw new SerializationException("parts=" + parts.size() + " of " + size, "");
        }
        return parts;
    }

    private static <V> V as(Class<V> type, @Nullable Object said) {
        if (!type.isInstance(said)) {
            throw new SerializationException(
                    (said == null ? "null" : said.getClass().getTypeName()) + " is no " + type.getTypeName(), "");
        }
        return type.cast(said);
    }
}
