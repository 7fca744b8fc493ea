package dev.mosaic.store;

import static dev.mosaic.PutOption.durable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mosaic.DurabilityUnavailableException;
import dev.mosaic.Mosaic;
import dev.mosaic.ObjectLostException;
import dev.mosaic.Ref;
import dev.mosaic.S3Options;
import dev.mosaic.StoreFullException;
import dev.mosaic.TimedOutException;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import dev.mosaic.warehouse.s3.S3Server;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** S4.4 to S4.7: a cluster with a bucket of a real server behind its disk. */
@Tag("s3")
class S3WarehouseTest {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration LONG = Eventually.PATIENCE;
    private static final int MEMORY_BYTES = 16 << 20;
    private static final int DISK_BYTES = 32 << 20;

    /** Of {@code double}: 4 MiB. */
    private static final int PIECE = 1 << 19;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path objects;

    @TempDir
    Path files;

    private S3Server server;
    private S3Options s3;
    private Mosaic mosaic;

    @BeforeEach
    void startServer() {
        server = S3Server.own(objects);
        s3 = server.bucket("warehouse").withPrefix("here").withTimeout(LONG);
    }

    @AfterEach
    void end() throws Exception {
        if (mosaic != null) {
            mosaic.close();
            assertThat(server.keys(s3)).as("objects left").isEmpty();
            assertThat(files).as("files left").isEmptyDirectory();
        }
        if (server != null) {
            server.close();
        }
    }

    private void start(long memoryBytes, long diskBytes) {
        mosaic = Mosaic.start(options -> options.inProcess()
                .workers(1)
                .warehouseMemory(memoryBytes)
                .warehouseDisk(diskBytes)
                .warehouseFolder(files)
                .warehouseS3(s3));
    }

    private void start() {
        start(MEMORY_BYTES, DISK_BYTES);
    }

    private static double[] piece(int seed) {
        return piece(seed, PIECE);
    }

