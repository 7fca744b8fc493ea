package dev.mosaic.unit.mailbox;

import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.LifeTerms;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.StreamMessage;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** One life of a tessera that may have others, as its worker sees it. <b>Threading:</b> the loop. */
final class Life {
    /** An outcome that is not told before the state is kept. */
    static final class Withheld {
        final Run run;
        final Outcome outcome;
        final long sinceNanos;

        /** The snapshot that has its effect; 0 while there is none. */
        long number;

        Withheld(Run run, Outcome outcome, long sinceNanos) {
            this.run = run;
            this.outcome = outcome;
            this.sinceNanos = sinceNanos;
        }
    }

    final long incarnation;
    final int restarts;
    final LifeTerms terms;

    /** How it is made, for a home that does not know; null where its arguments are gone. */
    StreamMessage.@Nullable Create description;

    /** The home has its description. */
    boolean described;

    /** Its construction, which is told when the home has its description; null where that is over. */
    @Nullable Withheld construction;

    // ---- snapshots

    /** No call starts before the next one is taken. */
    boolean due;

    /** Calls have ended since the last one was begun. */
    boolean changed;

    long changedNanos;

    /** Number of the last one. */
    long taken;

    /** The last one, while the home has not said that it has it. */
    @Nullable Payload state;

    /** It was sent: the proxies in it have places. */
    boolean isSaid = true;

    final ArrayDeque<Withheld> withheld = new ArrayDeque<>(2);

    // ---- its begin, where it is not the first, and its end

    /** What the home is to know of its begin, and has not answered. */
    LifeMessage.@Nullable Raised raised;

    /** Holders come only by and by: it lives though nobody holds it. */
    boolean expectsHolders;

    long raisedNanos;

    /** What the home is to know of its end, and has not answered. */
    @Nullable LifeMessage lastWord;

    long lastWordNanos;

    /** The drop that is done when the home knows; null for none. */
    @Nullable Run drop;

    // ---- its rest

    /** The home lets it live nowhere for a while. */
    boolean mayRest;

    /** When it was called last, or began. */
    long usedNanos;

    /** It is to leave its worker for nowhere: it does once its state is kept, where nobody has called it until then. */
    boolean passing;

    // ---- its move

    /** What comes now is for the next life. */
    boolean leaving;

    /** The state that the next life begins with was asked for. */
    boolean lastTaken;

    /** It is to live in another worker, though this one goes on. */
    boolean retiring;

    /** That could not be given. */
    boolean isUnmovable;

    Life(long incarnation, int restarts, LifeTerms terms) {
        this.incarnation = incarnation;
        this.restarts = restarts;
        this.terms = terms;
    }

    /** All that is told was kept. */
    boolean isQuiet() {
        return withheld.isEmpty();
    }
}
