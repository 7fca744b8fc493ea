package dev.mosaic.store;

import static dev.mosaic.PutOption.durable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.S3Options;
import dev.mosaic.StartException;
import dev.mosaic.cluster.UnitsInOneJvm;
import dev.mosaic.message.Member;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import dev.mosaic.unit.objects.ObjectSettings;
import dev.mosaic.unit.shell.UnitShell;
import dev.mosaic.warehouse.s3.S3Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** S7.3: a second home on the folder or in the part of a bucket of another one; that keeps what it has. */
class TwoHomesTest {
    private static final Duration LONG = Eventually.PATIENCE;
    private static final int ENTRIES = 20;
    private static final String HERE = "tcp://head.here:7600";
    private static final String THERE = "tcp://head.there:7600";

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path folder;

    @TempDir
    Path otherFolder;

    @TempDir
    Path objects;

    private final List<AutoCloseable> open = new ArrayList<>();
    private Optional<S3Options> s3 = Optional.empty();

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private <T extends AutoCloseable> T opened(T each) {
        open.add(each);
        return each;
    }

    private UnitsInOneJvm cluster(Path files) {
        return opened(new UnitsInOneJvm(files));
    }

    private StoreShell home(UnitsInOneJvm cluster, long instance, String name) {
        ObjectSettings settings =
                ObjectSettings.DEFAULT.withMemoryBytes(8 << 20).withDiskBytes(64 << 20);
        return cluster.returning("warehouse:0", "node:0", settings, s3, instance, name);
    }

    private static List<Ref<double[]>> putAll(UnitsInOneJvm cluster) {
        UnitShell head = cluster.unit(Member.Kind.PROGRAM, "head:0", "node:0", 0);
        cluster.unit(Member.Kind.WORKER, "worker:0:0", "node:0", 0);
        assertThat(head.awaitWorkers(1, LONG)).isTrue();
        cluster.install(head);
        List<Ref<double[]>> refs = new ArrayList<>();
        for (int i = 0; i < ENTRIES; i++) {
            refs.add(Mosaic.current().put(new double[] {i, 2 * i}, durable()));
        }
        return refs;
    }

    private static void assertAllThere(List<Ref<double[]>> refs) {
        for (int i = 0; i < ENTRIES; i++) {
            assertThat(refs.get(i).value()).containsExactly(i, 2 * i);
        }
    }

    private void assertRefused(Path files, String why) {
        UnitsInOneJvm other = cluster(files);
        assertThatThrownBy(() -> home(other, 0x2001, THERE))
                .isInstanceOf(StartException.class)
                .hasMessageContaining(why);
    }

    @Test
    void shouldKeepAFolderFromAnother_S7_3() throws Exception {
        UnitsInOneJvm here = cluster(folder);
        StoreShell home = opened(home(here, 0x1001, HERE));
        List<Ref<double[]>> refs = putAll(here);
        assertRefused(folder, "belongs to another warehouse of this process");
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> all = files.filter(each -> !each.equals(folder)).toList();
            assertThat(all).hasSizeGreaterThan(ENTRIES);
            for (Path each : all) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                        .as(each.toString())
                        .isEqualTo(Files.isDirectory(each) ? "rwx------" : "rw-------");
            }
        }
        assertAllThere(refs);
        home.close();
        assertRefused(folder, "has entries of another cluster: it belonged to warehouse:0 of the cluster at " + HERE);
        assertThat(folder.resolve("warehouse-0").toFile().list()).hasSize(ENTRIES);
    }

    @Tag("s3")
    @Test
    void shouldKeepAPartOfABucketFromAnother_S7_3() {
        S3Server server = opened(S3Server.own(objects));
        S3Options bucket = server.bucket("two").withTimeout(Duration.ofSeconds(3));
        s3 = Optional.of(bucket);
        UnitsInOneJvm here = cluster(folder);
        StoreShell home = opened(home(here, 0x1001, HERE));
        List<Ref<double[]>> refs = putAll(here);
        assertRefused(otherFolder, "belongs to warehouse:0 of the cluster at " + HERE);
        home.close();
        assertRefused(otherFolder, "has entries of another cluster");
        var _ = opened(home(here, 0x1003, HERE));
        assertThat(server.keys(bucket).stream().filter(key -> key.endsWith(".entry")))
                .hasSize(ENTRIES);
        refs.clear();
    }

    @Tag("s3")
    @Test
    void shouldStopAHomeThatIsTheOwnerNoMore_S7_3() throws Exception {
        S3Server server = opened(S3Server.own(objects));
        S3Options bucket = server.bucket("fence").withTimeout(Duration.ofSeconds(3));
        s3 = Optional.of(bucket);
        UnitsInOneJvm here = cluster(folder);
        StoreShell older = opened(home(here, 0x1001, HERE));
        List<Ref<double[]>> refs = putAll(here);
        StoreShell newer = opened(home(cluster(otherFolder), 0x2001, HERE));
        assertThat(older.excluded().get(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .contains("is the home no more", "belongs to warehouse:0");
        assertThat(older.stuck()).isPresent();
        assertThat(newer.stuck()).isEmpty();
        log.expect(1, "is the home no more");
        refs.forEach(Ref::drop); // which it hears
        older.close();
        assertThat(server.keys(bucket).stream().filter(key -> key.endsWith(".entry")))
                .as("what it was to erase when it was the owner no more")
                .hasSize(ENTRIES);
    }
}
