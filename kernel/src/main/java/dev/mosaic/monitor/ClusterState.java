package dev.mosaic.monitor;

import dev.mosaic.message.Resources;
import java.util.List;

/**
 * A cluster at one moment, for those who give it machines. Times are moments of the monitor's clock and not durations, so that two states
 * are equal where nothing has happened in between.
 *
 * @param epoch of the monitor
 * @param settled false while a new monitor may not know all units yet
 * @param programs how many are attached
 * @param busy whether programs are attached, or anything runs or waits
 * @param idleSinceNanos when that was last the case; 0 while it is
 * @param demand what finds no place on the nodes that are there
 * @param nodes in the order they came
 */
public record ClusterState(
        long epoch,
        boolean settled,
        int programs,
        boolean busy,
        long idleSinceNanos,
        List<Wanted> demand,
        List<NodeState> nodes) {
    public ClusterState {
        demand = List.copyOf(demand);
        nodes = List.copyOf(nodes);
    }

    /**
     * What needs another node.
     *
     * @param count how many there are that need the same
     * @param needs each
     * @param bundles of a reservation, which are to be placed all at once; empty for all else
     * @param spread whether each of them wants a node of its own
     * @param sinceNanos when the first of them came
     * @param reason in words
     */
    public record Wanted(
            int count, Resources needs, List<Resources> bundles, boolean spread, long sinceNanos, String reason) {
        public Wanted {
            bundles = List.copyOf(bundles);
        }
    }

    /**
     * One node.
     *
     * @param host where it is reached; empty where it cannot be
     * @param busy whether anything lives, runs or is reserved there, or is about to be
     * @param idleSinceNanos when that was last the case; 0 while it is
     * @param reason what it is busy with, in words; empty where it is not
     * @param draining whether nothing new comes to it
     */
    public record NodeState(
            String uid,
            String host,
            boolean busy,
            long idleSinceNanos,
            String reason,
            boolean draining,
            Resources offers,
            Resources free) {}
}
