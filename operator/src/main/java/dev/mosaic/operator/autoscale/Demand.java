package dev.mosaic.operator.autoscale;

import java.util.List;

/**
 * Something that waits for a place.
 *
 * @param count how often the same
 * @param bundles where there are some, they are what is needed, all of them or none; {@code needs} does not count then
 * @param spread whether each bundle wants a host of its own
 */
public record Demand(int count, Needs needs, List<Needs> bundles, boolean spread) {
    public Demand {
        bundles = List.copyOf(bundles);
    }

    /** For people. */
    public String words() {
        String what = bundles.isEmpty()
                ? needs.words()
                : bundles.size() + " places at once, " + (spread ? "each on a worker of its own, " : "")
                        + "the first with " + bundles.getFirst().words();
        return count == 1 ? what : count + " times " + what;
    }
}
