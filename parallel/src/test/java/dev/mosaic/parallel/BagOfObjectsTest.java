package dev.mosaic.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.RemoteException;
import dev.mosaic.S3Keys;
import dev.mosaic.S3Options;
import dev.mosaic.function.Function0;
import dev.mosaic.testing.ChildJvms;
import dev.mosaic.warehouse.s3.S3Server;
import io.minio.GetObjectArgs;
import io.minio.MakeBucketArgs;
import io.minio.MinioClient;
import io.minio.PutObjectArgs;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bags over objects in a bucket, which workers read by the program's own client: MinIO's SDK, as a program has it. */
@Tag("s3")
class BagOfObjectsTest {
    private static final int OBJECTS = 6;
    private static final int LINES = 1_000;

    /** Where the objects are. Workers make one client each. */
    private record Bucket(String endpoint, String name, String access, String secret) implements Serializable {
        private static @Nullable MinioClient client;

        static Bucket of(S3Options options) {
            S3Keys.Fixed who = S3Server.who(options);
            return new Bucket(options.endpoint(), options.bucket(), who.accessKey(), who.secretKey());
        }

        private MinioClient client() {
            synchronized (Bucket.class) {
                MinioClient known = client;
                if (known == null) {
                    known = MinioClient.builder()
                            .endpoint(endpoint)
                            .credentials(access, secret)
                            .build();
                    client = known;
                }
                return known;
            }
        }

        void put(String key, String text) throws Exception {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            client().putObject(PutObjectArgs.builder().bucket(name).object(key).stream(
                            new ByteArrayInputStream(bytes), (long) bytes.length, -1L)
                    .build());
        }

        InputStream open(String key) throws Exception {
            return client().getObject(
                            GetObjectArgs.builder().bucket(name).object(key).build());
        }
    }

    @Test
    void shouldCountTheWordsOfObjects(@TempDir Path data) throws Exception {
        try (S3Server server = S3Server.own(data);
                Mosaic mosaic =
                        Mosaic.start(options -> options.workers(1).noDashboard().jvmArguments(ChildJvms.JIT))) {
            Bucket bucket = Bucket.of(server.bucket("logs"));
            bucket.client()
                    .makeBucket(MakeBucketArgs.builder().bucket(bucket.name()).build());
            for (int i = 0; i < OBJECTS; i++) {
                bucket.put("log-" + i, text(i));
            }

            Bag<String> words = lines(bucket, IntStream.range(0, OBJECTS).mapToObj(i -> "log-" + i))
                    .flatMap(line -> Stream.of(line.split(" ")));

            assertThat(words.partitions()).isEqualTo(OBJECTS);
            assertThat(words.frequencies().compute(mosaic)).isEqualTo(counted());
            assertThatThrownBy(() ->
                            lines(bucket, Stream.of("log-0", "nothing")).count().compute(mosaic))
                    .as("an object that is not there")
                    .isInstanceOf(RemoteException.class)
                    .hasMessageContaining("ErrorResponseException: The specified key does not exist");
        }
    }

    private static Bag<String> lines(Bucket bucket, Stream<String> keys) {
        List<Function0<InputStream>> openers =
                keys.map(key -> Bag.opener(() -> bucket.open(key))).toList();
        return Bag.lines(openers);
    }

    private static String text(int object) {
        return IntStream.range(0, LINES)
                .mapToObj(line -> "object" + object + " line" + line % 10 + " grüße\r\n")
                .collect(Collectors.joining());
    }

    private static Map<String, Long> counted() {
        return IntStream.range(0, OBJECTS)
                .mapToObj(BagOfObjectsTest::text)
                .flatMap(String::lines)
                .flatMap(line -> Stream.of(line.split(" ")))
                .collect(Collectors.groupingBy(word -> word, Collectors.counting()));
    }
}
