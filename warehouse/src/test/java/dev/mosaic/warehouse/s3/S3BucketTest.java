package dev.mosaic.warehouse.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mosaic.S3Options;
import dev.mosaic.message.Carried;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Payload;
import dev.mosaic.store.tier.Bucket;
import dev.mosaic.store.tier.BucketException;
import dev.mosaic.store.tier.EntryForm;
import dev.mosaic.store.tier.EntrySource;
import dev.mosaic.store.tier.Span;
import dev.mosaic.testing.LogGuard;
import dev.mosaic.unit.objects.BucketProblem;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S4.4, S4.7: a bucket of a real server. */
@Tag("s3")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class S3BucketTest {
    private static final long LONG = TimeUnit.SECONDS.toNanos(60);

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    static Path folder;

    private S3Server server;
    private S3Options options;
    private Bucket bucket;
    private Arena arena;

    @BeforeAll
    void startServer() {
        server = S3Server.any(folder);
    }

    @AfterAll
    void endServer() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void open() {
        options = server.bucket("bucket");
        bucket = new S3Bucket(options);
        arena = Arena.ofShared();
    }

    @AfterEach
    void close() {
        bucket.close();
        arena.close();
    }

    private static byte pattern(long at, long seed) {
        return (byte) (at * 31 + (at >>> 8) * 7 + (at >>> 20) + seed);
    }

    private List<MemorySegment> parts(boolean filled, long... sizes) {
        List<MemorySegment> parts = new ArrayList<>();
        for (long size : sizes) {
            MemorySegment part = arena.allocate(Math.max(1, size)).asSlice(0, size);
            for (long i = 0; filled && i < size; i++) {
                part.set(ValueLayout.JAVA_BYTE, i, pattern(i, parts.size()));
            }
            parts.add(part);
        }
        return parts;
    }

    private static ObjectMessage.Shape shape(int inline, long... sizes) {
        Payload payload = new Payload(new byte[inline], List.of(), List.of(new Carried(new Id(7, 8), 9)));
        List<Long> all = java.util.Arrays.stream(sizes).boxed().toList();
        return new ObjectMessage.Shape(new Id(0x1234, 5), "double-array", ObjectMessage.DURABLE, payload, all);
    }

    private void put(String key, int inline, long... sizes) throws BucketException {
        List<MemorySegment> parts = parts(true, sizes);
        bucket.put(key, EntrySource.of(EntryForm.head(shape(inline, sizes), parts), parts), LONG);
    }

    private void assertHas(String key, long... sizes) throws BucketException {
        List<MemorySegment> right = parts(true, sizes);
        List<MemorySegment> read = parts(false, sizes);
        bucket.get(key, new Span(read), LONG);
        for (int i = 0; i < sizes.length; i++) {
            assertThat(right.get(i).mismatch(read.get(i)))
                    .as("first wrong byte of part %s", i)
                    .isEqualTo(-1);
        }
    }

    private static BucketProblem problem(ThrowingCallable failing) {
        BucketException thrown = catchThrowableOfType(BucketException.class, failing);
        assertThat(thrown).isNotNull();
        return thrown.problem();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 100_000, S3Bucket.PART_BYTES - 1_000, S3Bucket.PART_BYTES + 1, 20_000_003})
    void shouldGiveTheSameBytes_S4_4(long size) throws Exception {
        put("a", 10, size);
        assertHas("a", size);
        put("a", 10, size); // over what is there
        assertHas("a", size);
        bucket.delete("a", LONG);
        bucket.delete("a", LONG);
        assertThat(server.keys(options)).isEmpty();
    }

    @Test
    void shouldKeepSeveralPartsAndLongShapes_S4_4() throws Exception {
        put("many", 200_000, 3, 0, 9_000_000, 17);
        assertHas("many", 3, 0, 9_000_000, 17);
        put("none", 100);
        assertHas("none");
    }

    @Test
    void shouldMoveALargeObjectInParts_S4_4() throws Exception {
        put("large", 0, 100_000_000);
        assertHas("large", 100_000_000);
    }

    /** As jobs get their jars. */
    @Test
    void shouldDownloadAnObjectAsItIs(@TempDir Path own) throws Exception {
        put("jar", 10, 3_000_000);
        Path file = own.resolve("app.jar");
        S3Bucket from = (S3Bucket) bucket;
        from.download("jar", file, LONG);
        List<MemorySegment> parts = parts(true, 3_000_000);
        assertThat(Files.size(file))
                .isEqualTo(EntrySource.of(EntryForm.head(shape(10, 3_000_000), parts), parts)
                        .size());
        BucketException missing = catchThrowableOfType(BucketException.class, () -> from.download("none", file, LONG));
        assertThat(missing.problem().kind()).isEqualTo(BucketProblem.Kind.GONE);
    }

    @Test
    void shouldListWhatItHas_S4_4() throws Exception {
        put("here/one", 5, 100);
        put("here/long", 100_000, 9_000_000);
        put("there/two", 5, 100);
        assertThat(bucket.list("here/", LONG).entries())
                .extracting(Bucket.Found::key, found -> found.form().shape())
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("here/one", shape(5, 100)),
                        org.assertj.core.groups.Tuple.tuple("here/long", shape(100_000, 9_000_000)));
        bucket.deleteAll("here/", LONG);
        assertThat(server.keys(options)).containsExactly("there/two");
    }

    @Test
    void shouldTellAMissingKeyAtOnce_S4_7() throws Exception {
        put("a", 0, 100);
        server.delete(options, "a");
        BucketProblem problem = problem(() -> bucket.get("a", new Span(parts(false, 100)), LONG));
        assertThat(problem.kind()).isEqualTo(BucketProblem.Kind.GONE);
        assertThat(problem.words()).contains("bucket=" + options.bucket(), "code=NoSuchKey");
    }

    @Test
    void shouldTellADamagedObject_S4_4() throws Exception {
        put("a", 0, 20_000_000);
        server.corrupt(options, "a");
        BucketProblem problem = problem(() -> bucket.get("a", new Span(parts(false, 20_000_000)), LONG));
        assertThat(problem.kind()).isEqualTo(BucketProblem.Kind.GONE);
        assertThat(problem.words()).contains("key=a has a wrong checksum");
        put("b", 1_000_000);
        server.corrupt(options, "b");
        assertThat(problem(() -> bucket.get("b", new Span(List.of()), LONG)).words())
                .contains("shape");
        Bucket.Listing listing = bucket.list("b", LONG);
        assertThat(listing.entries()).isEmpty();
        assertThat(listing.unreadable()).containsOnlyKeys("b");
        assertThat(server.keys(options)).as("it stays").contains("b");
    }

    @Test
    void shouldWriteASmallObjectOnlyWhereItIsAsItWas_S2_8() throws Exception {
        assertThat(bucket.read("lives/a", LONG)).isNull();
        String first = bucket.replace("lives/a", new byte[] {1}, "", LONG);
        assertThat(problem(() -> bucket.replace("lives/a", new byte[] {2}, "", LONG))
                        .kind())
                .as("there is one")
                .isEqualTo(BucketProblem.Kind.TAKEN);
        String second = bucket.replace("lives/a", new byte[] {3}, first, LONG);
        assertThat(problem(() -> bucket.replace("lives/a", new byte[] {4}, first, LONG))
                        .kind())
                .as("it is another by now")
                .isEqualTo(BucketProblem.Kind.TAKEN);
        Bucket.Stored there = java.util.Objects.requireNonNull(bucket.read("lives/a", LONG));
        assertThat(there.bytes()).containsExactly(3);
        assertThat(there.tag()).isEqualTo(second);
        assertThat(bucket.keys("lives/", LONG)).containsExactly("lives/a");
        bucket.delete("lives/a", LONG);
        assertThat(problem(() -> bucket.replace("lives/a", new byte[] {5}, second, LONG))
                        .kind())
                .as("it is gone")
                .isEqualTo(BucketProblem.Kind.TAKEN);
        assertThat(bucket.keys("lives/", LONG)).isEmpty();
    }

    @Test
    void shouldTellALostBucketAtOnce_S4_7() throws Exception {
        put("a", 0, 100);
        server.removeBucket(options);
        BucketProblem read = problem(() -> bucket.get("a", new Span(parts(false, 100)), LONG));
        assertThat(read.kind()).isEqualTo(BucketProblem.Kind.REFUSED);
        assertThat(read.words()).contains("code=NoSuchBucket");
        assertThat(problem(() -> put("b", 0, 100)).kind()).isEqualTo(BucketProblem.Kind.REFUSED);
        assertThat(problem(() -> put("b", 0, 20_000_000)).kind()).isEqualTo(BucketProblem.Kind.REFUSED);
    }

    @Test
    void shouldTellWrongKeysAtOnceAndNotSayThem_S4_7() {
        S3Options wrong = server.withSecret(options, "a-wrong-secret");
        assertThat(wrong.toString())
                .doesNotContain("a-wrong-secret", S3Server.who(wrong).accessKey());
        try (Bucket locked = new S3Bucket(wrong)) {
            List<MemorySegment> parts = parts(true, 10);
            BucketException thrown = catchThrowableOfType(
                    BucketException.class,
                    () -> locked.put("a", EntrySource.of(EntryForm.head(shape(0, 10), parts), parts), LONG));
            assertThat(thrown.problem().kind()).isEqualTo(BucketProblem.Kind.REFUSED);
            assertThat(thrown.problem().words()).contains("status=403").doesNotContain("a-wrong-secret");
            assertThat(String.valueOf(thrown.getCause())).doesNotContain("a-wrong-secret");
        }
    }

    @Test
    void shouldTryAgainUntilTheServerIsBack_S4_5(@TempDir Path own) throws Exception {
        try (S3Server mortal = S3Server.own(own)) {
            S3Options there = mortal.bucket("mortal");
            bucket.close();
            bucket = new S3Bucket(there);
            put("before", 0, 1_000);
            mortal.kill();
            long since = System.nanoTime();
            List<MemorySegment> parts = parts(true, 50_000);
            BucketProblem away = problem(() -> bucket.put(
                    "a", EntrySource.of(EntryForm.head(shape(0, 50_000), parts), parts), TimeUnit.SECONDS.toNanos(1)));
            assertThat(away.kind()).isEqualTo(BucketProblem.Kind.AWAY);
            assertThat(away.words()).contains("gave no answer, attempts=");
            assertThat(System.nanoTime() - since).as("nanoseconds").isGreaterThan(300_000_000L);
            Thread back = Thread.ofVirtual().start(() -> {
                LockSupport.parkNanos(500_000_000);
                mortal.start();
            });
            put("a", 0, 20_000_000);
            back.join();
            assertHas("a", 20_000_000);
            assertHas("before", 1_000);
        }
    }
}
