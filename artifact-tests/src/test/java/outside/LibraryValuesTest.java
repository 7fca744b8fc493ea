package outside;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.base.Optional;
import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ArrayTable;
import com.google.common.collect.EnumMultiset;
import com.google.common.collect.HashBasedTable;
import com.google.common.collect.HashBiMap;
import com.google.common.collect.HashMultimap;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableBiMap;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableMultiset;
import com.google.common.collect.ImmutableRangeMap;
import com.google.common.collect.ImmutableRangeSet;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSetMultimap;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.ImmutableTable;
import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.LinkedListMultimap;
import com.google.common.collect.Lists;
import com.google.common.collect.Range;
import com.google.common.collect.Sets;
import com.google.common.collect.TreeBasedTable;
import com.google.common.collect.TreeMultimap;
import com.google.common.collect.TreeMultiset;
import com.google.common.collect.TreeRangeMap;
import com.google.common.collect.TreeRangeSet;
import com.google.common.hash.HashCode;
import com.google.common.net.HostAndPort;
import com.google.common.primitives.Ints;
import com.google.common.primitives.UnsignedLong;
import com.google.protobuf.ByteString;
import com.google.protobuf.Struct;
import com.google.protobuf.Timestamp;
import com.google.protobuf.Value;
import dev.mosaic.Mosaic;
import dev.mosaic.testing.ChildJvms;
import io.vavr.control.Option;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.commons.math3.complex.Complex;
import org.apache.commons.math3.fraction.Fraction;
import org.apache.commons.math3.geometry.euclidean.threed.Vector3D;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.BlockRealMatrix;
import org.apache.commons.math3.linear.MatrixUtils;
import org.eclipse.collections.api.factory.Bags;
import org.eclipse.collections.api.factory.Maps;
import org.eclipse.collections.impl.factory.primitive.IntLists;
import org.eclipse.collections.impl.list.Interval;
import org.joda.money.CurrencyUnit;
import org.joda.money.Money;
import org.joda.time.DateTime;
import org.joda.time.DateTimeZone;
import org.joda.time.LocalDate;
import org.joda.time.Period;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Values of libraries that a program has in other versions than Mosaic: they arrive equal in a worker, and back. */
class LibraryValuesTest {
    private static final int ORDERS = 12;

    private static Mosaic mosaic;

    /** What holds a value. */
    record Held(String name, Object value, List<Object> twice) {
        static Held of(String name, Object value) {
            return new Held(name, value, List.of(value, value));
        }
    }

    @BeforeAll
    static void start() {
        mosaic = Mosaic.start(o -> o.workers(2).noDashboard().jvmArguments(ChildJvms.JIT));
    }

    @AfterAll
    static void stop() {
        mosaic.close();
    }

