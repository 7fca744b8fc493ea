package dev.mosaic.monitor;

import dev.mosaic.message.Demand;
import dev.mosaic.message.Resources;
import java.util.List;

/**
 * What waits.
 *
 * @param count how many there are that need the same
 * @param missing of those, how many find no place on the nodes that are there, whatever is started there
 * @param bundles of a reservation; empty for all else
 * @param spread whether each bundle wants a node of its own
 */
record Want(
        int count,
        int missing,
        Resources needs,
        List<Resources> bundles,
        boolean spread,
        long sinceNanos,
        String reason) {
    /** Of anything but a reservation. */
    static Want of(int count, int missing, Resources needs, long sinceNanos, String reason) {
        return new Want(count, missing, needs, List.of(), false, sinceNanos, reason);
    }

    Demand demand(long now) {
        return new Demand(needs, count, now - sinceNanos, reason);
    }

    ClusterState.Wanted wanted() {
        return new ClusterState.Wanted(
                missing, bundles.isEmpty() ? needs : Resources.NONE, bundles, spread, sinceNanos, reason);
    }
}
