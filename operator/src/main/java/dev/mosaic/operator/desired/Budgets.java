package dev.mosaic.operator.desired;

import dev.mosaic.crd.WorkerGroupSpec;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What those who empty nodes have to respect: of each group one pod at a time. What is not ready may always go. Head and warehouse have no
 * budget: there is one of each, so a budget could only keep their node from being emptied for ever. Both end in order and come back
 * elsewhere.
 */
final class Budgets {
    private Budgets() {}

    /**
     * All of them.
     *
     * @param replicas of groups whose replicas are several pods. Of those Kubernetes takes the number of replicas for that of pods, so the
     *     pods that have to stay are counted here
     */
    static List<HasMetadata> all(Declared declared, Map<String, Integer> replicas) {
        if (!declared.spec().disruption().podDisruptionBudget()) {
            return List.of();
        }
        String cluster = declared.name();
        List<HasMetadata> all = new ArrayList<>();
        for (WorkerGroupSpec group : declared.spec().workerGroups()) {
            PodDisruptionBudget budget = budget(
                    declared,
                    Names.group(cluster, group.name()),
                    Labels.ofGroup(cluster, group.name()),
                    Labels.selectingGroup(cluster, group.name()));
            if (group.hostsPerReplica() == 1) {
                budget.getSpec().setMaxUnavailable(new IntOrString(1));
            } else {
                int pods = replicas.getOrDefault(group.name(), group.replicas()) * group.hostsPerReplica();
                budget.getSpec().setMinAvailable(new IntOrString(Math.max(0, pods - 1)));
            }
            all.add(budget);
        }
        return all;
    }

    private static PodDisruptionBudget budget(
            Declared declared, String name, Map<String, String> labels, Map<String, String> selecting) {
        return new PodDisruptionBudgetBuilder()
                .withMetadata(declared.metadata(name, labels))
                .withNewSpec()
                .withNewSelector()
                .withMatchLabels(selecting)
                .endSelector()
                .withUnhealthyPodEvictionPolicy("AlwaysAllow")
                .endSpec()
                .build();
    }
}
