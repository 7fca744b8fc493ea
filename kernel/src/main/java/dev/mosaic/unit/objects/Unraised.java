package dev.mosaic.unit.objects;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.unit.links.Unreached;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Lives that are to begin in workers that this home cannot reach, though the monitor hears them: no verdict comes, and no worker answers.
 * After a while those that their workers cannot have been told of begin in another worker. Who waits for one of the others, or where there
 * is no other worker, is told why.
 *
 * <p><b>Threading:</b> the store's loop. <b>Cost:</b> a look at all lives each second. <b>Failure:</b> where the monitor does not answer, or
 * has not heard the worker lately either, a life waits on.
 */
final class Unraised {
    private static final long LOOK_NANOS = 1_000_000_000L;

    private final StoreMachine machine;
    private final Catalogue catalogue;
    private final Unreached unreached;
    private long lookedNanos;

    Unraised(StoreMachine machine, Catalogue catalogue) {
        this.machine = machine;
        this.catalogue = catalogue;
        this.unreached = new Unreached(machine.settings.waitNanos());
    }

    /** The monitor has heard of that unit so long ago. */
    void looked(long unit, long silentNanos) {
        unreached.looked(machine.now, unit, silentNanos);
    }

    void connected(long unit) {
        unreached.reached(unit);
    }

    void tick(Collection<Life> lives) {
        if (machine.now - lookedNanos < LOOK_NANOS) {
            return;
        }
        lookedNanos = machine.now;
        Set<Long> units = new LinkedHashSet<>();
        for (Life life : lives) {
            if (life.phase == Life.Phase.RAISING && !machine.links.isUp(life.worker)) {
                units.add(life.worker);
            }
        }
        unreached.waitFor(machine.now, units);
        unreached.toLook(machine.now).forEach(unit -> machine.out.tellMonitor(new ClusterMessage.Look(unit)));
        for (long unit : unreached.over(machine.now)) {
            for (Life life : List.copyOf(lives)) {
                if (life.phase == Life.Phase.RAISING && life.worker == unit) {
                    giveUp(life, unit);
                }
            }
        }
    }

    /** Where it may live already, since that worker may have been told to begin it, it does not begin elsewhere. */
    private void giveUp(Life life, long unit) {
        Failure why = Failure.of(Failure.Kind.WORKER_LOST, words(life, unit));
        life.lastFailure = why;
        if (life.mayLiveThere) {
            catalogue.whereabouts.tellGone(life, true, why);
        } else {
            life.unreached.add(unit);
            catalogue.goElsewhere(life);
        }
    }

    private String words(Life life, long unit) {
        String self = machine.name(machine.links.self());
        String other = machine.name(unit);
        return "tessera=" + life.tessera + " is to begin again in " + other + ", which " + self
                + " has not reached for "
                + unreached.nanos(machine.now, unit) / 1_000_000 + " ms, and the monitor hears " + other
                + "; see to the network between the two";
    }

    /** The monitor has no other worker for it than that one, which was not reached. False where it is by now. */
    boolean isStillUnreached(Life life, long worker) {
        if (machine.links.isUp(worker)) {
            life.unreached.remove(worker);
            return false;
        }
        machine.home.dial(worker);
        Failure why = life.lastFailure;
        if (why != null) {
            catalogue.whereabouts.tellGone(life, true, why);
        }
        return true;
    }
}
