package dev.mosaic.placement;

import java.util.Comparator;
import java.util.List;

/**
 * The worker with the fewest tesserae for each of its permits, then with the fewest calls; among equals the first to come.
 *
 * <p>Tesserae count first, since they stay: a queue seen a second ago says little about where a tessera should live.
 */
public final class LeastBusy implements Placement {
    private static final Comparator<Candidate> ORDER = Comparator.comparingDouble(
                    (Candidate worker) -> (double) worker.tesserae() / Math.max(1, worker.permits()))
            .thenComparingInt(worker -> worker.queued() + worker.running());

    @Override
    public List<Candidate> rank(List<Candidate> candidates) {
        return candidates.stream().sorted(ORDER).toList();
    }
}
