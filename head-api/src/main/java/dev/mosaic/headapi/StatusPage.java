package dev.mosaic.headapi;

import java.util.List;

/**
 * The units of a cluster, and what finds no place, as {@link HeadHttp#STATUS} gives them.
 *
 * @param demand what waits; empty where nothing does
 */
public record StatusPage(List<UnitState> units, List<Waiting> demand) {
    /** The kind of units that offer resources. */
    public static final String NODE = "node";

    /** The kind of units that run calls. */
    public static final String WORKER = "worker";

    public StatusPage {
        units = units == null ? List.of() : List.copyOf(units);
        demand = demand == null ? List.of() : List.copyOf(demand);
    }

    /**
     * A unit: a process of the cluster, or a part of one.
     *
     * @param kind {@code program}, {@code node}, {@code worker}, {@code warehouse} or {@code gateway}
     * @param node uid of the node it is on; empty for none
     * @param tesserae how many live in it
     * @param running calls that run in it
     * @param queued calls that wait in it
     * @param gpus devices of a worker
     * @param used of a node; nothing for others
     * @param offered by a node; nothing for others
     */
    public record UnitState(
            String uid,
            String kind,
            String node,
            int tesserae,
            int running,
            int queued,
            List<String> gpus,
            ClusterPage.Amounts used,
            ClusterPage.Amounts offered) {}

    /**
     * What finds no place.
     *
     * @param count how often the same
     * @param needs nothing where a worker is wanted
     * @param waitingSeconds since the first
     */
    public record Waiting(int count, ClusterPage.Amounts needs, double waitingSeconds, String reason) {}
}
