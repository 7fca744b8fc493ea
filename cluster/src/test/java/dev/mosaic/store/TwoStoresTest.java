package dev.mosaic.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.ObjectLostException;
import dev.mosaic.PutOption;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.cluster.UnitsInOneJvm;
import dev.mosaic.message.Member;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import dev.mosaic.unit.objects.ObjectSettings;
import dev.mosaic.unit.shell.UnitShell;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import program.Reader;

/**
 * Two machines in one JVM: the head's, with the warehouse, and a node with a store of its own where the only worker is. They share no
 * memory, so bytes go from store to store.
 */
class TwoStoresTest {
    private static final Duration LONG = Eventually.PATIENCE;
    private static final int COUNT = 1 << 19; // 4 MiB

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path folder;

    private UnitsInOneJvm units;
    private StoreShell warehouse;
    private StoreShell far;

    @BeforeEach
    void start() {
        units = new UnitsInOneJvm(folder);
        warehouse = store("warehouse:0", "node:0", 64 << 20);
        far = store("node:1", "node:1", 16 << 20);
        UnitShell head = units.unit(Member.Kind.PROGRAM, "head:0", "node:0", 0);
        units.unit(Member.Kind.WORKER, "worker:1:0", "node:1", 0);
        assertThat(head.awaitWorkers(1, LONG)).isTrue();
        units.install(head);
    }

    @AfterEach
    void end() {
        units.close();
    }

    private StoreShell store(String uid, String node, int memoryBytes) {
        return units.store(
                uid, node, ObjectSettings.DEFAULT.withMemoryBytes(memoryBytes).withDiskBytes(64 << 20));
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

    @Test
    void shouldPullWhatAnotherMachineHas_S4_1() {
        Mosaic mosaic = Mosaic.current();
        Remote<Reader> reader = mosaic.remote(Reader::new);
        Ref<double[]> ref = mosaic.put(filled(0.5));
        assertThat(far.usedBytes()[0]).as("bytes at the node before").isZero();
        assertThat(reader.call(Reader::sum, ref).result(LONG)).isEqualTo(COUNT / 2.0);
        assertThat(far.usedBytes()[0]).as("bytes cached at the node").isEqualTo(8L * COUNT);
        assertThat(reader.call(Reader::sumOfSegment, ref).result(LONG)).isEqualTo(COUNT / 2.0);
        ref.drop();
        assertThatThrownBy(() -> reader.call(Reader::sum, ref).result(LONG))
                .hasRootCauseInstanceOf(ObjectLostException.class);
        await("all copies are gone", () -> warehouse.usedBytes()[0] == 0 && far.usedBytes()[0] == 0);
    }

    @Test
    void shouldCopyBehindToTheWarehouse_S4_5() {
        Remote<Reader> maker = Mosaic.current().remote(Reader::new);
        Ref<double[]> ref = maker.call(Reader::puts, COUNT, 2.0).result(LONG);
        await("the warehouse has a copy", () -> warehouse.usedBytes()[0] == 8L * COUNT);
        assertThat(ref.value()).hasSize(COUNT).contains(2.0);
        ref.drop();
        await("all copies are gone", () -> warehouse.usedBytes()[0] == 0 && far.usedBytes()[0] == 0);
    }

    @Test
    void shouldPublishToEveryNode_S4_3() {
        Mosaic mosaic = Mosaic.current();
        Ref<double[]> ref = mosaic.put(filled(1), PutOption.broadcast());
        await("the node got it by itself", () -> far.usedBytes()[0] == 8L * COUNT);
        StoreShell late = store("node:2", "node:2", 16 << 20);
        await("a node that joins late gets it", () -> late.usedBytes()[0] == 8L * COUNT);
        ref.drop();
        await("it is gone everywhere", () -> late.usedBytes()[0] == 0 && far.usedBytes()[0] == 0);
    }

    @Test
    void shouldLetCopiesGoFirst_S4_4() {
        Mosaic mosaic = Mosaic.current();
        Remote<Reader> reader = mosaic.remote(Reader::new);
        for (int i = 0; i < 8; i++) { // twice what the node can hold
            Ref<double[]> ref = mosaic.put(filled(i));
            assertThat(reader.call(Reader::sum, ref).result(LONG)).isEqualTo((double) i * COUNT);
            assertThat(far.usedBytes()[0]).isLessThanOrEqualTo(16 << 20);
            assertThat(far.usedBytes()[1])
                    .as("bytes of copies on the node's disk")
                    .isZero();
        }
    }
}
