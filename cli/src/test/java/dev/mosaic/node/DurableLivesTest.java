package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.DurabilityUnavailableException;
import dev.mosaic.InvalidOptionException;
import dev.mosaic.Mosaic;
import dev.mosaic.MosaicException;
import dev.mosaic.Remote;
import dev.mosaic.S3Options;
import dev.mosaic.Snapshots;
import dev.mosaic.Task;
import dev.mosaic.TesseraProxy;
import dev.mosaic.WorkerLostException;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import dev.mosaic.warehouse.s3.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import program.Shelf;
import program.Tally;

/** A cluster of processes whose warehouse is killed, and comes back with what it kept. S2.8, S7.3. */
class DurableLivesTest {
    private static final Duration LONG = Eventually.PATIENCE;
    private static final int CALLS = 120;

    @TempDir
    static Path kept;

    private static Path shared;

    @RegisterExtension
    static final SharedMachines SHARED = new SharedMachines(() -> {
        shared = Files.createTempDirectory(
                kept, "warehouse"); // of this cluster alone: what another one has kept is refused
        return cluster(List.of(), shared);
    });

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path files;

    @TempDir
    Path objects;

    private Machines machines;
    private Mosaic mosaic;
    private S3Server server;
    private List<String> environment = List.of();

    @AfterEach
    void end() {
        if (mosaic != null) {
            mosaic.close();
        }
        if (server != null) {
            if (machines != null) {
                machines.close();
            }
            server.close();
        }
        log.expect(log.count(""), "");
    }

    private void start(boolean hasBucket) throws Exception {
        if (hasBucket) {
            server = S3Server.own(objects);
            S3Options s3 = server.bucket("lives");
            environment = List.of(
                    "env",
                    "MOSAIC_S3_ENDPOINT=" + s3.endpoint(),
                    "MOSAIC_S3_BUCKET=" + s3.bucket(),
                    "MOSAIC_S3_ACCESS_KEY=" + S3Server.who(s3).accessKey(),
                    "MOSAIC_S3_SECRET_KEY=" + S3Server.who(s3).secretKey());
        }
        machines = hasBucket ? cluster(environment, files) : SHARED.get();
        mosaic = Mosaic.connect(machines.address());
    }

    private static Machines cluster(List<String> environment, Path folder) throws IOException {
        Machines machines = Machines.onLoopback().head("--no-warehouse");
        warehouse(machines, environment, folder);
        machines.node("first", 1).awaitJoined("first");
        return machines;
    }

    private static void warehouse(Machines machines, List<String> environment, Path folder) throws IOException {
        machines.within(environment, "warehouse").warehouse("--folder", folder.toString());
    }

    private void warehouse() throws IOException {
        warehouse(machines, environment, server == null ? shared : files);
    }

    /** The state, as soon as it can be told. */
    private static int total(Remote<Tally> tally) {
        int[] total = new int[1];
        Eventually.holds("it can be called again", LONG, () -> {
            try {
                total[0] = tally.withCallOptions(o -> o.maxRetries(3))
                        .call(Tally::total)
                        .result(LONG);
                return true;
            } catch (MosaicException notYet) {
                return false;
            }
        });
        return total[0];
    }

    @Test
    void shouldWakeWhatWasPassiveWhenTheWarehouseWasKilled_S2_8() throws Exception {
        wakeWhatWasPassive(false);
    }

    @Tag("long")
    @Tag("variants")
    @Tag("s3")
    @Test
    void shouldWakeFromTheBucketWhatWasPassiveWhenTheWarehouseWasKilled_S2_8() throws Exception {
        wakeWhatWasPassive(true);
    }

    private void wakeWhatWasPassive(boolean hasBucket) throws Exception {
        start(hasBucket);
        Remote<Tally> tally = mosaic.withOptions(o ->
                        o.name("durable").passivateAfter(Duration.ofMillis(300)).durable())
                .remote(Tally::new, 10);
        assertThat(tally.call(Tally::add).result(LONG)).isEqualTo(11);
        Eventually.holds("it is passive", LONG, () -> tally.state() == TesseraProxy.State.PASSIVE);
        machines.kill("warehouse");
        warehouse();
        assertThat(total(tally)).isEqualTo(11);
        assertThat(tally.call(Tally::add).result(LONG)).isEqualTo(12);
        Eventually.holds("it is passive", LONG, () -> tally.state() == TesseraProxy.State.PASSIVE);
        machines.kill("warehouse");
        warehouse();
        Remote<Tally> found = mosaic.findRemote("durable", Tally.class);
        assertThat(total(found)).isEqualTo(12);
        found.drop().result(LONG);
    }

    @Test
    void shouldLoseNoCallThatWasAcknowledgedWhenWarehouseAndWorkerAreKilled_S2_8() throws Exception {
        loseNoCallThatWasAcknowledged(false);
    }

    @Tag("long")
    @Tag("variants")
    @Tag("s3")
    @Test
    void shouldLoseNoCallThatWasAcknowledgedWhenWarehouseAndWorkerAreKilledBesideABucket_S2_8() throws Exception {
        loseNoCallThatWasAcknowledged(true);
    }

