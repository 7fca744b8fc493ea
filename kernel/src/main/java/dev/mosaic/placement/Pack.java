package dev.mosaic.placement;

import java.util.Comparator;

/**
 * The node with the most tesserae of the program that has a worker with a permit to spare, so that others stay empty. Where none has, the
 * least busy worker.
 */
public final class Pack implements Placement {
    private static final Comparator<Candidate> FULLEST = Comparator.comparingInt(Candidate::onNode)
            .reversed()
            .thenComparing(Comparator.comparingInt(Candidate::tesserae).reversed());

    private static final Comparator<Candidate> ORDER = (one, other) -> {
        boolean isFull = one.tesserae() >= one.permits();
        if (isFull != other.tesserae() >= other.permits()) {
            return isFull ? 1 : -1;
        }
        return isFull ? LeastBusy.ORDER.compare(one, other) : FULLEST.compare(one, other);
    };

    @Override
    public String name() {
        return "pack";
    }

    @Override
    public Comparator<Candidate> order() {
        return ORDER;
    }

    @Override
    public boolean looksAtNodes() {
        return true;
    }

    @Override
    public boolean fillsNodes() {
        return true;
    }
}
