package dev.mosaic.store;

import static dev.mosaic.PutOption.durable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.S3Options;
import dev.mosaic.StoreFullException;
import dev.mosaic.testing.LogGuard;
import dev.mosaic.warehouse.s3.S3Server;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** S4.7: a disk that is full (ENOSPC) long before the limit that was set for it: a tmpfs of 12 MiB. */
class FullDiskTest {
    private static final int PIECE = 1 << 18; // of double: 2 MiB

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path small;

    @TempDir
    Path objects;

    private boolean isMounted;

    @BeforeEach
    void mount() throws Exception {
        isMounted = run("mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", small.toString());
        assumeTrue(isMounted, "no right to mount a tmpfs: run as root");
    }

    @AfterEach
    void unmount() throws Exception {
        if (isMounted) {
            assertThat(small).as("files left").isEmptyDirectory();
            assertThat(run("umount", small.toString())).as("unmounted").isTrue();
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    }

    private Mosaic start(Optional<S3Options> s3) {
        return Mosaic.start(options -> {
            options.inProcess()
                    .workers(1)
                    .warehouseMemory(8 << 20)
                    .warehouseDisk(1L << 30)
                    .warehouseFolder(small);
            s3.ifPresent(options::warehouseS3);
        });
    }

    private static double[] filled(double value) {
        double[] values = new double[PIECE];
        Arrays.fill(values, value);
        return values;
    }

    private static void assertAre(List<Ref<double[]>> refs) {
        for (int i = 0; i < refs.size(); i++) {
            double[] value = refs.get(i).value();
            assertThat(value[0]).as("entry %s", i).isEqualTo(i);
            assertThat(value[PIECE - 1]).as("entry %s", i).isEqualTo(i);
        }
    }

    @Test
    void shouldTellThatTheDiskIsFull_S4_7() {
        try (Mosaic mosaic = start(Optional.empty())) {
            List<Ref<double[]>> refs = new ArrayList<>();
            StoreFullException full = catchThrowableOfType(StoreFullException.class, () -> {
                for (int i = 0; i < 20; i++) {
                    refs.add(mosaic.put(filled(i)));
                }
            });
            assertThat(full).hasMessageContaining("No space left on device").hasMessageContaining("disk usedBytes=");
            assertThat(refs).as("what memory and disk take").hasSizeBetween(7, 10);
            assertThatThrownBy(() -> mosaic.put(new double[200_000], durable())).isInstanceOf(StoreFullException.class);
            refs.removeLast().drop(); // so that there is room to exchange one for another
            refs.removeLast().drop();
            assertAre(refs);
            refs.forEach(Ref::drop);
        }
    }

    @Tag("s3")
    @Test
    void shouldUseTheBucketWhereTheDiskIsFull_S4_7() {
        try (S3Server server = S3Server.own(objects)) {
            S3Options s3 = server.bucket("full").withTimeout(Duration.ofSeconds(3));
            try (Mosaic mosaic = start(Optional.of(s3))) {
                List<Ref<double[]>> refs = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    refs.add(mosaic.put(filled(i)));
                }
                assertThat(server.keys(s3)).as("objects").hasSizeGreaterThanOrEqualTo(9);
                assertAre(refs);
            }
            assertThat(server.keys(s3)).as("objects left").isEmpty();
        }
    }
}