    static Map<String, Object> values() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("ImmutableList", ImmutableList.of(1, 2, 3));
        all.put("ImmutableList of one", ImmutableList.of("one"));
        all.put("empty ImmutableList", ImmutableList.of());
        all.put("ImmutableList.reverse", ImmutableList.of(1, 2, 3).reverse());
        all.put("ImmutableList.subList", ImmutableList.of(1, 2, 3, 4).subList(1, 3));
        all.put("ImmutableSet", ImmutableSet.of("a", "b", "c"));
        all.put("ImmutableSet of enums", Sets.immutableEnumSet(TimeUnit.DAYS, TimeUnit.HOURS));
        all.put("ImmutableSortedSet", ImmutableSortedSet.of(3, 1, 2));
        all.put("ImmutableMap", ImmutableMap.of("a", 1, "b", 2));
        all.put("ImmutableMap.keySet", ImmutableMap.of("a", 1, "b", 2).keySet());
        all.put("ImmutableSortedMap", ImmutableSortedMap.of("b", 1, "a", 2));
        all.put("ImmutableBiMap", ImmutableBiMap.of("a", 1, "b", 2));
        all.put("ImmutableBiMap.inverse", ImmutableBiMap.of("a", 1, "b", 2).inverse());
        all.put("ImmutableListMultimap", ImmutableListMultimap.of("a", 1, "a", 2));
        all.put("ImmutableSetMultimap", ImmutableSetMultimap.of("a", 1, "a", 2));
        all.put("ImmutableMultiset", ImmutableMultiset.of("a", "a", "b"));
        all.put("ImmutableTable", ImmutableTable.of("row", "column", 1.5));
        all.put("ImmutableRangeSet", ImmutableRangeSet.of(Range.closed(1, 5)));
        all.put("ImmutableRangeMap", ImmutableRangeMap.of(Range.closedOpen(1, 5), "low"));
        all.put("HashBiMap", HashBiMap.create(Map.of("a", 1, "b", 2)));
        all.put("HashMultimap", HashMultimap.create(ImmutableSetMultimap.of("a", 1, "b", 2)));
        all.put("LinkedHashMultimap", LinkedHashMultimap.create(ImmutableSetMultimap.of("b", 1, "a", 2)));
        all.put("LinkedListMultimap", LinkedListMultimap.create(ImmutableListMultimap.of("b", 1, "b", 1)));
        all.put("ArrayListMultimap", ArrayListMultimap.create(ImmutableListMultimap.of("b", 1, "b", 1)));
        all.put("TreeMultimap", TreeMultimap.create(ImmutableSetMultimap.of("b", 1, "a", 2)));
        all.put("HashMultiset", HashMultiset.create(List.of("a", "a", "b")));
        all.put("TreeMultiset", TreeMultiset.create(List.of(3, 1, 3)));
        all.put("EnumMultiset", EnumMultiset.create(List.of(TimeUnit.DAYS, TimeUnit.DAYS)));
        all.put("HashBasedTable", HashBasedTable.create(ImmutableTable.of("row", "column", 1.5)));
        all.put("TreeBasedTable", TreeBasedTable.create(TreeBasedTable.<String, String, Integer>create()));
        all.put("ArrayTable", ArrayTable.create(List.of("r"), List.of("c")));
        all.put("Range", Range.closedOpen(1, 5));
        all.put("Range.all", Range.all());
        all.put("Range.atLeast", Range.atLeast(7L));
        TreeRangeSet<Integer> ranges = TreeRangeSet.create();
        ranges.add(Range.closed(1, 2));
        all.put("TreeRangeSet", ranges);
        TreeRangeMap<Integer, String> named = TreeRangeMap.create();
        named.put(Range.closed(1, 2), "first");
        all.put("TreeRangeMap", named);
        all.put("Optional of Guava", Optional.of("here"));
        all.put("absent Optional of Guava", Optional.absent());
        all.put("HashCode", HashCode.fromLong(42));
        all.put("HostAndPort", HostAndPort.fromParts("localhost", 80));
        all.put("Ints.asList", Ints.asList(1, 2, 3));
        all.put("UnsignedLong", UnsignedLong.MAX_VALUE);
        all.put("Lists.partition", Lists.partition(List.of(1, 2, 3), 2));
        all.put(
                "tree of Jackson",
                new ObjectMapper().valueToTree(Map.of("numbers", List.of(1, 2.5, "three"), "none", List.of())));
        all.putAll(ofOtherLibraries());
        return all;
    }

    private static Map<String, Object> ofOtherLibraries() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("MutableList of Eclipse", org.eclipse.collections.api.factory.Lists.mutable.of(1, 2, 3));
        all.put("ImmutableList of Eclipse", org.eclipse.collections.api.factory.Lists.immutable.of(1, 2, 3));
        all.put("MutableSet of Eclipse", org.eclipse.collections.api.factory.Sets.mutable.of("a", "b"));
        all.put("ImmutableSet of Eclipse", org.eclipse.collections.api.factory.Sets.immutable.of("a", "b", "c"));
        all.put("MutableMap of Eclipse", Maps.mutable.of("a", 1, "b", 2));
        all.put("ImmutableMap of Eclipse", Maps.immutable.of("a", 1, "b", 2));
        all.put("MutableBag of Eclipse", Bags.mutable.of("a", "a", "b"));
        all.put("IntList of Eclipse", IntLists.mutable.of(1, 2, 3));
        all.put("immutable IntList of Eclipse", IntLists.immutable.of(1, 2, 3));
        all.put("Interval of Eclipse", Interval.oneTo(5));
        all.put("IntArrayList of fastutil", new IntArrayList(new int[] {1, 2, 3}));
        all.put("DoubleArrayList of fastutil", new DoubleArrayList(new double[] {1, 2.5}));
        Int2IntOpenHashMap counts = new Int2IntOpenHashMap();
        counts.put(1, 2);
        counts.put(77, 3);
        all.put("Int2IntOpenHashMap of fastutil", counts);
        all.put("IntOpenHashSet of fastutil", new IntOpenHashSet(new int[] {1, 77, 5}));
        all.put("ObjectArrayList of fastutil", ObjectArrayList.of("a", "b"));
        all.put("Object2IntOpenHashMap of fastutil", new Object2IntOpenHashMap<>(Map.of("a", 1, "b", 2)));
        all.put("Array2DRowRealMatrix", MatrixUtils.createRealMatrix(new double[][] {{1, 2}, {3, 4}}));
        all.put("BlockRealMatrix", new BlockRealMatrix(new double[][] {{1, 2}, {3, 4}}));
        all.put("ArrayRealVector", new ArrayRealVector(new double[] {1, 2, 3}));
        all.put("Complex", new Complex(1, -2));
        all.put("Fraction", new Fraction(1, 3));
        all.put("Vector3D", new Vector3D(1, 2, 3));
        all.put("Money", Money.of(CurrencyUnit.EUR, 12.34));
        all.put("DateTime of Joda", new DateTime(2026, 10, 25, 2, 30, DateTimeZone.forID("Europe/Berlin")));
        all.put("LocalDate of Joda", new LocalDate(2026, 11, 29));
        all.put("Period of Joda", Period.days(3));
        all.put("Timestamp of protobuf", Timestamp.newBuilder().setSeconds(5).build());
        all.put(
                "Struct of protobuf",
                Struct.newBuilder()
                        .putFields("a", Value.newBuilder().setNumberValue(1.5).build())
                        .build());
        all.put("ByteString of protobuf", ByteString.copyFromUtf8("bytes"));
        all.put("List of Vavr", io.vavr.collection.List.of(1, 2, 3));
        all.put("HashMap of Vavr", io.vavr.collection.HashMap.of("a", 1, "b", 2));
        all.put("Option of Vavr", Option.of("here"));
        all.put("None of Vavr", Option.none());
        return all;
    }

    private static Object there(Object value) {
        return mosaic.submit(each -> each, value).result();
    }

    @TestFactory
    List<DynamicTest> shouldArriveEqualAndBack() {
        List<DynamicTest> tests = new ArrayList<>();
        values().forEach((name, value) -> tests.add(DynamicTest.dynamicTest(name, () -> {
            assertThat(there(value)).isEqualTo(value).hasSameHashCodeAs(value);
            assertThat(there(Held.of(name, value))).isEqualTo(Held.of(name, value));
            assertThat(mosaic.submit(text -> values().get(text), name).result())
                    .as("made in a worker")
                    .isEqualTo(value);
        })));
        return tests;
    }

    @Test
    void shouldArriveEqualInAnyOrder() {
        for (int seed = 0; seed < ORDERS; seed++) {
            List<Map.Entry<String, Object>> drawn = new ArrayList<>(values().entrySet());
            Collections.shuffle(drawn, new Random(seed));
            drawn.forEach(
                    each -> assertThat(there(each.getValue())).as(each.getKey()).isEqualTo(each.getValue()));
            List<Object> together = drawn.stream().map(Map.Entry::getValue).toList();
            assertThat(there(new ArrayList<>(together)))
                    .as("all of them in a list, order " + seed)
                    .isEqualTo(together);
        }
    }
}
