package dev.mosaic.placement;

import java.util.Comparator;

/** The node with the fewest tesserae of the program, and there the least busy worker: what fails together is little. */
public final class Spread implements Placement {
    private static final Comparator<Candidate> ORDER =
            Comparator.comparingInt(Candidate::onNode).thenComparing(LeastBusy.ORDER);

    @Override
    public String name() {
        return "spread";
    }

    @Override
    public Comparator<Candidate> order() {
        return ORDER;
    }

    @Override
    public boolean looksAtNodes() {
        return true;
    }
}
