package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.Condition;
import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.crd.MosaicCluster;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Many clusters of three pods each, declared at once on one node, as when a lab begins its day. Prints when they were ready, and what those that
 * were not said meanwhile. How many: {@code mosaic.many.clusters}; in how many seconds: {@code mosaic.many.seconds}.
 */
@Tag("long")
@Tag("cluster")
@Tag("timing")
@Timeout(value = 25, unit = TimeUnit.MINUTES)
class ManyClustersTest {
    private static final int CLUSTERS = Integer.getInteger("mosaic.many.clusters", 30);
    private static final long MOST_SECONDS = Long.getLong("mosaic.many.seconds", 600);
    private static final long SECONDS_BETWEEN_REPORTS = 30;

    @RegisterExtension
    static final Product PRODUCT = new Product();

    @Test
    void shouldBringUpAllAndSayWhatEachWaitsFor() {
        String namespace = PRODUCT.namespace("many");
        String all = IntStream.range(0, CLUSTERS)
                .mapToObj(i -> Yaml.cluster("many-" + i, "", "replicas: 1").replace("50m", "5m"))
                .map(each -> each.replace("384Mi", "64Mi").replace("512Mi", "64Mi"))
                .collect(Collectors.joining("---\n"));
        PRODUCT.apply(namespace, all);
        long begun = System.nanoTime();
        List<Long> readyAfter = new ArrayList<>();
        long nextReport = SECONDS_BETWEEN_REPORTS;
        long seconds = 0;
        while (readyAfter.size() < CLUSTERS && seconds < MOST_SECONDS) {
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(2));
            seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds();
            List<MosaicCluster> now = clusters(namespace);
            long ready = now.stream().filter(ManyClustersTest::isReady).count();
            while (readyAfter.size() < ready) {
                readyAfter.add(seconds);
            }
            if (seconds >= nextReport) {
                nextReport += SECONDS_BETWEEN_REPORTS;
                System.out.println("system-test figure: after " + seconds + " s " + ready + " of " + CLUSTERS
                        + " clusters are ready; the others say " + said(now));
                if (seconds > 2 * SECONDS_BETWEEN_REPORTS) {
                    assertThat(now)
                            .filteredOn(each -> !isReady(each))
                            .as("clusters that do not say what they wait for")
                            .allMatch(each -> !message(each).isBlank());
                }
            }
        }
        assertThat(readyAfter)
                .as("clusters that are ready after %s s%n%s", MOST_SECONDS, said(clusters(namespace)))
                .hasSize(CLUSTERS);
        System.out.println(
                "system-test figure: " + CLUSTERS + " clusters of three pods at once: the first is ready after "
                        + readyAfter.getFirst() + " s, half after " + readyAfter.get(CLUSTERS / 2) + " s, all after "
                        + readyAfter.getLast() + " s; containers began again " + restarts(namespace) + " times");
    }

    private static List<MosaicCluster> clusters(String namespace) {
        return Cluster.any()
                .client()
                .resources(MosaicCluster.class)
                .inNamespace(namespace)
                .list()
                .getItems();
    }

    private static boolean isReady(MosaicCluster cluster) {
        return cluster.getStatus() != null
                && cluster.getStatus()
                        .condition("Ready")
                        .filter(each -> each.status() == ConditionStatus.TRUE)
                        .isPresent();
    }

    private static String message(MosaicCluster cluster) {
        return cluster.getStatus() == null
                ? ""
                : cluster.getStatus().condition("Ready").map(Condition::message).orElse("");
    }

    /** How many say what, with numbers taken out of names. */
    private static Map<String, Long> said(List<MosaicCluster> clusters) {
        return clusters.stream()
                .filter(each -> !isReady(each))
                .map(each -> message(each).replaceAll("many-[-0-9a-z]+", "NAME"))
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    }

    private static int restarts(String namespace) {
        int restarts = 0;
        for (String role : List.of("head", "warehouse", "worker")) {
            for (Pod pod : PRODUCT.pods(namespace, role)) {
                restarts += Product.restarts(pod);
            }
        }
        return restarts;
    }
}
