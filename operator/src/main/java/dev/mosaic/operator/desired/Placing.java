package dev.mosaic.operator.desired;

import dev.mosaic.crd.PodPlacement;
import dev.mosaic.crd.TaintEffect;
import dev.mosaic.crd.TolerationSpec;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import java.util.List;
import java.util.Map;

/** Where a pod may run, as Kubernetes is told. */
final class Placing {
    private Placing() {}

    /**
     * The same pod with that placement.
     *
     * @param alike by which pods are found that are spread with it, where a constraint does not say it
     */
    static PodSpec on(PodSpec pod, PodPlacement placement, Map<String, String> alike) {
        return new PodSpecBuilder(pod)
                .withNodeSelector(placement.nodeSelector())
                .withTolerations(placement.tolerations().stream()
                        .map(Placing::toleration)
                        .toList())
                .withAffinity(placement.affinity().orElse(null))
                .withTopologySpreadConstraints(spread(placement.topologySpreadConstraints(), alike))
                .withPriorityClassName(placement.priorityClassName())
                .build();
    }

    private static List<TopologySpreadConstraint> spread(
            List<TopologySpreadConstraint> constraints, Map<String, String> alike) {
        return constraints.stream()
                .map(each -> each.getLabelSelector() != null
                        ? each
                        : new TopologySpreadConstraintBuilder(each)
                                .withLabelSelector(new LabelSelectorBuilder()
                                        .withMatchLabels(alike)
                                        .build())
                                .build())
                .toList();
    }

    private static Toleration toleration(TolerationSpec spec) {
        TaintEffect effect = spec.effect();
        return new TolerationBuilder()
                .withKey(spec.key())
                .withOperator(
                        switch (spec.operator()) {
                            case EQUAL -> "Equal";
                            case EXISTS -> "Exists";
                        })
                .withValue(spec.value())
                .withEffect(effect == null ? null : effect(effect))
                .withTolerationSeconds(spec.tolerationSeconds())
                .build();
    }

    private static String effect(TaintEffect effect) {
        return switch (effect) {
            case NO_SCHEDULE -> "NoSchedule";
            case PREFER_NO_SCHEDULE -> "PreferNoSchedule";
            case NO_EXECUTE -> "NoExecute";
        };
    }
}
