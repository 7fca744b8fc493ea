package dev.mosaic.placement;

import java.util.Comparator;

/**
 * The worker with the fewest tesserae for each of its permits, then with the fewest calls; among equals the first to come. Near its
 * arguments, where that makes no difference of more than one tessera.
 *
 * <p>Tesserae count first, since they stay: a queue seen a second ago says little about where a tessera should live.
 */
public final class LeastBusy implements Placement {
    static final Comparator<Candidate> ORDER =
            Comparator.comparingDouble(LeastBusy::share).thenComparingInt(worker -> worker.queued() + worker.running());

    private static double share(Candidate worker) {
        return (double) worker.tesserae() / Math.max(1, worker.permits());
    }

    @Override
    public String name() {
        return "least-busy";
    }

    @Override
    public Comparator<Candidate> order() {
        return ORDER;
    }

    @Override
    public boolean looksAtArguments() {
        return true;
    }
}
