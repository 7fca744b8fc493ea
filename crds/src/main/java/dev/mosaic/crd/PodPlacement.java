package dev.mosaic.crd;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The placement of pods on nodes, and their priority. It is for one role, or for all pods of a cluster.
 *
 * @param affinityTree an Affinity as it was written. The API server does not check it, so it is kept as JSON; {@link #problem()} says
 *     whether it is one
 * @param spreadTrees TopologySpreadConstraints as they were written, likewise
 */
public record PodPlacement(
        Map<String, String> nodeSelector,
        List<TolerationSpec> tolerations,
        @Nullable JsonNode affinityTree,
        List<JsonNode> spreadTrees,
        @Nullable String priorityClassName) {
    private static final String AFFINITY = "affinity";
    private static final String SPREAD = "topologySpreadConstraints";

    public PodPlacement {
        nodeSelector = Values.map(nodeSelector);
        tolerations = Values.list(tolerations);
        affinityTree = affinityTree == null || affinityTree.isNull() ? null : affinityTree;
        spreadTrees = Values.list(spreadTrees);
    }

    /**
     * Combines this placement of a role with that of the cluster. Labels and tolerations of both are used; for the same label or the same taint,
     * those of the role are used. All other fields are taken from the cluster only if the role does not set them.
     */
    public PodPlacement orElse(PodPlacement ofCluster) {
        Map<String, String> labels = new LinkedHashMap<>(ofCluster.nodeSelector);
        labels.putAll(nodeSelector);
        List<TolerationSpec> taints = new ArrayList<>(tolerations);
        ofCluster.tolerations.stream()
                .filter(each -> tolerations.stream().noneMatch(each::isForTheSameTaint))
                .forEach(taints::add);
        return new PodPlacement(
                labels,
                taints,
                affinityTree == null ? ofCluster.affinityTree : affinityTree,
                spreadTrees.isEmpty() ? ofCluster.spreadTrees : spreadTrees,
                priorityClassName == null ? ofCluster.priorityClassName : priorityClassName);
    }

    /** A field that cannot be read, and the reason; empty if all fields can be read. */
    public Optional<String> problem() {
        Optional<String> ofAffinity = affinityTree == null
                ? Optional.empty()
                : Reading.of(AFFINITY, affinityTree, Affinity.class).problem();
        return ofAffinity.or(() -> spread().stream()
                .map(Reading::problem)
                .flatMap(Optional::stream)
                .findFirst());
    }

    /**
     * The affinity; empty if there is none.
     *
     * @throws IllegalArgumentException if it cannot be read: check {@link #problem()} before
     */
    public Optional<Affinity> affinity() {
        return affinityTree == null
                ? Optional.empty()
                : Optional.of(readable(Reading.of(AFFINITY, affinityTree, Affinity.class)));
    }

    /**
     * The constraints that spread pods over nodes and zones.
     *
     * @throws IllegalArgumentException if they cannot be read: check {@link #problem()} before
     */
    public List<TopologySpreadConstraint> topologySpreadConstraints() {
        return spread().stream().map(PodPlacement::readable).toList();
    }

    private List<Reading<TopologySpreadConstraint>> spread() {
        List<Reading<TopologySpreadConstraint>> all = new ArrayList<>();
        for (int i = 0; i < spreadTrees.size(); i++) {
            all.add(Reading.of(SPREAD + "[" + i + "]", spreadTrees.get(i), TopologySpreadConstraint.class));
        }
        return all;
    }

    private static <T> T readable(Reading<T> reading) {
        return reading.value()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the placement is none: " + reading.problem().orElse("it is null")));
    }
}
