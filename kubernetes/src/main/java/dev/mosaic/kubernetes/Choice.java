package dev.mosaic.kubernetes;

import dev.mosaic.InvalidOptionException;
import dev.mosaic.StartException;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.process.Entrance;
import dev.mosaic.process.Guest;
import dev.mosaic.process.Passage;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pods in which a unit of a cluster is.
 *
 * @param isOne true where there can be one at a time only
 */
record Choice(Predicate<Pod> pods, boolean isOne) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Pattern WAREHOUSE = Pattern.compile("warehouse:(\\d+)");
    private static final Pattern ON_NODE = Pattern.compile("(?:node|store|worker):(\\d+)(?::\\d+)?");

    /**
     * Those of that unit, or of all.
     *
     * @throws InvalidOptionException where there is no such unit
     */
    static Choice of(KubernetesCluster cluster, Optional<String> unit) {
        if (unit.isEmpty()) {
            return new Choice(any -> true, false);
        }
        String name = unit.get();
        if (List.of("head", "monitor", "gateway").contains(name)) {
            return new Choice(pod -> "head".equals(KubernetesCluster.role(pod)), true);
        }
        if (name.equals("warehouse")) {
            return new Choice(pod -> name.equals(KubernetesCluster.role(pod)), false);
        }
        Matcher warehouse = WAREHOUSE.matcher(name);
        if (warehouse.matches()) {
            return named(cluster, name, cluster.name() + "-warehouse-" + warehouse.group(1));
        }
        Matcher node = ON_NODE.matcher(name);
        if (node.matches()) {
            String host = host(cluster, name, "node:" + node.group(1));
            return new Choice(pod -> host.equals(pod.getStatus().getPodIP()), true);
        }
        return named(cluster, name, name);
    }

    boolean takes(Pod pod) {
        return pods.test(pod);
    }

    private static Choice named(KubernetesCluster cluster, String unit, String pod) {
        List<String> there = cluster.pods().stream()
                .map(each -> each.getMetadata().getName())
                .toList();
        if (!there.contains(pod)) {
            throw unknown(cluster, unit, "pods=" + there);
        }
        return new Choice(each -> each.getMetadata().getName().equals(pod), true);
    }

    /** The monitor knows at which address a node is, and that is its pod's. */
    private static String host(KubernetesCluster cluster, String unit, String node) {
        try (Passage passage = ClusterPassage.open(cluster.asAddress(), Optional.empty(), PATIENCE)) {
            Entrance entrance = Entrance.at(passage);
            List<Member> units = Guest.survey(entrance.monitor(), entrance.access(), PATIENCE).units().stream()
                    .map(ClusterMessage.UnitLoad::unit)
                    .toList();
            return units.stream()
                    .filter(each -> each.uid().equals(node))
                    .findFirst()
                    .flatMap(Choice::host)
                    .orElseThrow(() -> unknown(
                            cluster,
                            unit,
                            "units=" + units.stream().map(Member::uid).sorted().toList()));
        }
    }

    private static Optional<String> host(Member node) {
        for (String each : node.endpoint().split(" ", -1)) {
            if (!each.isEmpty() && Endpoint.parse(each) instanceof Endpoint.Tcp tcp) {
                return Optional.of(tcp.host());
            }
        }
        return Optional.empty();
    }

    private static StartException unknown(KubernetesCluster cluster, String unit, String there) {
        return new StartException(
                "unit=" + unit + " is not in " + cluster + ", " + there,
                "see mosaic status --cluster " + cluster.name() + " -n " + cluster.namespace());
    }
}
