package dev.mosaic.node;

import static dev.mosaic.PutOption.durable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.ArgumentsTooLargeException;
import dev.mosaic.Mosaic;
import dev.mosaic.ObjectLostException;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.SerializationException;
import dev.mosaic.StartOptions;
import dev.mosaic.StoreFullException;
import dev.mosaic.Task;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import program.Reader;

/** Entries of the warehouse in a cluster of two workers, with 64 MiB of memory and as much disk. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RefSuite {
    static final Duration LONG = Eventually.PATIENCE;
    private static final int MEMORY_BYTES = 64 << 20;

    /** Of {@code double}: 16 MiB. */
    private static final int QUARTER = MEMORY_BYTES / 4 / Double.BYTES;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    static Path folder;

    private Transcript transcript;
    private Mosaic mosaic;

    abstract void choose(StartOptions options);

    @BeforeAll
    void start() {
        transcript = new Transcript();
        mosaic = Mosaic.start(options -> choose(options.workers(2)
                .warehouseMemory(MEMORY_BYTES)
                .warehouseDisk(MEMORY_BYTES)
                .warehouseFolder(folder)));
    }

    @AfterAll
    void end() {
        mosaic.close();
        transcript.close();
        assertThat(folder).as("what was on disk").isEmptyDirectory();
    }

    final Mosaic mosaic() {
        return mosaic;
    }

    /** Refs are counted by their home: it answers for each. */
    @Tag("long")
    @Tag("variants")
    @Test
    void shouldPassSixtySixThousandRefsInOneCall() {
        List<Object> refs = new ArrayList<>();
        for (int i = 0; i < 66_000; i++) {
            refs.add(mosaic.put(i));
        }
        Remote<Reader> reader = reader();
        assertThat(reader.call(Reader::count, refs).result(LONG)).isEqualTo(66_000);
        assertThat(reader.call(Reader::count, List.of()).result(LONG))
                .as("and a call behind it runs")
                .isZero();
    }

    final Remote<Reader> reader() {
        return mosaic.remote(Reader::new);
    }

    static double[] filled(int count, double value) {
        double[] values = new double[count];
        Arrays.fill(values, value);
        return values;
    }

    @Test
    void shouldResolveARefInTheWorker_S3_4() {
        Ref<double[]> small = mosaic.put(new double[] {1, 2, 3});
        Ref<double[]> large = mosaic.put(filled(100_000, 0.5));
        assertThat(reader().call(Reader::sum, small).result(LONG)).isEqualTo(6);
        assertThat(reader().call(Reader::sum, large).result(LONG)).isEqualTo(50_000);
        assertThat(reader().call(Reader::sums, small, large).result(LONG)).isEqualTo(50_006);
        small.drop();
        large.drop();
    }

    @Test
    void shouldPutDurableResultsIntoTheWarehouse_S3_3() {
        Remote<Reader> reader = reader();
        Task<double[]> large = reader.withCallOptions(o -> o.durableResult()).call(Reader::ones, 100_000);
        Task<double[]> small = reader.withCallOptions(o -> o.durableResult()).call(Reader::ones, 3);
        Task<List<String>> words =
                Task.flat(reader.withCallOptions(o -> o.durableResult()).call(Reader::words));
        assertThat(reader().call(Reader::sums, large, small).result(LONG)).isEqualTo(100_003);
        assertThat(large.result(LONG)).hasSize(100_000).endsWith(1);
        assertThat(small.result(LONG)).containsExactly(1, 1, 1);
        assertThat(words.result(LONG)).containsExactly("a", "b");
    }

    @Test
    void shouldRefuseAValueThatTheTypeOfItsRefDoesNotAllow() {
        Ref<List<String>> ref = reader().call(Reader::putsOther).result(LONG);
        assertThatThrownBy(ref::value)
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=" + Reader.Unsaid.class.getName())
                .hasMessageContaining(Reader.class.getName() + ".putsOther()");
        ref.drop();
    }

    @Test
    void shouldCarryRefsAsThemselves_S4_1() {
        Ref<double[]> ref = mosaic.put(filled(100_000, 0.25));
        assertThat(reader().call(Reader::sumOf, ref).result(LONG)).isEqualTo(25_000);
        assertThat(reader().call(Reader::sumOfSegment, ref).result(LONG)).isEqualTo(25_000);
        assertThat(mosaic.submit(() -> ref.value().length).result(LONG)).isEqualTo(100_000);
        assertThat(ref.uid()).startsWith("ware-double-array-");
        assertThat(ref.sizeBytes()).isBetween(800_000L, 800_100L);
        ref.drop();
    }

    @Test
    void shouldCaptureWhatIsPut_S4_1() {
        double[] values = filled(100_000, 1);
        Ref<double[]> ref = mosaic.put(values);
        values[0] = 7;
        assertThat(ref.value()[0]).isEqualTo(1);
        assertThat(mosaic.put(values)).as("always a new entry").isNotEqualTo(ref);
        ref.drop();
    }

    @Test
    void shouldKeepAnyValue_S4_1() {
        Map<String, Object> mixed = new HashMap<>();
        mixed.put("text", "x".repeat(100_000));
        mixed.put("numbers", List.of(1, 2, 3));
        mixed.put("array", new int[] {4, 5});
        Map<String, Object> back = mosaic.put(mixed).value();
        assertThat(back).containsOnlyKeys("text", "numbers", "array");
        assertThat(back.get("text")).isEqualTo("x".repeat(100_000));
        assertThat((int[]) back.get("array")).containsExactly(4, 5);
        assertThat(mosaic.<String>put(null).value()).isNull();
    }

    @Test
    void shouldHoldEntriesInsideEntries_S4_1() {
        Ref<List<Ref<double[]>>> outer = mosaic.put(new ArrayList<>(List.of(mosaic.put(filled(50_000, 2)))));
        for (int i = 0; i < 5; i++) {
            System.gc(); // nobody but the entry holds the inner ref
            assertThat(mosaic.submit(() -> 1).result(LONG)).isEqualTo(1);
        }
        assertThat(outer.value().getFirst().value()).hasSize(50_000);
        outer.drop();
    }

    @Test
    void shouldShareOneValueInAProcess_S4_1() {
        Ref<double[]> ref = mosaic.put(filled(100_000, 3));
        double[] first = ref.value();
        assertThat(ref.value()).isSameAs(first);
        ref.drop();
    }

    @Test
    void shouldViewTheBytesReadOnly_S4_2() {
        Ref<float[]> ref = mosaic.put(new float[] {1.5f, 2.5f});
        assertThat(ref.segment().isReadOnly()).isTrue();
        assertThat(ref.segment().toArray(java.lang.foreign.ValueLayout.JAVA_FLOAT))
                .containsExactly(1.5f, 2.5f);
        Ref<double[]> large = mosaic.put(filled(1 << 20, 1));
        MemorySegment view = large.segment();
        assertThat(view.isReadOnly()).isTrue();
        assertThat(view.byteSize()).isEqualTo(8L << 20);
        assertThat(large.segment()).isSameAs(view);
        assertThat(reader().call(Reader::secondReadNanos, large).result(LONG))
                .as("the second read")
                .isLessThan(1_000_000);
        assertThatThrownBy(() -> mosaic.put("a text").segment())
                .isInstanceOf(dev.mosaic.SerializationException.class)
                .hasMessageContaining("has no segment");
        large.drop();
        assertThat(view.getAtIndex(java.lang.foreign.ValueLayout.JAVA_DOUBLE, 5))
                .as("a view stays valid")
                .isEqualTo(1);
    }

    @Test
    void shouldPutFromWorkers_S4_1() {
        Remote<Reader> maker = reader();
        Ref<double[]> ref = maker.call(Reader::puts, 100_000, 4.0).result(LONG);
        assertThat(ref.value()).hasSize(100_000).contains(4.0);
        assertThat(reader().call(Reader::sum, ref).result(LONG)).isEqualTo(400_000);
        ref.drop();
    }

    @Test
    void shouldFailReadersOnceDropped_S4_6() {
        Ref<double[]> ref = mosaic.put(filled(100_000, 1));
        Remote<Reader> keeper = reader();
        keeper.call(Reader::keeps, ref).await(LONG);
        ref.drop();
        assertThatThrownBy(ref::value)
                .isInstanceOf(ObjectLostException.class)
                .hasMessageContaining("it was dropped")
                .hasMessageContaining("ware-double-array-");
        assertThatThrownBy(() -> keeper.call(Reader::sumOfKept).result(LONG)).isInstanceOf(ObjectLostException.class);
        assertThatThrownBy(() -> reader().call(Reader::sum, ref).result(LONG))
                .hasRootCauseInstanceOf(ObjectLostException.class);
    }

    @Test
    void shouldLiveWhileAWorkerHoldsIt_S4_6() {
        Remote<Reader> keeper = reader();
        keeper.call(Reader::keeps, mosaic.put(filled(100_000, 1))).await(LONG);
        for (int i = 0; i < 3; i++) {
            System.gc();
            assertThat(keeper.call(Reader::sumOfKept).result(LONG)).isEqualTo(100_000);
        }
    }

    @Test
    void shouldForgetWhatNobodyHolds_S4_6() {
        for (int i = 0; i < 24; i++) { // three times what memory and disk take together
            assertThat(mosaic.put(filled(QUARTER, i)).sizeBytes()).isGreaterThan(16 << 20);
            System.gc();
        }
    }

    @Test
    void shouldGiveTheMemoryOfDroppedViewsBack_S4_6() {
        Remote<Reader> viewer = reader();
        for (int i = 0; i < 16; i++) { // four times the memory; no call makes garbage enough to be collected by itself
            Ref<double[]> ref = mosaic.put(filled(QUARTER, i));
            assertThat(viewer.call(Reader::lastOfSegment, ref).result(LONG)).isEqualTo(i);
            ref.drop();
        }
    }

    @Test
    void shouldSpillAndReadBack_S4_4() {
        List<Ref<double[]>> refs = new ArrayList<>();
        for (int i = 0; i < 6; i++) { // four in memory, two on disk, and room there to exchange one for another
            refs.add(mosaic.put(filled(QUARTER, i)));
        }
        for (int i = 0; i < 6; i++) {
            double[] back = refs.get(i).value();
            assertThat(back.length).isEqualTo(QUARTER);
            assertThat(Arrays.stream(back).distinct().toArray()).containsExactly(i);
        }
        assertThat(reader().call(Reader::sum, refs.getFirst()).result(LONG)).isZero();
        refs.forEach(Ref::drop);
    }

    @Test
    void shouldTellWhenNoTierHasRoom_S4_7() {
        List<Ref<double[]>> refs = new ArrayList<>();
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 10; i++) {
                        refs.add(mosaic.put(filled(QUARTER, i)));
                    }
                })
                .isInstanceOf(StoreFullException.class)
                .hasMessageContaining("memory usedBytes=")
                .hasMessageContaining("disk usedBytes=");
        assertThat(refs).as("what memory and disk take").hasSizeBetween(7, 8);
        refs.removeLast().drop();
        refs.removeLast().drop();
        for (int i = 0; i < refs.size(); i++) {
            assertThat(refs.get(i).value()[QUARTER - 1]).as("entry %s", i).isEqualTo(i);
        }
        refs.forEach(Ref::drop);
        mosaic.put(filled(QUARTER, 1)).drop();
    }

    @Test
    void shouldRefuseACallWhoseRefsCannotFit_S4_4() {
        Ref<double[]> first = mosaic.put(filled(2 * QUARTER + 1, 1));
        Ref<double[]> second = mosaic.put(filled(2 * QUARTER + 1, 1));
        assertThatThrownBy(() -> reader().call(Reader::sums, first, second).result(LONG))
                .isInstanceOf(ArgumentsTooLargeException.class)
                .hasMessageContaining("memoryBytes=" + MEMORY_BYTES);
        assertThatThrownBy(() -> mosaic.put(filled(5 * QUARTER, 1))).isInstanceOf(ArgumentsTooLargeException.class);
        first.drop();
        second.drop();
    }

    @Test
    void shouldFlushWhatIsDurable_S4_5() {
        assertThat(filesOf(800_000)).as("files before").isZero();
        Ref<double[]> ref = mosaic.put(filled(100_000, 9), durable());
        assertThat(filesOf(800_000)).as("files with it").isOne();
        assertThat(ref.value()).contains(9.0);
        ref.drop();
        Eventually.holds("its file is gone", () -> filesOf(800_000) == 0);
    }

    /** How many entries of that size are on disk. */
    private static long filesOf(long bytes) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(Path::toFile)
                    .filter(file -> file.isFile() && file.length() >= bytes && file.length() < bytes + 1_000)
                    .count();
        } catch (IOException | java.io.UncheckedIOException changing) {
            return -1;
        }
    }

    @Test
    void shouldMoveLargeArgumentsAndResultsManyTimes_S3_1() {
        Remote<Reader> maker = reader();
        Remote<Reader> other = reader();
        for (int i = 1; i <= 40; i++) {
            Task<double[]> made = maker.call(Reader::makes, 1 << 18, (double) i);
            assertThat(other.call(Reader::sum, made).result(LONG)).isEqualTo((double) i * (1 << 18));
            assertThat(other.call(Reader::sum, filled(1 << 18, i)).result(LONG)).isEqualTo((double) i * (1 << 18));
        }
    }
}
