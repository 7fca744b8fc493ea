package dev.mosaic.operator.scale;

import dev.mosaic.crd.AutoscalingSpec;
import dev.mosaic.crd.MosaicClusterSpec;
import dev.mosaic.crd.WorkerGroupSpec;
import dev.mosaic.headapi.ClusterPage;
import dev.mosaic.headapi.ClusterPage.Node;
import dev.mosaic.operator.autoscale.Bounds;
import dev.mosaic.operator.autoscale.Group;
import dev.mosaic.operator.autoscale.Limits;
import dev.mosaic.operator.autoscale.Needs;
import dev.mosaic.operator.autoscale.Replica;
import dev.mosaic.operator.autoscale.Replica.Stage;
import dev.mosaic.operator.autoscale.Scene;
import dev.mosaic.operator.snapshot.Gang;
import dev.mosaic.operator.snapshot.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What Kubernetes and the head say, put together for a decision. Pure. */
final class Scenes {
    private Scenes() {}

    static Scene of(MosaicClusterSpec cluster, List<Seen> groups, ClusterPage report, Instant now) {
        Map<String, Node> nodes = report.byHost();
        List<Group> all = new ArrayList<>();
        for (Seen seen : groups) {
            cluster.group(seen.name()).ifPresent(spec -> all.add(group(cluster, spec, seen, nodes, now)));
        }
        return new Scene(all, HeadPages.demands(report), limits(cluster.autoscaling()), now);
    }

    /** What one node offers of each group that has or may get some; each once. */
    static List<Needs> announced(MosaicClusterSpec cluster, List<Seen> groups) {
        List<Needs> offers = new ArrayList<>();
        for (WorkerGroupSpec spec : cluster.workerGroups()) {
            Optional<Seen> seen = groups.stream()
                    .filter(each -> each.name().equals(spec.name()))
                    .findFirst();
            if (spec.autoscales() || seen.filter(each -> each.replicas() > 0).isPresent()) {
                offers.add(seen.map(Seen::offer).orElseGet(() -> Offers.of(spec)));
            }
        }
        return offers.stream().distinct().toList();
    }

    /** How many replicas of a group have nothing to do. */
    static int idle(Group group) {
        return (int) group.there().stream()
                .filter(each -> each.stage() == Stage.JOINED && !each.isBusy())
                .count();
    }

    private static Group group(
            MosaicClusterSpec cluster, WorkerGroupSpec spec, Seen seen, Map<String, Node> nodes, Instant now) {
        Integer max = spec.maxReplicas();
        Optional<Bounds> bounds = max == null || !seen.isOurs()
                ? Optional.empty()
                : Optional.of(new Bounds(
                        spec.minReplicas(),
                        max,
                        spec.warmReplicas(),
                        spec.priority(),
                        spec.idle(cluster.autoscaling()),
                        spec.provision()));
        List<Replica> there = Gang.of(seen.pods(), spec.hostsPerReplica()).stream()
                .map(gang -> replica(gang, seen.offer(), nodes, now))
                .toList();
        return new Group(
                spec.name(), seen.offer(), spec.hostsPerReplica(), bounds, seen.replicas(), there, seen.refusal());
    }

    private static Replica replica(Gang gang, Needs offer, Map<String, Node> nodes, Instant now) {
        List<Needs> rooms = new ArrayList<>();
        boolean isBusy = false;
        boolean isLeaving = gang.drainStarted().isPresent();
        int joined = 0;
        Duration idle = Duration.ofDays(365);
        for (Pod pod : gang.pods()) {
            Node node = node(pod, nodes);
            if (node == null) {
                rooms.add(offer);
                idle = Duration.ZERO;
                continue;
            }
            joined++;
            isBusy |= node.busy();
            isLeaving |= node.draining();
            idle = Comparator.<Duration>naturalOrder().compare(idle, node.idle()) < 0 ? idle : node.idle();
            rooms.add(HeadPages.needs(node.free()));
        }
        for (int i = gang.pods().size(); i < gang.hosts(); i++) {
            rooms.add(offer);
        }
        Stage stage = isLeaving ? Stage.LEAVING : joined >= gang.hosts() ? Stage.JOINED : Stage.COMING;
        return new Replica(
                gang.name(), stage, expected(gang, nodes, now), isBusy, isBusy ? Duration.ZERO : idle, rooms);
    }

    /**
     * Since when one is waited for that has not joined, or not again: since the last of its missing pods was made or stopped being ready. A
     * pod that is ready has joined, and its head says so in a moment.
     */
    private static Instant expected(Gang gang, Map<String, Node> nodes, Instant now) {
        return gang.pods().stream()
                .filter(each -> node(each, nodes) == null)
                .map(each -> Pods.ready(each) ? now : Pods.notReadySince(each))
                .max(Comparator.naturalOrder())
                .orElseGet(gang::created);
    }

    private static @Nullable Node node(Pod pod, Map<String, Node> nodes) {
        String address = Pods.address(pod);
        return address.isEmpty() ? null : nodes.get(address);
    }

    private static Limits limits(AutoscalingSpec spec) {
        return new Limits(
                spec.paused(),
                optional(spec.maxWorkers()),
                optional(spec.maxAccelerators()),
                spec.scaleUp().maxPendingReplicas(),
                spec.scaleDown().stable(),
                optional(spec.scaleDown().maxPerMinute()));
    }

    private static OptionalInt optional(@Nullable Integer number) {
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }
}
