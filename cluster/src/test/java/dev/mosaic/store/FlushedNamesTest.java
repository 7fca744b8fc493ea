package dev.mosaic.store;

import static dev.mosaic.PutOption.durable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.cluster.UnitsInOneJvm;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.testing.LogGuard;
import dev.mosaic.unit.objects.ObjectSettings;
import dev.mosaic.unit.shell.UnitShell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What the JVM says of flushes: a name is on the device only once the folder that it is in was flushed. S4.5. */
class FlushedNamesTest {
    private static final String FLUSH = "jdk.FileForce";

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path root;

    @Test
    void shouldHaveEachNameOnTheDeviceThatADurablePutNeeds_S4_5() throws IOException {
        Path folder = root.resolve("new/deep");
        List<String> flushed = flushed(() -> putDurable(folder));

        List<String> made = made();
        assertThat(made)
                .anyMatch(name -> name.endsWith(".entry"))
                .anyMatch(name -> name.endsWith(".owner"))
                .allSatisfy(name -> assertThat(flushed)
                        .as("the folder of %s is flushed", name)
                        .contains(String.valueOf(Path.of(name).getParent())));
        assertThat(made)
                .filteredOn(name -> name.endsWith(".entry"))
                .allSatisfy(name -> assertThat(flushed)
                        .as("the bytes of %s, and then its name", name)
                        .containsSubsequence(
                                name + ".part", String.valueOf(Path.of(name).getParent())));
        assertThat(made)
                .filteredOn(name -> name.endsWith(".owner"))
                .allSatisfy(name -> assertThat(flushed)
                        .as("whose folder it is, and then its name")
                        .containsSubsequence(name, String.valueOf(Path.of(name).getParent())));
    }

    private static void putDurable(Path folder) {
        UnitsInOneJvm units = new UnitsInOneJvm(folder);
        ObjectSettings settings =
                ObjectSettings.DEFAULT.withMemoryBytes(8 << 20).withDiskBytes(64 << 20);
        StoreShell warehouse = units.returning("warehouse:0", "node:0", settings, Optional.empty(), 0x1001);
        try {
            UnitShell head = units.unit(Member.Kind.PROGRAM, "head:0", "node:0", 0);
            units.unit(Member.Kind.WORKER, "worker:0:0", "node:0", 0);
            assertThat(head.awaitWorkers(1, Duration.ofSeconds(20))).isTrue();
            units.install(head);
            Ref<double[]> ref = Mosaic.current().put(new double[1 << 16], durable());
            assertThat(ref.value()).hasSize(1 << 16);
        } finally {
            units.close();
            warehouse.close();
        }
    }

    /** Else it could come back where the bucket knows that it is over. */
    @Test
    void shouldHaveTheEndOfARecordOnTheDeviceThatIsKeptElsewhere_S7_3() throws IOException {
        Path folder = Files.createDirectory(root.resolve("lives"));
        Id tessera = new Id(1, 2);
        Path record = Files.createFile(folder.resolve(tessera + LifeTier.ENDING));

        List<String> flushed = flushed(() -> {
            try (DiskTier disk = new DiskTier(root.resolve("entries"), true)) {
                new LifeFiles(folder, 1, disk).delete(tessera);
            }
        });

        assertThat(record).doesNotExist();
        assertThat(flushed).containsExactly(folder.toString());
    }

    private interface Work {
        void run() throws IOException;
    }

    /** What that flushes below the root, in that order. */
    private List<String> flushed(Work work) throws IOException {
        Path file = root.resolve("flushes.jfr");
        try (Recording recording = new Recording()) {
            recording.enable(FLUSH).withoutThreshold();
            recording.start();
            work.run();
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        Files.delete(file);
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(FLUSH))
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .map(event -> event.getString("path"))
                .filter(path -> path.startsWith(root.toString()))
                .toList();
    }

    private List<String> made() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(path -> !path.equals(root)).map(Path::toString).toList();
        }
    }
}
