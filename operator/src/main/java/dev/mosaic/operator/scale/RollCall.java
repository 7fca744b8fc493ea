package dev.mosaic.operator.scale;

import dev.mosaic.headapi.ClusterPage;
import dev.mosaic.operator.snapshot.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Whether a head knows all nodes. One that is new hears from those of the head before it within moments, and says after 10 s that
 * nobody else will come; but where all pods that were there when it was first heard of have come back, there is nothing to wait for.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class RollCall {
    private OptionalLong epoch = OptionalLong.empty();
    private final Set<String> missing = new HashSet<>();

    /**
     * Looks who has come.
     *
     * @param pods of all groups
     */
    boolean isComplete(ClusterPage report, List<Pod> pods) {
        Set<String> living = new HashSet<>();
        pods.stream()
                .filter(Pods::lives)
                .map(Pods::address)
                .filter(each -> !each.isEmpty())
                .forEach(living::add);
        if (epoch.isEmpty() || epoch.getAsLong() != report.epoch()) {
            epoch = OptionalLong.of(report.epoch());
            missing.clear();
            missing.addAll(living);
        }
        missing.retainAll(living);
        missing.removeAll(report.byHost().keySet());
        return report.settled() || missing.isEmpty();
    }
}
