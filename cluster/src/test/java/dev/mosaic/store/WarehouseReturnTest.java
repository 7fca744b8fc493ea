package dev.mosaic.store;

import static dev.mosaic.PutOption.durable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.ObjectLostException;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.S3Options;
import dev.mosaic.StartException;
import dev.mosaic.cluster.UnitsInOneJvm;
import dev.mosaic.message.Member;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import dev.mosaic.unit.objects.ObjectSettings;
import dev.mosaic.unit.shell.UnitShell;
import dev.mosaic.warehouse.s3.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import program.Reader;

/** S7.3: a warehouse that ends and comes back as another instance, with its folder and, where it has one, its bucket. */
class WarehouseReturnTest {
    private static final Duration LONG = Eventually.PATIENCE;
    private static final int COUNT = 1 << 18; // 2 MiB

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path folder;

    @TempDir
    Path objects;

    private UnitsInOneJvm units;
    private StoreShell warehouse;
    private UnitShell head;
    private Optional<S3Options> s3 = Optional.empty();
    private S3Server server;
    private int lives;

    @BeforeEach
    void start() {
        units = new UnitsInOneJvm(folder);
    }

    @AfterEach
    void end() {
        units.close();
        log.expect(log.count("another instance of warehouse:0 has come"), "another instance of warehouse:0 has come");
        if (warehouse != null) {
            warehouse.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private void startAll() {
        warehouse = life();
        head = units.unit(Member.Kind.PROGRAM, "head:0", "node:0", 0);
        units.unit(Member.Kind.WORKER, "worker:0:0", "node:0", 0);
        assertThat(head.awaitWorkers(1, LONG)).isTrue();
        units.install(head);
    }

    private StoreShell life() {
        ObjectSettings settings =
                ObjectSettings.DEFAULT.withMemoryBytes(8 << 20).withDiskBytes(64 << 20);
        return units.returning("warehouse:0", "node:0", settings, s3, 0x1001 + 2L * lives++);
    }

    private void restart() {
        warehouse.close();
        warehouse = life();
    }

    private static double[] filled(double value) {
        double[] values = new double[COUNT];
        Arrays.fill(values, value);
        return values;
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + LONG.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            LockSupport.parkNanos(5_000_000);
        }
        assertThat(condition.getAsBoolean()).as(what).isTrue();
    }

    /** The value, as soon as the head knows the new warehouse. */
    private static double[] again(Ref<double[]> ref) {
        double[][] value = new double[1][];
        await("it can be read", () -> {
            try {
                value[0] = ref.value();
                return true;
            } catch (ObjectLostException notYet) {
                boolean isExpected = notYet.getMessage().contains("was lost")
                        || notYet.getMessage().contains("has come back");
                return !isExpected && fail(notYet);
            }
        });
        return value[0];
    }

    private static boolean fail(RuntimeException unexpected) {
        throw unexpected;
    }

    private long entries(S3Options bucket) {
        return server.keys(bucket).stream()
                .filter(key -> key.endsWith(".entry"))
                .count();
    }

    private long filesOf(String ending) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending)).count();
        } catch (IOException | java.io.UncheckedIOException changing) {
            return -1;
        }
    }

    @Test
    void shouldHaveWhatIsDurableAgain_S7_3() {
        startAll();
        Mosaic mosaic = Mosaic.current();
        Ref<double[]> safe = mosaic.put(filled(2), durable());
        Ref<double[]> small = mosaic.put(new double[] {1, 2}, durable());
        Ref<double[]> lost = mosaic.put(filled(3));
        restart();
        assertThat(again(safe)).hasSize(COUNT).contains(2.0);
        assertThat(again(small)).containsExactly(1, 2);
        await("what was only in memory is told to be lost", () -> {
            try {
                lost.value();
                return false;
            } catch (ObjectLostException gone) {
                return gone.getMessage().contains("which has come back with what is on disk and in S3");
            }
        });
        Remote<Reader> reader = mosaic.remote(Reader::new);
        assertThat(reader.call(Reader::sum, safe).result(LONG)).isEqualTo(2.0 * COUNT);
        Ref<double[]> fresh = mosaic.put(filled(4), durable());
        restart();
        assertThat(again(fresh)).contains(4.0);
        assertThat(again(safe)).contains(2.0);
        safe.drop();
        assertThatThrownBy(() -> reader.call(Reader::sum, safe).result(LONG))
                .hasRootCauseInstanceOf(ObjectLostException.class);
        fresh.drop();
        small.drop();
        await("its files are gone", () -> filesOf(".entry") == 0);
    }

    @Tag("s3")
    @Test
    void shouldHaveWhatIsInItsBucketAgain_S7_3() {
        server = S3Server.own(objects);
        S3Options bucket = server.bucket("return").withTimeout(Duration.ofSeconds(3));
        s3 = Optional.of(bucket);
        startAll();
        Mosaic mosaic = Mosaic.current();
        Ref<double[]> safe = mosaic.put(filled(2), durable());
        Ref<double[]> over = mosaic.put(filled(3), durable());
        assertThat(filesOf(".entry")).isZero();
        restart();
        assertThat(again(safe)).hasSize(COUNT).contains(2.0);
        server.kill();
        over.drop();
        await("its end is written down", () -> filesOf(".gone") == 1);
        warehouse.close();
        assertThatThrownBy(this::life)
                .as("a warehouse that cannot see what it had does not start")
                .isInstanceOf(StartException.class)
                .hasMessageContaining("bucket=" + bucket.bucket());
        server.start();
        warehouse = life();
        assertThat(again(safe)).contains(2.0);
        Remote<Reader> reader = mosaic.remote(Reader::new);
        assertThatThrownBy(() -> reader.call(Reader::sum, over).result(LONG))
                .hasRootCauseInstanceOf(ObjectLostException.class);
        await("its object is gone", () -> entries(bucket) == 1 && filesOf(".gone") == 0);
        safe.drop();
        await("nothing is left", () -> entries(bucket) == 0);
    }

    @Test
    void shouldKeepWhatIsTornOrDamagedAndSayWhyItCannotBeRead_S7_3() throws IOException {
        startAll();
        Mosaic mosaic = Mosaic.current();
        List<Ref<double[]>> refs = List.of(
                mosaic.put(filled(1), durable()), mosaic.put(filled(2), durable()), mosaic.put(filled(3), durable()));
        warehouse.close();
        Path own = folder.resolve("warehouse-0");
        try (Stream<Path> files = Files.list(own)) {
            List<Path> entries = files.sorted().toList();
            assertThat(entries).hasSize(3);
            Files.write(entries.get(0), Arrays.copyOf(Files.readAllBytes(entries.get(0)), 1_000_000));
            byte[] shape = Files.readAllBytes(entries.get(1));
            shape[40] ^= 1;
            Files.write(entries.get(1), shape);
            Files.write(own.resolve("1-2.entry.part"), new byte[100]);
        }
        warehouse = life();
        log.expect(1, "2 files *.entry cannot be read");
        assertThat(again(refs.get(2))).contains(3.0);
        for (Ref<double[]> damaged : refs.subList(0, 2)) {
            await("it is told why", () -> {
                try {
                    return damaged.value() == null;
                } catch (ObjectLostException told) {
                    return told.getMessage().contains("was not deleted: tier=disk: ");
                }
            });
        }
        assertThat(folder.resolve("warehouse-0.unreadable")).isDirectoryContaining("glob:**.entry");
        assertThat(filesOf(".part")).isZero();
        refs.get(2).drop();
    }
}
