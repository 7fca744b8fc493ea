package dev.mosaic.operator.autoscale;

import java.util.List;
import java.util.Optional;

/**
 * A group as it is.
 *
 * @param offer what one host of it offers
 * @param hosts how many hosts a replica has
 * @param bounds empty where it is not for us to scale; then it counts as it is
 * @param replicas how many it was asked to have
 * @param there those that there are; some that were asked for may not be made yet
 * @param refusal why no more of its hosts can be made, in the words of who refuses them
 */
public record Group(
        String name,
        Needs offer,
        int hosts,
        Optional<Bounds> bounds,
        int replicas,
        List<Replica> there,
        Optional<String> refusal) {
    public Group {
        there = List.copyOf(there);
    }
}
