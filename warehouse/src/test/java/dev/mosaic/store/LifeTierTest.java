package dev.mosaic.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.S3Options;
import dev.mosaic.message.Id;
import dev.mosaic.store.tier.Bucket;
import dev.mosaic.store.tier.LifeForm;
import dev.mosaic.store.tier.LifeRecords;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import dev.mosaic.unit.objects.BucketProblem;
import dev.mosaic.unit.objects.LifeRecord;
import dev.mosaic.warehouse.s3.S3Bucket;
import dev.mosaic.warehouse.s3.S3Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S2.8: two homes that both think they are the home, and what they keep of one life: on a disk, and in a bucket of a real server. */
@Tag("s3")
class LifeTierTest {
    private static final long LONG = TimeUnit.SECONDS.toNanos(20);
    private static final String PREFIX = "warehouse-0.lives/";

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path files;

    @TempDir
    Path objects;

    private final List<AutoCloseable> open = new ArrayList<>();
    private S3Server server;
    private S3Options options;

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private LifeTier home(boolean inBucket, long instance) {
        return inBucket ? inBucket(instance) : onDisk(instance);
    }

    private LifeFiles onDisk(long instance) {
        DiskTier disk = new DiskTier(files.resolve("warehouse-0"), true);
        open.add(disk);
        return new LifeFiles(disk.lives(), instance, disk);
    }

    private LifeObjects inBucket(long instance) {
        if (server == null) {
            server = S3Server.own(objects);
            options = server.bucket("lives");
        }
        Bucket bucket = new S3Bucket(options);
        BucketTier tier = new BucketTier(bucket, "warehouse-0/", PREFIX, LONG, true);
        open.add(tier);
        return new LifeObjects(bucket, tier, PREFIX, instance, LONG);
    }

    private static BucketProblem write(LifeTier tier, LifeRecord record) throws Exception {
        CompletableFuture<BucketProblem> end = new CompletableFuture<>();
        tier.write(record, end::complete);
        return end.get(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private static LifeRecord life(long incarnation) {
        return LifeRecords.of(incarnation, false);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveItToTheHomeThatComesAndToNoOtherFromThenOn_S2_8(boolean inBucket) throws Exception {
        LifeTier first = home(inBucket, 1);
        assertThat(first.claim()).isEmpty();
        assertThat(write(first, life(1))).isNull();
        assertThat(write(first, life(2))).isNull();
        LifeTier second = home(inBucket, 3);
        assertThat(second.claim()).containsExactly(life(2));
        BucketProblem taken = write(first, life(3));
        assertThat(taken).isNotNull();
        assertThat(taken.kind()).isEqualTo(BucketProblem.Kind.TAKEN);
        assertThat(write(first, LifeRecords.of(3, true)).kind()).isEqualTo(BucketProblem.Kind.TAKEN);
        assertThat(write(second, life(4))).isNull();
        LifeTier third = home(inBucket, 5);
        assertThat(third.claim()).containsExactly(life(4));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLeaveNothingOfOneThatIsOver_S2_8(boolean inBucket) throws Exception {
        LifeTier first = home(inBucket, 1);
        assertThat(write(first, life(1))).isNull();
        assertThat(write(first, LifeRecords.of(1, true))).isNull();
        assertThat(home(inBucket, 3).claim()).isEmpty();
        assertThat(write(first, life(1))).as("it may begin anew").isNull();
    }

    @Test
    void shouldLetOneOfTwoHomesBeginIt_S2_8() throws Exception {
        LifeTier first = home(true, 1);
        LifeTier second = home(true, 3);
        assertThat(write(first, life(1))).isNull();
        assertThat(write(second, life(1)).kind()).isEqualTo(BucketProblem.Kind.TAKEN);
    }

    @Test
    void shouldKnowItsOwnWriteOfWhichNoAnswerCame_S2_8() throws Exception {
        LifeTier home = home(true, 1);
        assertThat(write(home, life(1))).isNull();
        Id tessera = life(1).tessera();
        try (Bucket other = new S3Bucket(options)) {
            String key = PREFIX + tessera + LifeTier.ENDING;
            String tag = java.util.Objects.requireNonNull(other.read(key, LONG)).tag();
            other.replace(key, new LifeForm(1, life(2)).bytes(), tag, LONG);
        }
        assertThat(write(home, life(3))).isNull();
        assertThat(home(true, 3).claim()).containsExactly(life(3));
    }

    @Test
    void shouldTellThatTheServerIsAway_S7_3() throws Exception {
        LifeObjects home = inBucket(1);
        assertThat(write(home, life(1))).isNull();
        Bucket bucket = new S3Bucket(options);
        BucketTier impatient = new BucketTier(bucket, "warehouse-0/", PREFIX, TimeUnit.SECONDS.toNanos(1), true);
        open.add(impatient);
        LifeObjects next = new LifeObjects(bucket, impatient, PREFIX, 3, TimeUnit.SECONDS.toNanos(1));
        assertThat(next.claim()).hasSize(1);
        server.kill();
        assertThat(write(next, life(2)).kind()).isEqualTo(BucketProblem.Kind.AWAY);
        server.start();
        assertThat(write(next, life(2))).isNull();
        assertThat(inBucket(5).claim()).containsExactly(life(2));
    }

    @Test
    void shouldPassOverWhatIsTornOrDamaged_S7_3() throws Exception {
        LifeFiles home = onDisk(1);
        assertThat(write(home, life(1))).isNull();
        Path folder = files.resolve("warehouse-0.lives");
        Files.write(folder.resolve("1-2.life.part"), new byte[10]);
        Files.write(folder.resolve("1-3.life"), new byte[50]);
        assertThat(onDisk(3).claim()).containsExactly(life(1));
        log.expect(1, "1 files *.life cannot be read");
        assertThat(folder).isDirectoryNotContaining("glob:**1-*");
        assertThat(files.resolve("warehouse-0.lives.unreadable")).isDirectoryContaining("glob:**1-3.life");
    }
}