    private static double[] piece(int seed, int count) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = seed * 1e6 + i;
        }
        return values;
    }

    private static void assertIs(Ref<double[]> ref, int seed) {
        assertThat(Arrays.equals(ref.value(), piece(seed, ref.value().length)))
                .as("entry %s", seed)
                .isTrue();
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + LONG.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            LockSupport.parkNanos(20_000_000);
        }
        assertThat(condition.getAsBoolean()).as(what).isTrue();
    }

    private List<Ref<double[]>> putMany(int count) {
        List<Ref<double[]>> refs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            refs.add(mosaic.put(piece(i)));
        }
        return refs;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 10, 5_000, 100_000, 3_000_000, 13_000_000})
    void shouldGiveDurableBytesBack_S4_5(int count) {
        start(256 << 20, DISK_BYTES);
        Ref<double[]> ref = mosaic.put(piece(1, count), durable());
        assertThat(server.keys(s3)).as("objects").singleElement().asString().startsWith("here/warehouse-0");
        assertIs(ref, 1);
        ref.drop();
        await("its object is gone", () -> server.keys(s3).isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"'', warehouse-0", "here, here/warehouse-0", "here/, here/warehouse-0"})
    void shouldPutObjectsBelowThePrefix(String prefix, String begin) {
        s3 = s3.withPrefix(prefix);
        start();
        Ref<double[]> ref = mosaic.put(piece(1), durable());
        assertThat(server.keys(s3)).singleElement().asString().startsWith(begin);
        ref.drop();
        await("its object is gone", () -> server.keys(s3).isEmpty());
    }

    @Test
    void shouldReadFromEveryTier_S4_4() {
        start();
        List<Ref<double[]>> refs = putMany(20); // 80 MiB through 16 of memory and 32 of disk
        assertThat(server.keys(s3)).as("objects").hasSizeGreaterThanOrEqualTo(8);
        for (int i = 0; i < 20; i++) {
            assertIs(refs.get(i), i);
        }
        for (int i = 19; i >= 0; i--) {
            assertIs(refs.get(i), i);
        }
        refs.forEach(Ref::drop);
        await("all objects are gone", () -> server.keys(s3).isEmpty());
    }

    @Test
    void shouldTellWhatIsMissingOrDamaged_S4_7() {
        start();
        List<Ref<double[]>> refs = putMany(20);
        List<String> keys = server.keys(s3);
        Ref<double[]> missing = of(refs, keys.get(0));
        Ref<double[]> damaged = of(refs, keys.get(1));
        server.delete(s3, keys.get(0));
        server.corrupt(s3, keys.get(1));
        assertThatThrownBy(missing::value)
                .isInstanceOf(ObjectLostException.class)
                .hasMessageContaining(missing.uid())
                .hasMessageContaining(" of " + missing.sizeBytes() + " B, put by unit ")
                .hasMessageContaining("tier=s3: bucket=" + s3.bucket())
                .hasMessageContaining("NoSuchKey");
        assertThatThrownBy(damaged::value)
                .isInstanceOf(ObjectLostException.class)
                .hasMessageContaining("has a wrong checksum");
        for (int i = 0; i < refs.size(); i++) {
            if (!List.of(missing, damaged).contains(refs.get(i))) {
                assertIs(refs.get(i), i);
            }
        }
    }

    private static Ref<double[]> of(List<Ref<double[]>> refs, String key) {
        String id = key.substring(key.lastIndexOf('/') + 1).replace(".entry", "");
        return refs.stream()
                .filter(ref -> ref.uid().endsWith("-" + id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldTellALostBucket_S4_7() {
        s3 = s3.withTimeout(PATIENCE);
        start();
        List<Ref<double[]>> refs = putMany(20);
        Ref<double[]> gone = of(refs, server.keys(s3).getFirst());
        server.removeBucket(s3);
        refs.removeLast().drop(); // so that there is memory to read into
        assertThatThrownBy(gone::value).isInstanceOf(ObjectLostException.class).hasMessageContaining("NoSuchBucket");
        assertThatThrownBy(() -> mosaic.put(piece(1), durable()))
                .isInstanceOf(DurabilityUnavailableException.class)
                .hasMessageContaining("MOSAIC-STORE-004")
                .hasMessageContaining("tier=s3")
                .hasMessageContaining("NoSuchBucket");
        mosaic.close();
        mosaic = null;
        log.expect(log.count("left behind"), "left behind");
    }

    @Test
    void shouldTellWrongKeys_S4_7() {
        S3Options right = s3;
        s3 = server.withSecret(s3, "a-wrong-secret").withTimeout(Duration.ofMinutes(10)); // not tried again until then
        start();
        DurabilityUnavailableException refused =
                catchThrowableOfType(DurabilityUnavailableException.class, () -> mosaic.put(piece(1), durable()));
        assertThat(refused).hasMessageContaining("status=403");
        assertThat(refused.toString()).doesNotContain("a-wrong-secret");
        Ref<double[]> other = mosaic.put(piece(2));
        assertIs(other, 2);
        other.drop();
        mosaic.close();
        mosaic = null;
        assertThat(server.keys(right)).isEmpty();
        log.expect(log.count("left behind"), "left behind");
    }

    @Test
    void shouldKeepWhatIsDurableWhenTheServerDies_S4_5() {
        s3 = s3.withTimeout(PATIENCE);
        start();
        List<Ref<double[]>> safe = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            safe.add(mosaic.put(piece(i), durable()));
        }
        server.kill();
        long since = System.nanoTime();
        assertThatThrownBy(() -> mosaic.put(piece(9), durable()))
                .isInstanceOf(DurabilityUnavailableException.class)
                .hasMessageContaining("could not be made durable: tier=s3")
                .hasMessageContaining(" B, put by unit ");
        assertThat(Duration.ofNanos(System.nanoTime() - since))
                .as("it waited")
                .isGreaterThan(PATIENCE.minusMillis(1500));
        List<Ref<double[]>> refs = new ArrayList<>();
        StoreFullException full = catchThrowableOfType(StoreFullException.class, () -> {
            for (int i = 0; i < 30; i++) {
                refs.add(mosaic.put(piece(100 + i)));
            }
        });
        assertThat(full).hasMessageContaining("disk usedBytes=").hasMessageContaining("s3 is not: bucket=");
        assertThat(refs).as("what disk and memory take").hasSizeGreaterThanOrEqualTo(8);
        for (int i = 0; i < refs.size(); i++) {
            if (i % 2 == 0) {
                refs.get(i).drop();
            }
        }
        for (int i = 1; i < refs.size(); i += 2) {
            assertIs(refs.get(i), 100 + i);
        }
        assertThat(catchThrowableOfType(RuntimeException.class, safe.getFirst()::value))
                .satisfiesAnyOf(
                        away -> assertThat(away).isNull(), // still in memory
                        away -> assertThat(away).isInstanceOf(TimedOutException.class));
        server.start();
        for (int i = 0; i < 4; i++) {
            assertIs(safe.get(i), i);
        }
        await("the objects of failed puts are gone", () -> server.keys(s3).size() == 4);
        Ref<double[]> again = mosaic.put(piece(7), durable());
        assertIs(again, 7);
    }

    @Test
    void shouldGoOnWhenAStoppedServerGoesOn_S4_5() throws Exception {
        s3 = s3.withTimeout(PATIENCE);
        start();
        Ref<double[]> before = mosaic.put(piece(1), durable());
        server.signal("STOP");
        try {
            assertThatThrownBy(() -> mosaic.put(piece(2), durable()))
                    .isInstanceOf(DurabilityUnavailableException.class);
        } finally {
            server.signal("CONT");
        }
        Ref<double[]> after = mosaic.put(piece(3), durable());
        assertIs(before, 1);
        assertIs(after, 3);
        await("the object of the failed put is gone", () -> server.keys(s3).size() == 2);
    }

    /** 320 MiB through 32 MiB of memory and 64 MiB of disk; by hand with {@code -Dmosaic.through.mib=10240} and the like. */
    @Test
    void shouldMoveTenTimesItsMemoryThrough_S4_4() {
        long through = Long.getLong("mosaic.through.mib", 320) << 20;
        start(Long.getLong("mosaic.memory.mib", 32) << 20, Long.getLong("mosaic.disk.mib", 64) << 20);
        int count = 1 << 20; // 8 MiB
        int entries = (int) (through / (8L * count));
        long since = System.nanoTime();
        List<Ref<double[]>> refs = new ArrayList<>();
        for (int i = 0; i < entries; i++) {
            refs.add(mosaic.put(piece(i, count)));
        }
        long put = System.nanoTime();
        for (int i = 0; i < entries; i++) {
            double[] values = refs.get(i).value();
            for (int k = 0; k < count; k++) {
                if (values[k] != i * 1e6 + k) {
                    throw new AssertionError("entry=" + i + " is wrong from " + k + " on");
                }
            }
            refs.get(i).drop();
        }
        System.out.printf(
                "through: %d MiB put at %.0f MB/s, read at %.0f MB/s%n",
                through >> 20,
                through / ((put - since) / 1e9) / 1e6,
                through / ((System.nanoTime() - put) / 1e9) / 1e6);
        refs.clear();
    }
}
