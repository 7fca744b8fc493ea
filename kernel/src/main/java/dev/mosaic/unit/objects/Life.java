package dev.mosaic.unit.objects;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.Need;
import dev.mosaic.message.Payload;
import dev.mosaic.message.StreamMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the home knows of a tessera that can have more than one life. <b>Threading:</b> the store's loop. */
final class Life {
    static final long NOT_KNOWN = Long.MIN_VALUE;

    /** Where the highest life is in its course. */
    enum Phase {
        LIVING,
        /** It lived there when the home before ended. Its worker has not said so yet. */
        RETURNED,
        /** The monitor was asked for a place. */
        PLACING,
        /** A worker was asked for it, or is, once that is recorded. */
        RAISING,
        /** It lives nowhere, until somebody calls it. */
        PASSIVE
    }

    final Id tessera;
    long incarnation;
    int restarts;

    /** How many workers in turn ended before it lived there. */
    int unmade;

    long program;
    StreamMessage.Create create;
    Phase phase = Phase.LIVING;

    /** Where the highest life is, or is to be. */
    long worker;

    /** Where it was before. */
    long before;

    /** It was to begin there, and could not: it may be tried there again. */
    boolean mayBeginThere;

    /** The entry of the arguments, and those of needs that are values. */
    List<Id> parts = List.of();

    /** Entries that are not stored yet. */
    int unstored;

    @Nullable Id state;

    /** Of the last snapshot of this life. */
    long number;

    /** When the state was kept; {@link #NOT_KNOWN} for none, and where that was the home before. */
    long keptNanos = NOT_KNOWN;

    @Nullable Failure lastFailure;

    /** Workers where it was to begin, and that were not reached. */
    final Set<Long> unreached = new LinkedHashSet<>(0);

    /** The home before had it there, or that worker may have been told to begin it: it may live there. */
    boolean mayLiveThere;

    long askedNanos;

    /** Who asks for the next life, and where it is not to be. */
    final Map<Long, Long> seekers = new LinkedHashMap<>(2);

    // ---- while it is passive, and until it lives again

    /** As which life of it the home is held; 0 where that is not. */
    long rested;

    long restedNanos;

    /** The worker where it lived before it came to rest, which may have holders that have not heard; 0 where nobody knows it. */
    long restedFrom;

    /** When a unit was told that it is here, which will say that it holds it; or when there last was one that has not heard yet. */
    long soughtNanos;

    /** Who holds it here. They are told where it lives, and let go here. */
    final Set<Long> holders = new LinkedHashSet<>(2);

    /** Those of them who held it here when it was passive before, and have not said since whether they do. */
    final Set<Long> unsure = new LinkedHashSet<>(0);

    long toldNanos;

    /** Another tessera has its name: nobody finds it by that any more. */
    boolean isNameTaken;

    // ---- of one that was taken over

    /** It was asked to leave the worker with the code before. */
    boolean retires;

    /** The question by which it was taken over last; null for none. */
    @Nullable Id adoptedAs;

    /** Of one that has come back with the home: an entry that it is made of has not. */
    boolean isBroken;

    Life(Id tessera, StreamMessage.Create create) {
        this.tessera = tessera;
        this.create = create;
    }

    /** Between two workers, and nowhere else. */
    boolean isMoving() {
        return (phase == Phase.PLACING || phase == Phase.RAISING) && !isDurable();
    }

    boolean isDurable() {
        return create.terms().durable();
    }

    /** How it is made again: the first of the needs are the arguments, the last is the state, where there is one. */
    LifeMessage.Raise raise() {
        List<Need> needs = new ArrayList<>(create.needs());
        Id last = state;
        if (last != null) {
            needs.add(Need.entry(last));
        }
        return new LifeMessage.Raise(tessera, incarnation, restarts, last != null, create.with(needs, Payload.EMPTY));
    }

    String words() {
        return tessera + " incarnation=" + incarnation + ' ' + phase + " at=" + Long.toHexString(worker) + " seekers="
                + seekers + " holders=" + holders;
    }
}
