package dev.mosaic.process;

import dev.mosaic.placement.Candidate;
import dev.mosaic.placement.LeastBusy;
import dev.mosaic.placement.Placement;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.function.Supplier;

/**
 * A strategy of the program's own, as the monitor uses it: when it throws, be it an {@link Error}, the log says so once and {@link
 * LeastBusy} takes its place for good. So the monitor never stops for code that is not its own.
 *
 * <p><b>Threading:</b> the monitor's loop; what it was first found to be is read by any. <b>Cost:</b> that of the strategy.
 */
final class GuardedPlacement implements Placement {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.monitor");
    private static final Placement INSTEAD = new LeastBusy();

    private final Placement chosen;
    private volatile boolean failed;

    GuardedPlacement(Placement chosen) {
        this.chosen = chosen;
    }

    @Override
    public String name() {
        return ask(chosen::name, INSTEAD::name);
    }

    @Override
    public Comparator<Candidate> order() {
        Comparator<Candidate> order = ask(chosen::order, INSTEAD::order);
        return (one, other) ->
                ask(() -> order.compare(one, other), () -> INSTEAD.order().compare(one, other));
    }

    @Override
    public boolean looksAtNodes() {
        return ask(chosen::looksAtNodes, INSTEAD::looksAtNodes);
    }

    @Override
    public boolean looksAtArguments() {
        return ask(chosen::looksAtArguments, INSTEAD::looksAtArguments);
    }

    @Override
    public boolean fillsNodes() {
        return ask(chosen::fillsNodes, INSTEAD::fillsNodes);
    }

    private <T> T ask(Supplier<T> question, Supplier<T> instead) {
        if (!failed) {
            try {
                T answer = question.get();
                if (answer != null) {
                    return answer;
                }
                fails(new NullPointerException("it gave null"));
            } catch (Throwable thrown) {
                fails(thrown);
            }
        }
        return instead.get();
    }

    private void fails(Throwable thrown) {
        if (!failed) {
            failed = true;
            LOG.log(
                    Level.ERROR,
                    "placement=" + chosen.getClass().getName() + " failed, " + INSTEAD.name() + " takes its place",
                    thrown);
        }
    }
}
