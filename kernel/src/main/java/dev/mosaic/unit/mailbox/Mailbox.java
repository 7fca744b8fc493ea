package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Claim;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A tessera of this worker, or its pool: the lines of its callers, and whose turn it is. */
final class Mailbox {
    enum State {
        /** Somebody spoke of it before its creation arrived. */
        EXPECTED,
        CREATING,
        LISTENING,
        /** Its constructor threw, it was dropped, or nobody held it. */
        OVER
    }

    final Id id;
    State state;
    String className = "";
    int concurrency = 1;
    long signature;
    String name = "";
    Claim claim = Claim.NONE;

    /** Why calls fail; null while they do not. */
    @Nullable Failure failure;

    /** When its creation came to this worker. */
    long madeNanos;

    /** Since when somebody speaks of it here, and when the home was asked last whether it will come. */
    long expectedNanos;

    long askedNanos;

    final Map<Long, Line> lines = new LinkedHashMap<>();
    private @Nullable Line lastLine;

    /** Lines whose head can start. */
    final ArrayDeque<Line> ready = new ArrayDeque<>(2);

    /** Of the pool: calls that can start. */
    final ArrayDeque<Run> readyRuns;

    /** True while it is in the scheduler's list. */
    boolean offered;

    /** Since when it is known to be there without getting a turn; 0 where it is not. */
    long offeredNanos;

    /** Calls that hold back others. */
    int running;

    /** Calls whose outcome is not there yet, after their start. */
    int underWay;

    /** A drop that waits for the calls under way. */
    @Nullable Run dropping;

    /** It was killed before its creation arrived. */
    boolean killed;

    /** It is over since its creation did not come in time; that may come yet. */
    boolean neverCame;

    /** Null where it has one life, in this worker. */
    @Nullable Life life;

    final Set<Long> holders = new LinkedHashSet<>();

    Mailbox(Id id) {
        this.id = id;
        this.state = id.isPool() ? State.LISTENING : State.EXPECTED;
        this.readyRuns = new ArrayDeque<>(id.isPool() ? 16 : 1);
    }

    boolean isPool() {
        return id.isPool();
    }

    boolean isExclusive() {
        return !isPool() && concurrency == 1;
    }

    /** Its class says how many of its calls run at once. */
    boolean needsNoPermit() {
        return !isPool() && concurrency > 1;
    }

    @Nullable Line line(long caller) {
        Line last = lastLine;
        if (last != null && last.caller == caller) {
            return last;
        }
        lastLine = lines.get(caller);
        return lastLine;
    }

    Line lineOf(long caller, long stream) {
        Line known = line(caller);
        if (known == null) {
            known = new Line(caller, this, stream);
            lines.put(caller, known);
            lastLine = known;
        }
        return known;
    }

    void removeLine(long caller) {
        lines.remove(caller);
        lastLine = null;
    }

    /** No outcome of its is told before its state is kept. */
    boolean isEveryCall() {
        return life != null && life.terms.isEveryCall();
    }

    boolean canStart() {
        if (life != null && life.due) {
            return running == 0;
        }
        return dropping == null && (isPool() ? !readyRuns.isEmpty() : running < concurrency && !ready.isEmpty());
    }
}