    private void loseNoCallThatWasAcknowledged(boolean hasBucket) throws Exception {
        start(hasBucket);
        Remote<Tally> tally = mosaic.withOptions(o -> o.name("counter")
                        .maxRestarts(-1)
                        .snapshots(Snapshots.EVERY_CALL)
                        .durable())
                .remote(Tally::new, 1_000);
        int last = 1_000;
        for (int kill = 0; kill < 2; kill++) {
            long pid =
                    tally.withCallOptions(o -> o.maxRetries(3)).call(Tally::pid).result(LONG);
            List<Task<Integer>> calls = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                calls.add(tally.call(Tally::add));
            }
            calls.get(CALLS / 3).await(LONG);
            machines.kill("warehouse");
            if (kill == 1) {
                ProcessHandle.of(pid).orElseThrow().destroyForcibly();
            }
            warehouse();
            int failed = 0;
            for (Task<Integer> call : calls) {
                try {
                    int total = call.result(LONG);
                    assertThat(total).isGreaterThan(last);
                    last = total;
                } catch (WorkerLostException mayHaveRun) {
                    failed++;
                }
            }
            assertThat(kill == 0 ? failed : 0).as("its worker lived on").isZero();
            int total = total(tally);
            assertThat(total).as("all that was told, and at most what was not").isBetween(last, last + failed);
            last = total;
        }
        tally.drop().result(LONG);
    }

    /** No program, node or worker of before is left that could have a copy. */
    @Tag("long")
    @Tag("variants")
    @Test
    void shouldHaveDurablePutsFromItsFolderAloneWhenItWasKilledAmidThem_S7_3() throws Exception {
        machines = cluster(List.of(), files);
        mosaic = Mosaic.connect(machines.address());
        Remote<Shelf> shelf = shelf();
        List<Task<Integer>> puts = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            puts.add(shelf.call(Shelf::put));
        }
        puts.get(CALLS / 3).await(LONG);
        machines.kill("warehouse");
        int told = (int)
                puts.stream().filter(each -> each.state() == Task.State.DONE).count();
        mosaic.close();
        machines.kill("first");

        warehouse(machines, environment, files);
        machines.node("first", 1).awaitJoined("first");
        mosaic = Mosaic.connect(machines.address());
        Remote<Shelf> heir = shelf();
        List<Double> firsts =
                heir.withCallOptions(o -> o.maxRetries(3)).call(Shelf::firsts).result(LONG);
        assertThat(firsts).hasSizeBetween(told, CALLS);
        for (int i = 0; i < firsts.size(); i++) {
            assertThat(firsts.get(i)).isEqualTo(i + 1.0);
        }
        heir.drop().result(LONG);
        mosaic.close();
        machines.close();
        mosaic = null;
    }

    private Remote<Shelf> shelf() {
        return mosaic.withOptions(o -> o.name("shelf")
                        .maxRestarts(-1)
                        .snapshots(Snapshots.EVERY_CALL)
                        .takeOver("1")
                        .durable())
                .remote(Shelf::new);
    }

    @Tag("s3")
    @Test
    void shouldNeitherRestNorAcknowledgeWhileS3IsAway_S7_3() {
        server = S3Server.own(objects);
        S3Options s3 = server.bucket("away").withTimeout(Duration.ofSeconds(10));
        mosaic = Mosaic.start(
                options -> options.inProcess().workers(1).warehouseFolder(files).warehouseS3(s3));
        Remote<Tally> tally = mosaic.withOptions(o -> o.name("away")
                        .maxRestarts(-1)
                        .passivateAfter(Duration.ofMillis(500))
                        .durable())
                .remote(Tally::new, 10);
        assertThat(tally.call(Tally::add).result(LONG)).isEqualTo(11);
        Eventually.holds("it is passive", LONG, () -> tally.state() == TesseraProxy.State.PASSIVE);
        assertThat(tally.call(Tally::add).result(LONG)).isEqualTo(12);
        server.kill();
        assertThatThrownBy(() -> tally.call(Tally::add).result(LONG))
                .isInstanceOf(DurabilityUnavailableException.class);
        assertThat(tally.state()).as("longer than until it rests").isEqualTo(TesseraProxy.State.LISTENING);
        server.start();
        Eventually.holds("it is passive", LONG, () -> tally.state() == TesseraProxy.State.PASSIVE);
        assertThat(tally.call(Tally::add).result(LONG)).as("it had run").isEqualTo(14);
        tally.drop().result(LONG);
        mosaic.close();
        mosaic = null;
        assertThat(server.keys(s3)).isEmpty();
    }

    @Test
    void shouldSayWhatADurableTesseraNeeds_S2_8() {
        try (Mosaic own = Mosaic.start(options -> options.inProcess().workers(1))) {
            assertThatThrownBy(() ->
                            own.withOptions(o -> o.maxRestarts(1).durable()).remote(Tally::new, 1))
                    .isInstanceOf(InvalidOptionException.class)
                    .hasMessageContaining("give it a name");
            assertThatThrownBy(
                            () -> own.withOptions(o -> o.name("one").durable()).remote(Tally::new, 1))
                    .isInstanceOf(InvalidOptionException.class)
                    .hasMessageContaining("say maxRestarts, or passivateAfter");
        }
    }

    @Test
    void shouldGoOnWithoutItsProgramForWhoTakesItOver_S2_8() throws Exception {
        start(false);
        Remote<Tally> first = mosaic.withOptions(
                        o -> o.name("heir").maxRestarts(-1).durable())
                .remote(Tally::new, 10);
        assertThat(first.call(Tally::add).result(LONG)).isEqualTo(11);
        mosaic.close();
        machines.kill("warehouse");
        machines.kill("first");
        warehouse();
        machines.node("first", 1).awaitJoined("first");
        mosaic = Mosaic.connect(machines.address());
        Remote<Tally> heir = mosaic.withOptions(
                        o -> o.name("heir").maxRestarts(-1).takeOver("1").durable())
                .remote(Tally::new, 20);
        assertThat(total(heir))
                .as("of its own arguments, and the state there was")
                .isEqualTo(21);
        heir.drop().result(LONG);
    }
}
