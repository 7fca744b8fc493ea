package dev.mosaic.parallel;

import dev.mosaic.Copies;
import dev.mosaic.InvalidOptionException;
import dev.mosaic.function.Function0;
import dev.mosaic.function.Function1;
import dev.mosaic.function.Function2;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A collection of items in partitions, like {@code dask.bag}: {@code Bag.lines(files, 64 << 20).flatMap(Words::of).frequencies().compute(mosaic)}.
 *
 * <p>Nothing is read before the result is computed. All steps of a partition run as one task, item by item, so a partition of a file need not fit
 * into memory. Partial results stay in their workers, and are merged there, {@value #FAN_IN} at a time, always in the order of the partitions. So the
 * same partitions give the same bits, on any workers.
 *
 * <p><b>Keys</b> of {@link #groupBy}, {@link #join}, {@link #foldBy} and {@link #frequencies} are compared by {@code equals} in several processes. So
 * their class must have equal copies: a record, a string, a number, an enum, a list of these, null, or a class with its own {@code equals} and
 * {@code hashCode}. Arrays and other classes fail with {@link dev.mosaic.SerializationException}.
 *
 * <p><b>Threading:</b> immutable. <b>Cost:</b> a task for each partition, and one for each {@value #FAN_IN} partial results. If two results use one
 * bag, it is read twice, except after {@link #persist}. <b>Failure:</b> as for {@link Graph}.
 *
 * @param <T> the type of the items
 */
public final class Bag<T> {
    private static final int FAN_IN = 8;

    /**
     * A partition.
     *
     * @param source what the items are made of; it may travel
     * @param open makes the items
     */
    private record Partition<T>(Delayed<?> source, Function1<Object, Stream<T>> open) {
        private <R extends @Nullable Object> Delayed<R> then(Function1<Stream<T>, R> function) {
            Function1<Object, Stream<T>> opener = open;
            Delayed<?> from = source;
            return from.then(value -> {
                try (Stream<T> items = opener.apply(value)) {
                    return function.apply(items);
                }
            });
        }
    }

    private final List<Partition<T>> partitions;

    private Bag(List<Partition<T>> partitions) {
        this.partitions = partitions;
    }

    // ---- sources

    /**
     * A bag of these items.
     *
     * @param partitions the number of partitions, at most one for each item; their sizes differ by one at most. Use a few for each worker
     */
    public static <T> Bag<T> of(Collection<? extends T> items, int partitions) {
        if (partitions < 1) {
            throw new InvalidOptionException("partitions=" + partitions + " is less than 1", "give 1 or more");
        }
        List<T> all = List.copyOf(items);
        int count = Math.min(partitions, Math.max(1, all.size()));
        List<Delayed<List<T>>> parts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            List<T> part = new ArrayList<>(all.subList(bound(i, count, all.size()), bound(i + 1, count, all.size())));
            parts.add(Delayed.of(() -> part));
        }
        return from(parts);
    }

    private static int bound(int part, int parts, int size) {
        return (int) ((long) part * size / parts);
    }

    /** The items of computed lists: each list is a partition. */
    public static <T> Bag<T> from(List<? extends Delayed<? extends Collection<T>>> lists) {
        return new Bag<>(lists.stream().map(list -> Bag.<T>computed(list)).toList());
    }

    @SuppressWarnings("unchecked") // the source gives it
    private static <T> Partition<T> computed(Delayed<? extends Collection<T>> list) {
        return new Partition<>(list, items -> ((Collection<T>) items).stream());
    }

    /** {@link #lines(Collection, long, Charset)} for files in UTF-8. */
    public static Bag<String> lines(Collection<Path> files, long blockBytes) {
        return lines(files, blockBytes, StandardCharsets.UTF_8);
    }

    /**
     * The lines of text files, without their line ends ({@code \n} or {@code \r\n}). Workers read the files by the same paths.
     *
     * <p>A gzip file is recognised by its first bytes, decompressed, and is one partition. Other compressed files, and bytes that are not valid in the
     * charset, fail with an {@link java.io.UncheckedIOException} that has the file and the position of the byte (after decompression).
     *
     * @param blockBytes the part of a file for each partition; 64 MiB is a good choice
     * @param charset a charset in which a line end is the byte 10: not UTF-16 or UTF-32
     */
    public static Bag<String> lines(Collection<Path> files, long blockBytes, Charset charset) {
        if (blockBytes < 1) {
            throw new InvalidOptionException("blockBytes=" + blockBytes + " is less than 1", "give 1 or more");
        }
        Charset known = TextBlock.checked(charset);
        return new Bag<>(files.stream()
                .flatMap(file -> TextBlock.of(file, blockBytes, known).stream())
                .map(block -> new Partition<>(Delayed.of(() -> block), any -> ((TextBlock) any).lines()))
                .toList());
    }

    /** {@link #lines(List, Charset)} for streams in UTF-8. */
    public static Bag<String> lines(List<? extends Function0<? extends InputStream>> opened) {
        return lines(opened, StandardCharsets.UTF_8);
    }

    /**
     * The lines of input streams, each of which is a partition: objects of S3, read by a client of the program, or files in another compression. The
     * streams are opened and closed in workers. Gzip is decompressed, as in {@linkplain #lines(Collection, long, Charset) files}.
     *
     * <pre>{@code
     * Bag.lines(keys.stream().map(key -> Bag.opener(() -> s3().getObject(GetObjectArgs.builder().bucket("logs").object(key).build()))).toList())
     * }</pre>
     */
    public static Bag<String> lines(List<? extends Function0<? extends InputStream>> opened, Charset charset) {
        String name = TextBlock.checked(charset).name();
        List<Partition<String>> partitions = new ArrayList<>(opened.size());
        for (int i = 0; i < opened.size(); i++) {
            partitions.add(opened(opened.get(i), name, "stream=" + i));
        }
        return new Bag<>(partitions);
    }

    @SuppressWarnings("unchecked") // the source gives it
    private static Partition<String> opened(Function0<? extends InputStream> open, String charset, String source) {
        return new Partition<>(
                Delayed.of(() -> open),
                any -> TextBlock.lines(
                        ((Function0<? extends InputStream>) any).apply(), Charset.forName(charset), source));
    }

    /** Returns its argument. It gives a lambda the type that {@link #lines(List)} takes. */
    public static Function0<InputStream> opener(Function0<InputStream> open) {
        return open;
    }

    /** The number of partitions. */
    public int partitions() {
        return partitions.size();
    }

    // ---- steps

    private <R> Bag<R> stepping(Function1<Stream<T>, Stream<R>> step) {
        return new Bag<>(partitions.stream()
                .map(part -> {
                    Function1<Object, Stream<T>> open = part.open();
                    return new Partition<R>(part.source(), value -> step.apply(open.apply(value)));
                })
                .toList());
    }

    /** The results of a function for each item. */
    public <R> Bag<R> map(Function1<? super T, ? extends R> function) {
        return stepping(items -> {
            var own = PerCall.of(function);
            return items.map(item -> Rethrown.apply(own, item));
        });
    }

    /** The items for which the function returns true. */
    public Bag<T> filter(Function1<? super T, Boolean> function) {
        return stepping(items -> {
            var own = PerCall.of(function);
            return items.filter(item -> Rethrown.apply(own, item));
        });
    }

    /** All items of the streams that the function returns. */
    public <R> Bag<R> flatMap(Function1<? super T, ? extends Stream<? extends R>> function) {
        return stepping(items -> {
            var own = PerCall.of(function);
            return items.flatMap(item -> Rethrown.apply(own, item));
        });
    }

    /** A bag of the same items, which are kept in the workers while one graph is computed. So they are computed once for all its results. */
    public Bag<T> persist() {
        List<Delayed<List<T>>> lists = new ArrayList<>();
        partitions.forEach(part -> lists.add(part.then(items -> new ArrayList<>(items.toList()))));
        return from(lists);
    }

    /**
     * Joins each item of this bag with the items of a small bag that have the same key.
     *
     * @param small all its items are sent to every worker
     * @param key the key of an item of this bag
     * @param smallKey the key of an item of the small bag
     * @param put makes the resulting item from two
     */
    public <S, K extends @Nullable Object, R> Bag<R> join(
            Bag<S> small,
            Function1<? super T, ? extends K> key,
            Function1<? super S, ? extends K> smallKey,
            Function2<? super T, ? super S, ? extends R> put) {
        Delayed<Map<K, List<S>>> table = small.<K>grouped(smallKey);
        return new Bag<>(partitions.stream()
                .map(part -> {
                    Function1<Object, Stream<T>> open = part.open();
                    Delayed<?> both = Delayed.all(List.of(part.source(), table));
                    return new Partition<R>(both, value -> Bag.joined(value, open, key, put));
                })
                .toList());
    }

    @SuppressWarnings("unchecked") // the sources give it
    private static <T, S, K extends @Nullable Object, R> Stream<R> joined(
            Object sources,
            Function1<Object, Stream<T>> open,
            Function1<? super T, ? extends K> key,
            Function2<? super T, ? super S, ? extends R> put)
            throws Exception {
        List<Object> both = (List<Object>) sources;
        Map<K, List<S>> table = (Map<K, List<S>>) both.get(1);
        var ownKey = PerCall.of(key);
        var ownPut = PerCall.of(put);
        return open.apply(both.getFirst())
                .flatMap(item -> others(table, Rethrown.apply(ownKey, item)).stream()
                        .map(other -> Rethrown.apply(ownPut, item, other)));
    }

    private static <S, K extends @Nullable Object> List<S> others(Map<K, List<S>> table, K key) {
        List<S> others = table.get(key);
        if (others == null) {
            KeyHash.check(key);
            return List.of();
        }
        return others;
    }

    /**
     * Groups the items by key. The result has each key once, with its items in the order of the bag. All items are sent to the worker of their key;
     * for a sum or a count by key, {@link #foldBy} transfers far less.
     *
     * <p>Keys that are strings, numbers, dates, enums, or records and collections of these are spread over the partitions. The {@code hashCode} of
     * any other class may differ between processes, so all its keys go to one partition.
     *
     * @param into the number of partitions of the result
     */
    public <K extends @Nullable Object> Bag<Map.Entry<K, List<T>>> groupBy(
            Function1<? super T, ? extends K> key, int into) {
        if (into < 1) {
            throw new InvalidOptionException("into=" + into + " is less than 1", "give 1 or more");
        }
        List<Delayed<List<Map<K, List<T>>>>> split = new ArrayList<>();
        for (Partition<T> part : partitions) {
            split.add(part.then(items -> Bag.<T, K>split(Bag.<T, K>grouped(items, key), into)));
        }
        List<Delayed<List<Map.Entry<K, List<T>>>>> groups = new ArrayList<>();
        for (int i = 0; i < into; i++) {
            int number = i;
            List<Delayed<Map<K, List<T>>>> mine = new ArrayList<>();
            split.forEach(each -> mine.add(each.then(maps -> maps.get(number))));
            groups.add(merged(mine)
                    .then(map -> new ArrayList<>(map.entrySet().stream()
                            .map(each -> new AbstractMap.SimpleImmutableEntry<>(each))
                            .toList())));
        }
        return from(groups);
    }

    private static <T, K extends @Nullable Object> Map<K, List<T>> grouped(
            Stream<T> items, Function1<? super T, ? extends K> key) {
        Map<K, List<T>> groups = new LinkedHashMap<>();
        var own = PerCall.of(key);
        items.forEach(item ->
                groups.computeIfAbsent(Rethrown.apply(own, item), Bag::none).add(item));
        return groups;
    }

    /** No items yet, of a key that is new. */
    private static <K extends @Nullable Object, T> List<T> none(K key) {
        KeyHash.check(key);
        return new ArrayList<>();
    }

    private static <T, K extends @Nullable Object> List<Map<K, List<T>>> split(Map<K, List<T>> groups, int into) {
        List<Map<K, List<T>>> maps = new ArrayList<>();
        for (int i = 0; i < into; i++) {
            maps.add(new LinkedHashMap<>());
        }
        groups.forEach(
                (key, items) -> maps.get(Math.floorMod(KeyHash.of(key), into)).put(key, items));
        return maps;
    }

    private <K extends @Nullable Object> Delayed<Map<K, List<T>>> grouped(Function1<? super T, ? extends K> key) {
        List<Delayed<Map<K, List<T>>>> maps = new ArrayList<>();
        partitions.forEach(part -> maps.add(part.then(items -> Bag.<T, K>grouped(items, key))));
        return merged(maps);
    }

    private static <T, K extends @Nullable Object> Delayed<Map<K, List<T>>> merged(
            List<Delayed<Map<K, List<T>>>> maps) {
        if (maps.isEmpty()) {
            return Delayed.of(() -> new LinkedHashMap<>());
        }
        return Delayed.treeReduce(maps, FAN_IN, (first, second) -> {
            second.forEach((key, items) ->
                    first.computeIfAbsent(key, any -> new ArrayList<>()).addAll(items));
            return first;
        });
    }

    // ---- results

    /**
     * Folds all items to one value.
     *
     * @param zero creates the first value of a partition, and the result for no items
     * @param add adds an item; it may change and return its first argument
     * @param combine merges the results of adjacent partitions; it may change and return its first argument
     */
    public <R extends @Nullable Object> Delayed<R> fold(
            Function0<R> zero, Function2<R, ? super T, R> add, Function2<R, R, R> combine) {
        return fold(zero, add, combine, FAN_IN);
    }

    /**
     * {@link #fold(Function0, Function2, Function2)} that merges {@code fanIn} partial results at a time.
     *
     * @param fanIn 2 or more
     */
    public <R extends @Nullable Object> Delayed<R> fold(
            Function0<R> zero, Function2<R, ? super T, R> add, Function2<R, R, R> combine, int fanIn) {
        if (partitions.isEmpty()) {
            return Delayed.of(zero);
        }
        List<Delayed<R>> parts = new ArrayList<>();
        for (Partition<T> part : partitions) {
            parts.add(part.then(items -> {
                var own = PerCall.of(add);
                R value = zero.apply();
                for (var each = items.iterator(); each.hasNext(); ) {
                    value = own.apply(value, each.next());
                }
                return value;
            }));
        }
        return Delayed.treeReduce(parts, fanIn, combine);
    }

    /**
     * Reduces all items to one, two by two; empty for no items.
     *
     * @param plus combines two items; it may change its first argument, which is a copy, and return it
     */
    public Delayed<Optional<T>> reduce(Function2<T, T, T> plus) {
        Function2<Optional<T>, T, Optional<T>> add =
                (sum, item) -> Optional.of(sum.isPresent() ? plus.apply(sum.get(), item) : Copies.of(item));
        Function2<Optional<T>, Optional<T>, Optional<T>> combine =
                (first, second) -> second.isPresent() ? add.apply(first, second.get()) : first;
        return fold(Optional::empty, add, combine);
    }

    /**
     * {@link #fold} for each key.
     *
     * @param key the key of an item
     */
    public <K extends @Nullable Object, R> Delayed<Map<K, R>> foldBy(
            Function1<? super T, ? extends K> key,
            Function0<R> zero,
            Function2<R, ? super T, R> add,
            Function2<R, R, R> combine) {
        return this.<Map<K, R>>fold(
                () -> new HashMap<>(),
                (map, item) -> {
                    K of = key.apply(item);
                    R known = map.get(of);
                    if (known == null) {
                        KeyHash.check(of);
                        known = zero.apply();
                    }
                    map.put(of, add.apply(known, item));
                    return map;
                },
                (first, second) -> {
                    var own = PerCall.of(combine);
                    for (Map.Entry<K, R> each : second.entrySet()) {
                        R known = first.get(each.getKey());
                        first.put(each.getKey(), known == null ? each.getValue() : own.apply(known, each.getValue()));
                    }
                    return first;
                });
    }

    /** The number of occurrences of each item. */
    public Delayed<Map<T, Long>> frequencies() {
        List<Delayed<Map<T, Long>>> parts = new ArrayList<>();
        partitions.forEach(part -> parts.add(part.then(Bag::counted)));
        if (parts.isEmpty()) {
            return Delayed.of(() -> new HashMap<>());
        }
        return Delayed.treeReduce(parts, FAN_IN, (first, second) -> {
            second.forEach((item, count) -> first.merge(item, count, Long::sum));
            return first;
        });
    }

    private static <T> Map<T, Long> counted(Stream<T> items) {
        Map<T, long[]> counts = new HashMap<>();
        items.forEach(item -> counts.computeIfAbsent(item, Bag::zero)[0]++);
        Map<T, Long> frequencies = HashMap.newHashMap(counts.size());
        counts.forEach((item, count) -> frequencies.put(item, count[0]));
        return frequencies;
    }

    /** How often a key is there that is new. */
    private static <K extends @Nullable Object> long[] zero(K key) {
        KeyHash.check(key);
        return new long[1];
    }

    /** The number of items. */
    public Delayed<Long> count() {
        return fold(() -> 0L, (count, item) -> count + 1, Long::sum);
    }

    /**
     * Computes the items with the largest keys, the largest first. Of items with equal keys, the first ones are chosen.
     *
     * @param most the number of items to return
     */
    public <C extends Comparable<C>> Delayed<List<T>> topk(int most, Function1<? super T, C> key) {
        if (most < 1) {
            throw new InvalidOptionException("topk=" + most + " is less than 1", "give 1 or more");
        }
        List<Delayed<List<T>>> parts = new ArrayList<>();
        partitions.forEach(part -> parts.add(part.then(items -> Bag.<T, C>largest(items, most, key))));
        if (parts.isEmpty()) {
            return Delayed.of(() -> new ArrayList<>());
        }
        return Delayed.treeReduce(
                parts,
                FAN_IN,
                (first, second) -> Bag.<T, C>largest(Stream.concat(first.stream(), second.stream()), most, key));
    }

    private record Ranked<T, C extends Comparable<C>>(T item, C key, long number) {}

    private static <T, C extends Comparable<C>> List<T> largest(
            Stream<T> items, int most, Function1<? super T, C> key) {
        Comparator<Ranked<T, C>> order = Comparator.comparing((Ranked<T, C> each) -> each.key())
                .thenComparing(Ranked::number, Comparator.reverseOrder());
        PriorityQueue<Ranked<T, C>> queue = new PriorityQueue<>(order);
        long number = 0;
        Function1<? super T, C> own = PerCall.of(key);
        for (var each = items.iterator(); each.hasNext(); number++) {
            T item = each.next();
            queue.add(new Ranked<>(item, Rethrown.apply(own, item), number));
            if (queue.size() > most) {
                queue.poll();
            }
        }
        List<T> largest = new ArrayList<>(queue.size());
        queue.stream().sorted(order.reversed()).forEach(each -> largest.add(each.item()));
        return largest;
    }

    /** All items, in their order. */
    public Delayed<List<T>> toList() {
        return fold(
                () -> new ArrayList<>(),
                (list, item) -> {
                    list.add(item);
                    return list;
                },
                (first, second) -> {
                    first.addAll(second);
                    return first;
                });
    }
}
