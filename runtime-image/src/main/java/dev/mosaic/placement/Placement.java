package dev.mosaic.placement;

import java.util.List;

/** Orders workers by how gladly they would take one more. */
@FunctionalInterface
public interface Placement {
    /** The best first. Candidates that must not be chosen are left out. */
    List<Candidate> rank(List<Candidate> candidates);
}
