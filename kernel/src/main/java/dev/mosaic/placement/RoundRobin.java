package dev.mosaic.placement;

import java.util.Comparator;

/** One worker after the other, whatever they do. */
public final class RoundRobin implements Placement {
    private static final Comparator<Candidate> ORDER = Comparator.comparingLong(Candidate::turn);

    @Override
    public String name() {
        return "round-robin";
    }

    @Override
    public Comparator<Candidate> order() {
        return ORDER;
    }
}
