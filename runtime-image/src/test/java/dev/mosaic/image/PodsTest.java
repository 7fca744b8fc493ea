package dev.mosaic.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import program.Equipped;
import program.Sleeper;

/** The image as head, warehouse and nodes on a real Kubernetes, under {@code restricted}, and a program outside of it. */
@Timeout(240)
class PodsTest {
    private static final Duration LONG = Eventually.PATIENCE;

    /** A line for each JVM. */
    private static final String USES_OF_THE_CACHE = """
            for process in /proc/[0-9]*; do
                case $(tr '\\0' ' ' <"$process/cmdline") in
                    /*/bin/java*) grep -q mosaic.aot "$process/maps" && echo uses it || echo does without ;;
                esac
            done
            """;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path folder;

    @Test
    void shouldBeReadyOnceItHasJoined() throws Exception {
        try (PodCluster pods = PodCluster.open(folder).warehouse().node("early", 0)) {
            pods.awaitAnswer("early", "/readyz", 503, "waits for the monitor");
            pods.awaitAnswer("early", "/livez", 200, "up");
            pods.awaitAnswer("warehouse", "/readyz", 503, "no link with the monitor");
            assertThat(pods.isReady("early")).isFalse();
            assertThat(pods.isReady("warehouse")).isFalse();

            Duration head = pods.head().timeUntilReady("head");
            pods.awaitReady("head", "warehouse", "early");
            Duration node = pods.node("late", 0).timeUntilReady("late");
            pods.awaitReady("late");
            System.out.printf(
                    "PodsTest: from scheduled to ready: head %d ms, node %d ms%n", head.toMillis(), node.toMillis());

            for (String name : List.of("head", "warehouse", "early", "late")) {
                // A head that is only starting may take too long for a handshake; who dialled tries again.
                assertThat(pods.log(name).lines().filter(line -> !line.contains("no handshake within")))
                        .as(name)
                        .noneMatch(line -> line.matches(".*(WARN|ERROR|Exception).*"));
            }
            assertThat(pods.run("head", "mosaic", "status", "--join", "127.0.0.1:7600"))
                    .contains("warehouse:0", "node:0", "node:1");
        }
    }

    /** OpenShift gives each namespace users of its own, whom no image knows. */
    @Tag("long")
    @Tag("cluster")
    @Test
    void shouldRunAsAnyUserOfTheGroupZero() throws Exception {
        try (PodCluster pods =
                PodCluster.open(folder).runAs(1_000_680_000L).head().warehouse().node("one", 0)) {
            pods.awaitReady("head", "warehouse", "one");
            assertThat(pods.run("one", "sh", "-c", "id -u; id -g").lines()).containsExactly("1000680000", "0");
            assertThat(pods.run("head", "mosaic", "status", "--join", "127.0.0.1:7600"))
                    .contains("warehouse:0", "node:0");
            Eventually.holds("the node may read the classes that were parsed ahead of time", () -> {
                List<String> uses =
                        pods.run("one", "sh", "-c", USES_OF_THE_CACHE).lines().toList();
                return !uses.isEmpty() && uses.stream().allMatch("uses it"::equals);
            });
            try (Mosaic mosaic =
                    Mosaic.connect("mosaic://" + pods.address("head") + ":7601", o -> o.keys(pods.keys()))) {
                Remote<Sleeper> sleeper = mosaic.remote(Sleeper::new);
                var _ = sleeper.call(Sleeper::sleep, 1L).result(LONG);
            }
        }
    }

    @Test
    void shouldRunTesseraeForAProgramOutsideEachWithADevice_S5_2() throws Exception {
        try (PodCluster pods =
                PodCluster.open(folder).head().warehouse().node("one", 1).node("two", 1)) {
            pods.awaitReady("head", "warehouse", "one", "two");
            String given = pods.run("one", "printenv", "NVIDIA_VISIBLE_DEVICES").strip();
            String other = pods.run("two", "printenv", "NVIDIA_VISIBLE_DEVICES").strip();
            try (Mosaic mosaic =
                    Mosaic.connect("mosaic://" + pods.address("head") + ":7601", o -> o.keys(pods.keys()))) {
                Remote<Equipped> first = mosaic.withOptions(o -> o.gpus(1)).remote(Equipped::new);
                Remote<Equipped> second = mosaic.withOptions(o -> o.gpus(1)).remote(Equipped::new);
                assertThat(List.of(
                                first.call(Equipped::visible).result(LONG),
                                second.call(Equipped::visible).result(LONG)))
                        .containsExactlyInAnyOrder(given, other);
                Ref<double[]> ref = mosaic.put(new double[1 << 20]);
                assertThat(mosaic.submit(() -> ref.value().length).result(LONG)).isEqualTo(1 << 20);
                String arguments = pods.run("one", "sh", "-c", "cat /tmp/mosaic-*/jvm.args");
                assertThat(arguments)
                        .as("the heap of the worker is its share of the limit")
                        .contains("-XX:MaxRAMPercentage=40.0")
                        .contains("-XX:AOTCache=/opt/mosaic/lib/mosaic.aot");
                Eventually.holds("node and workers use the classes that were parsed ahead of time", () -> {
                    List<String> uses = pods.run("one", "sh", "-c", USES_OF_THE_CACHE)
                            .lines()
                            .toList();
                    return uses.size() > 1 && uses.stream().allMatch("uses it"::equals);
                });
            }
        }
    }

    @Tag("long")
    @Tag("cluster")
    @Test
    void shouldEndInTimeWithAMonitorAndWithout_S2_9() throws Exception {
        try (PodCluster pods =
                PodCluster.open(folder).head().warehouse().node("idle", 0).node("busy", 0)) {
            pods.awaitReady("head", "warehouse", "idle", "busy");
            pods.delete("idle");
            Duration drained = pods.timeUntilGone("idle", Duration.ofSeconds(30));
            try (Mosaic mosaic =
                    Mosaic.connect("mosaic://" + pods.address("head") + ":7601", o -> o.keys(pods.keys()))) {
                Remote<Sleeper> sleeper = mosaic.remote(Sleeper::new);
                var _ = sleeper.call(Sleeper::sleep, 1L).result(LONG);
                var _ = sleeper.call(Sleeper::sleep, 300_000L);
                pods.delete("busy");
                pods.awaitAnswer("busy", "/readyz", 503, "is being drained");
                pods.delete("warehouse");
                pods.delete("head");
                Duration ended = pods.timeUntilGone("head", Duration.ofSeconds(30));
                Duration alone = pods.timeUntilGone("busy", Duration.ofSeconds(60));
                System.out.printf(
                        "PodsTest: from deleted to gone: idle node %d ms, head %d ms, busy node without a head %d ms%n",
                        drained.toMillis(), ended.toMillis(), alone.toMillis());
            }
        }
        log.expect(log.count(""), "");
    }
}
