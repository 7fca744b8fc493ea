package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.PutOption;
import dev.mosaic.Ref;
import dev.mosaic.headapi.ObjectsPage;
import dev.mosaic.http.Json;
import dev.mosaic.local.RunningCluster;
import dev.mosaic.local.RunningClusters;
import dev.mosaic.node.Transcript;
import dev.mosaic.testing.Eventually;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code mosaic list objects}. S8.1. */
class ListObjectsCommandTest {
    private static final int LARGE = 1 << 20;

    private static Said said(String... arguments) {
        return Said.by(arguments);
    }

    private static List<RunningCluster> ofThisProcess() {
        long self = ProcessHandle.current().pid();
        return RunningClusters.own().all().stream()
                .filter(each -> each.pid() == self)
                .toList();
    }

    @Test
    void shouldListWhatIsPutWithItsHoldersTheLargestFirst_S8_1() throws Exception {
        try (Transcript _ = new Transcript();
                Mosaic mosaic = Mosaic.start(options -> options.workers(1).inProcess())) {
            Eventually.holds("it is listed", () -> !ofThisProcess().isEmpty());
            String name = ofThisProcess().getFirst().name();
            assertThat(said("list", "objects", "--cluster", name))
                    .returns(0, Said::status)
                    .returns(1L, said -> said.output().lines().count())
                    .extracting(Said::errors)
                    .asString()
                    .isEqualTo("0 objects; warehouse:0 in all: 0 B in memory, 0 B on disk, 0 B in the bucket\n");
            Ref<float[]> large = mosaic.put(new float[LARGE]);
            Ref<float[]> durable = mosaic.put(new float[LARGE / 2], PutOption.DURABLE);
            Ref<int[]> small = mosaic.put(new int[10]);

            Eventually.holds(
                    "all are there",
                    () -> said("list", "objects", "--cluster", name, "-o", "name")
                            .output()
                            .equals(large.uid() + "\n" + durable.uid() + "\n" + small.uid() + "\n"));
            Said table = said("list", "objects", "--cluster", name);
            assertThat(table.output().lines().map(line -> line.replaceAll(" +", " ")))
                    .containsExactly(
                            "OBJECT BYTES TIER DURABLE HOLDERS UNIT",
                            large.uid() + " " + large.sizeBytes() + " memory no 1 warehouse:0",
                            durable.uid() + " " + durable.sizeBytes() + " memory,disk yes 1 warehouse:0",
                            small.uid() + " " + small.sizeBytes() + " memory no 1 warehouse:0");
            assertThat(table.errors())
                    .isEqualTo(
                            "3 objects; warehouse:0 in all: 6.0 MiB in memory, 2.0 MiB on disk, 0 B in the bucket\n");
            assertThat(said("list", "objects", "--cluster", name, "-o", "wide").output())
                    .contains("HELD BY", "head:0", "KEPT");

            Said first = said("list", "objects", "--cluster", name, "--limit", "1", "-o", "json");
            ObjectsPage page = Json.read("{\"objects\":" + first.output() + "}", ObjectsPage.class);
            assertThat(page.objects()).singleElement().satisfies(each -> {
                assertThat(each.uid()).isEqualTo(large.uid());
                assertThat(each.holders()).containsExactly("head:0");
                assertThat(each.putter()).isEqualTo("head:0");
                assertThat(each.durable()).isFalse();
            });
            assertThat(first.errors()).startsWith("1 of 3 are shown: --limit, --tier\n3 objects; ");
            Said onDisk = said("list", "objects", "--cluster", name, "--tier", "disk", "-o", "name");
            assertThat(onDisk.output()).isEqualTo(durable.uid() + "\n");
            assertThat(onDisk.errors()).startsWith("1 object with tier=disk; warehouse:0 in all: 6.0 MiB in memory");
            assertThat(said("list", "objects", "--cluster", name, "--tier", "tape")
                            .errors())
                    .contains("status=400", "tier=tape is none of memory, disk, bucket");

            assertThat(said("describe", durable.uid(), "--cluster", name).output())
                    .contains(durable.uid(), "(2.0 MiB)", "memory, disk", "held by      head:0", "durable      yes");

            large.drop();
            Eventually.holds(
                    "it is gone, and the others are not",
                    () -> said("list", "objects", "--cluster", name, "-o", "name")
                            .output()
                            .equals(durable.uid() + "\n" + small.uid() + "\n"));
            assertThat(said("describe", large.uid(), "--cluster", name))
                    .returns(1, Said::status)
                    .extracting(Said::errors)
                    .asString()
                    .contains("object=" + large.uid() + " is not in the warehouse");
            durable.drop();
            small.drop();
            Eventually.holds(
                    "nothing is left",
                    () -> said("list", "objects", "--cluster", name, "-o", "name")
                            .output()
                            .isEmpty());
        }
    }

    @Test
    void shouldSaySizesWithAFewDigits() {
        assertThat(List.of(0L, 1_023L, 1_024L, 10L << 20, (3L << 30) / 2, Long.MAX_VALUE).stream()
                        .map(ListObjectsCommand::size))
                .containsExactly("0 B", "1023 B", "1.0 KiB", "10 MiB", "1.5 GiB", "8.0 EiB");
    }
}
