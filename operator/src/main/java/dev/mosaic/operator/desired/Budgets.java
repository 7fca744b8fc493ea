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
 * What those who empty nodes have to respect: of each group one pod at a time; head and warehouse not at all, since there is one of
 * each. What is not ready may always go.
 */
final class Budgets {
    private Budgets() {}

    static List<HasMetadata> all(Declared declared) {
        if (!declared.spec().disruption().podDisruptionBudget()) {
            return List.of();
        }
        String cluster = declared.name();
        List<HasMetadata> all = new ArrayList<>();
        all.add(stays(declared, Names.head(cluster), Role.HEAD));
        all.add(stays(declared, Names.warehouse(cluster), Role.WAREHOUSE));
        for (WorkerGroupSpec group : declared.spec().workerGroups()) {
            PodDisruptionBudget budget = budget(
                    declared,
                    Names.group(cluster, group.name()),
                    Labels.ofGroup(cluster, group.name()),
                    Labels.selectingGroup(cluster, group.name()));
            budget.getSpec().setMaxUnavailable(new IntOrString(1));
            all.add(budget);
        }
        return all;
    }

    private static PodDisruptionBudget stays(Declared declared, String name, Role role) {
        PodDisruptionBudget budget =
                budget(declared, name, Labels.of(declared.name(), role), Labels.selecting(declared.name(), role));
        budget.getSpec().setMinAvailable(new IntOrString(1));
        return budget;
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
