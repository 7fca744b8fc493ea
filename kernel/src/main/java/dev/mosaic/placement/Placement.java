package dev.mosaic.placement;

import java.util.Comparator;

/**
 * A strategy: which worker would take one more most gladly. What does not fit is left out by the monitor, whatever the strategy says.
 *
 * <p><b>Threading:</b> immutable. <b>Cost:</b> a comparison; the monitor keeps workers in this order, O(log n) for each change.
 */
public interface Placement {
    /** What it is called in options. */
    String name();

    /** The best first; a function of the two alone. Equals are taken as they came. */
    Comparator<Candidate> order();

    /** True where {@link Candidate#onNode} matters. Then a placement costs O(workers of the program on that node). */
    default boolean looksAtNodes() {
        return false;
    }

    /** True where a tessera goes to the machine of its larger arguments, if a worker there is not much busier. */
    default boolean looksAtArguments() {
        return false;
    }

    /** True where devices are taken from nodes that have few left. */
    default boolean fillsNodes() {
        return false;
    }
}
