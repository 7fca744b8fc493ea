package dev.mosaic.operator.plan;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.desired.Role;
import dev.mosaic.operator.plan.Action.Apply;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import dev.mosaic.operator.snapshot.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Pods of which somebody has changed a label by which the operator, Services and policies find them. The label is written again: no other pod
 * is made beside one that still runs.
 */
public final class LostLabels {
    private LostLabels() {}

    /** Of head and warehouse, as the API server has them. */
    public static Plan of(ClusterSnapshot live) {
        return new Plan(
                Stream.concat(
                                lost(live.heads(), labels(live.cluster(), Role.HEAD)),
                                lost(live.warehouse(), labels(live.cluster(), Role.WAREHOUSE)))
                        .toList(),
                Optional.empty());
    }

    private static Map<String, String> labels(MosaicCluster cluster, Role role) {
        return Labels.finding(Labels.of(cluster.getMetadata().getName(), role));
    }

    /** Of the workers of a group, as the API server has them. */
    public static Plan of(MosaicWorkerGroup group, List<Pod> live) {
        Map<String, String> labels = Labels.finding(
                Labels.ofGroup(group.getSpec().clusterName(), group.getSpec().groupName()));
        return new Plan(lost(live, labels).toList(), Optional.empty());
    }

    private static Stream<Action> lost(List<Pod> pods, Map<String, String> labels) {
        return pods.stream()
                .filter(each -> Pods.lives(each) && !names(each, labels).isEmpty())
                .map(each -> new Apply(
                        new PodBuilder()
                                .withNewMetadata()
                                .withNamespace(each.getMetadata().getNamespace())
                                .withName(Pods.name(each))
                                .withLabels(labels)
                                .endMetadata()
                                .build(),
                        true,
                        Optional.of(Reason.HEALED_DRIFT),
                        "Pod " + Pods.name(each) + ": the labels " + String.join(", ", names(each, labels))));
    }

    private static List<String> names(Pod pod, Map<String, String> labels) {
        return labels.entrySet().stream()
                .filter(each -> !each.getValue().equals(Pods.label(pod, each.getKey())))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }
}
