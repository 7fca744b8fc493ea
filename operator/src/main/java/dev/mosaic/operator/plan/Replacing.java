package dev.mosaic.operator.plan;

import dev.mosaic.crd.UpdateStrategySpec;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.snapshot.Gang;
import dev.mosaic.operator.snapshot.Pods;
import java.util.Comparator;
import java.util.List;

/**
 * Which replicas of an old revision go now. Those that are not ready are of no use, and go at once. Of the others as many as leave so many
 * ready that no more than {@code maxUnavailable} are missing: where new ones do not get ready, the rest of the old ones stays.
 *
 * @param replicas how many there should be when nothing is replaced
 * @param hosts how many pods each is; where it is not one, none is made beyond {@code replicas}
 * @param mayReplace whether one that is ready may go at all; not without a head, which moves what runs on it
 */
record Replacing(String revision, int replicas, int hosts, UpdateStrategySpec strategy, boolean mayReplace) {

    /** How many there may be now. */
    int most(List<Gang> living) {
        int old = (int) living.stream().filter(each -> !isNew(each)).count();
        int most = replicas + (hosts == 1 && replicas > 0 ? Math.min(strategy.maxSurge(), old) : 0);
        // Where nothing may be replaced none is made for it, and those that were made stay.
        return mayReplace ? most : Math.clamp(living.size(), replicas, Math.max(replicas, most));
    }

    List<Gang> now(List<Gang> living) {
        List<Gang> old = living.stream()
                .filter(each -> !isNew(each))
                .sorted(Comparator.comparing(Gang::created).thenComparing(Gang::name))
                .toList();
        List<Gang> useless = old.stream().filter(each -> !each.isReady()).toList();
        if (!useless.isEmpty() || !mayReplace) {
            return useless;
        }
        int ready = (int) living.stream().filter(Gang::isReady).count();
        int spare = ready - Math.max(0, replicas - strategy.maxUnavailable());
        return old.subList(0, Math.clamp(spare, 0, old.size()));
    }

    boolean isNew(Gang gang) {
        return (gang.index() == -1) == (hosts == 1)
                && gang.pods().stream()
                        .allMatch(each -> Pods.label(each, Labels.REVISION).equals(revision));
    }
}
