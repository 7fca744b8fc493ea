package dev.mosaic.unit.links;

import dev.mosaic.message.Carried;
import dev.mosaic.message.UnitMessage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * The links of a unit, by the instance of the other side.
 *
 * <p>A machine sends through it and need not ask whether a link is up: what it sends to a unit without a link is dropped here,
 * the link is dialled, and once it is up the machine says all that is still open. {@link Carried#HOME} stands for the home there is.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(1); a few words for each unit that is linked or dialled, and for each of the last
 * {@value #MOST_DEAD} that were lost. <b>Failure:</b> what is sent to a dead unit is dropped; its verdict has been dealt with before.
 * Of one that died longer ago the monitor has to be asked again.
 */
public final class Links {
    private enum State {
        DIALLING,
        UP
    }

    private static final int MOST_DEAD = 10_000;

    private final long self;
    private final LinkOutput out;
    private final Map<Long, State> states = new HashMap<>();
    private final Set<Long> dead = new LinkedHashSet<>();

    /** Alive, and not linked any more. */
    private final Set<Long> broken = new LinkedHashSet<>();

    /** Alive, and cut from this unit for so long that what waited for them was given up. */
    private final Set<Long> unreachable = new HashSet<>();

    private long lastUp;
    private long home;
    private boolean isHomeLost;

    public Links(long self, LinkOutput out) {
        this.self = self;
        this.out = out;
        this.lastUp = self;
    }

    public long self() {
        return self;
    }

    /** That store is the home now; 0 where there is none: it is lost, or was never heard of and will be. */
    public void home(long instance) {
        isHomeLost = instance == 0 && (isHomeLost || home != 0);
        home = instance;
    }

    /** The unit that is meant. */
    public long actual(long unit) {
        return unit == Carried.HOME ? home : unit;
    }

    /** Sends, where the link is up; else dials. */
    public void send(long whom, UnitMessage message) {
        long unit = actual(whom);
        if (unit == lastUp) {
            out.send(unit, message);
            return;
        }
        State state = states.get(unit);
        if (state == State.UP || unit == self) {
            lastUp = unit;
            out.send(unit, message);
        } else {
            dial(unit);
        }
    }

    /**
     * Dials those again whose link has broken, or did not come up in time: this unit, or the other, may have something to say that is said on
     * a new link only. To be called steadily.
     *
     * @param isMember true of those that the monitor has told of: a stranger comes by itself
     */
    public void redial(LongPredicate isMember) {
        if (!broken.isEmpty()) {
            List.copyOf(broken).stream().filter(isMember::test).forEach(this::dial);
        }
    }

    private void dial(long unit) {
        if (unit != 0 && !dead.contains(unit) && states.putIfAbsent(unit, State.DIALLING) == null) {
            out.dial(unit);
        }
    }

    public boolean isUp(long unit) {
        return unit == self || states.get(actual(unit)) == State.UP;
    }

    public boolean isDead(long unit) {
        return unit == Carried.HOME ? isHomeLost : dead.contains(unit);
    }

    /** False where the unit is dead: then nothing may be sent. */
    public boolean connected(long unit) {
        if (isDead(unit)) {
            return false;
        }
        states.put(unit, State.UP);
        broken.remove(unit);
        unreachable.remove(unit);
        return true;
    }

    public void disconnected(long unit) {
        forgetLast(unit);
        states.remove(unit);
        if (unit != self && !dead.contains(unit)) {
            broken.add(unit);
        }
    }

    /** The verdict. True where it is news. */
    public boolean lost(long unit) {
        forgetLast(unit);
        states.remove(unit);
        broken.remove(unit);
        unreachable.remove(unit);
        boolean isNews = unit != self && dead.add(unit);
        if (dead.size() > MOST_DEAD) {
            dead.remove(dead.iterator().next());
        }
        return isNews;
    }

    /** What waited for that unit was given up: what may be done elsewhere is not sent there, until there is a link again. */
    public void givenUp(long unit) {
        unreachable.add(unit);
    }

    public boolean isUnreachable(long unit) {
        return unreachable.contains(unit);
    }

    private void forgetLast(long unit) {
        if (lastUp == unit) {
            lastUp = self;
        }
    }
}
