package dev.mosaic.operator.plan;

import dev.mosaic.crd.UpdateStrategySpec;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.snapshot.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Comparator;
import java.util.List;

/**
 * Which pods of an old revision go now. Those that are not ready are of no use, and go at once. Of the others as many as leave so many
 * ready that no more than {@code maxUnavailable} are missing: where new ones do not get ready, the rest of the old ones stays.
 *
 * @param replicas how many pods there should be when nothing is replaced
 * @param mayReplace whether one that is ready may go at all; not without a head, which moves what runs on it
 */
record Replacing(String revision, int replicas, UpdateStrategySpec strategy, boolean mayReplace) {

    /** How many pods there may be now. */
    int most(List<Pod> living) {
        int old = (int) living.stream().filter(each -> !isNew(each)).count();
        int most = replicas + Math.min(strategy.maxSurge(), old);
        // Where nothing may be replaced none is made for it, and those that were made stay.
        return mayReplace ? most : Math.clamp(living.size(), replicas, Math.max(replicas, most));
    }

    List<Pod> now(List<Pod> living) {
        List<Pod> old = living.stream()
                .filter(each -> !isNew(each))
                .sorted(Comparator.comparing(Pods::created).thenComparing(Pods::name))
                .toList();
        List<Pod> useless = old.stream().filter(each -> !Pods.ready(each)).toList();
        if (!useless.isEmpty() || !mayReplace) {
            return useless;
        }
        int ready = (int) living.stream().filter(Pods::ready).count();
        int spare = ready - Math.max(0, replicas - strategy.maxUnavailable());
        return old.subList(0, Math.clamp(spare, 0, old.size()));
    }

    boolean isNew(Pod pod) {
        return Pods.label(pod, Labels.REVISION).equals(revision);
    }
}
