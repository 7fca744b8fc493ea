package dev.mosaic.operator.autoscale;

import java.time.Instant;
import java.util.List;

/** All that a decision is made from, beside what is remembered. */
public record Scene(List<Group> groups, List<Demand> demands, Limits limits, Instant now) {
    public Scene {
        groups = List.copyOf(groups);
        demands = List.copyOf(demands);
    }
}
