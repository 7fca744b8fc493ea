package dev.mosaic.unit.kernel;

import dev.mosaic.message.BarrierMessage.Quiesce;
import dev.mosaic.message.BarrierMessage.Quiet;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.unit.links.Links;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Barriers: those that begin here, and the questions of those that begin in other units of the program. Design: {@code
 * docs/design/016-barrier.md}.
 *
 * <p>A barrier begins an era and asks each unit, in rounds, for the tasks of eras before. It is over when two rounds in a row found none
 * and none was made between the two (double counting, Mattern 1987). Where a unit was in that era already, the barrier goes on with one
 * that is newer than those of all. A unit keeps its answer back while it has some, for
 * {@value #KEPT_NANOS} ns at most.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> two messages for each unit and round. <b>Failure:</b> what a broken link lost is
 * asked again; a unit that dies is asked no more. Who asks waits for the answer, so who asks ends the barrier where a unit lives and cannot be
 * reached for too long.
 */
final class Barriers {
    private static final long KEPT_NANOS = 50_000_000L;

    /** In one answer. What cannot be named is waited for, until the barrier's time is over. */
    private static final int MOST_NAMED = 20_000;

    /** What the other parts of the unit know. */
    interface Tasks {
        /** Begins an era. */
        int begin();

        /**
         * Another unit began that era.
         *
         * @return the one that this unit was in
         */
        int heard(int era);

        /** The unit's own of eras before that have not ended, but for those. */
        long open(int era, Set<Id> excluded);

        /** The unit's own of eras before, ever. */
        long made(int era);

        /** What is not to be waited for, where those are not; they are of that era from now on. */
        List<Id> related(Set<Id> excluded, int era);

        /** The units of the program that are there, this one too. */
        List<Long> units();

        /** The unit is of the program, or the monitor has not told of it yet and it may be. */
        boolean mayCount(long unit);
    }

    /** How barriers end. */
    interface Ends {
        /** All has ended that it waits for. */
        void quiet(long request);

        /** Nobody can say whether all has. */
        void barrierFailed(long request, Failure failure);
    }

    private static final class Barrier {
        private final long request;
        private int era;

        /** The newest era in which a unit was when it heard of this barrier. */
        private int newest;

        private final Set<Long> met = new HashSet<>();

        /** The call whose code waits; null for none. */
        private final @Nullable Id caller;

        private final Set<Id> excluded = new LinkedHashSet<>();
        private final Set<Long> others = new LinkedHashSet<>();
        private final Set<Long> unanswered = new LinkedHashSet<>();
        private Map<Long, Long> madeBefore = Map.of();
        private Map<Long, Long> made = new HashMap<>();
        private boolean isQuiet;
        private boolean wasQuiet;
        private int round;

        private Barrier(long request, int era, @Nullable Id caller) {
            this.request = request;
            this.era = era;
            this.caller = caller;
            if (caller != null) {
                excluded.add(caller);
            }
        }
    }

    /** @param era the one that the unit was in before */
    private record Question(long from, Quiesce asked, Set<Id> excluded, int era, long sinceNanos) {}

    private final Links links;
    private final Tasks tasks;
    private final Ends ends;
    private final Map<Long, Barrier> barriers = new LinkedHashMap<>();
    private final List<Question> kept = new ArrayList<>();

    Barriers(Links links, Tasks tasks, Ends ends) {
        this.links = links;
        this.tasks = tasks;
        this.ends = ends;
    }

    int open() {
        return barriers.size();
    }

    /** In words; empty where there is none. */
    String describe() {
        StringBuilder text = new StringBuilder();
        for (Barrier barrier : barriers.values()) {
            text.append(", barrier=").append(barrier.request).append(" round=").append(barrier.round);
            text.append(" unanswered=").append(barrier.unanswered);
        }
        return text.toString();
    }

    /** @param caller the call whose code waits; null for none */
    void begin(long request, @Nullable Id caller) {
        Barrier barrier = new Barrier(request, tasks.begin(), caller);
        if (caller != null && tasks.mayCount(caller.origin())) {
            barrier.others.add(caller.origin()); // where the monitor has not answered yet
        }
        barriers.put(request, barrier);
        ask(barrier);
    }

    /** Nobody waits for it any more. */
    void end(long request) {
        barriers.remove(request);
    }

    private void ask(Barrier barrier) {
        barrier.round++;
        barrier.isQuiet = true;
        barrier.made = new HashMap<>();
        barrier.unanswered.addAll(units());
        for (long other : barrier.others) {
            if (!links.isDead(other)) {
                barrier.unanswered.add(other);
            }
        }
        Quiesce question = question(barrier);
        barrier.unanswered.forEach(unit -> links.send(unit, question));
    }

    /** The unit may not have been told yet who of them is dead. */
    private List<Long> units() {
        return tasks.units().stream().filter(unit -> !links.isDead(unit)).toList();
    }

    private Quiesce question(Barrier barrier) {
        return new Quiesce(
                barrier.request,
                barrier.round,
                barrier.era,
                roster(units()),
                barrier.excluded.stream().limit(MOST_NAMED).toList());
    }

    private static long roster(List<Long> units) {
        long sum = 0;
        for (long unit : units) {
            sum += (unit ^ (unit >>> 29)) * 0x9e3779b97f4a7c15L;
        }
        return sum;
    }

    // ---- the side that is asked

    void asked(long now, long from, Quiesce asked) {
        int era = tasks.heard(asked.era());
        for (Question before : kept) {
            boolean isSame = before.from == from && before.asked.request() == asked.request();
            era = isSame ? Math.min(era, before.era) : era; // that one was not answered
        }
        kept.removeIf(question -> question.from == from && question.asked.request() == asked.request());
        Question question = new Question(from, asked, new HashSet<>(asked.excluded()), era, now);
        List<Id> related = related(question);
        if (!related.isEmpty()) {
            answer(question, related);
        } else {
            kept.add(question);
        }
    }

    /** Those that its barrier does not know yet. */
    private List<Id> related(Question question) {
        Set<Id> related = new LinkedHashSet<>(tasks.related(question.excluded, question.asked.era()));
        for (Barrier barrier : barriers.values()) {
            if (barrier.caller != null) {
                related.add(barrier.caller); // two that wait for each other would wait for ever
            }
        }
        related.removeAll(question.excluded);
        return related.stream().limit(MOST_NAMED).toList();
    }

    private void answer(Question question, List<Id> related) {
        Quiesce asked = question.asked;
        List<Long> units = units();
        links.send(
                question.from,
                new Quiet(
                        asked.request(),
                        asked.round(),
                        tasks.open(asked.era(), question.excluded),
                        tasks.made(asked.era()),
                        related,
                        roster(units) == asked.roster() ? List.of() : units,
                        question.era));
    }

    /** After each event: answers what can be answered. True where it did. */
    boolean stir() {
        boolean answered = false;
        for (Iterator<Question> each = kept.iterator(); each.hasNext(); ) {
            Question question = each.next();
            if (tasks.open(question.asked.era(), question.excluded) == 0) {
                each.remove();
                answer(question, related(question));
                answered = true;
            }
        }
        return answered;
    }

    /** Every 10 to 100 ms. */
    void tick(long now) {
        for (Iterator<Question> each = kept.iterator(); each.hasNext(); ) {
            Question question = each.next();
            if (now - question.sinceNanos >= KEPT_NANOS) {
                each.remove();
                answer(question, related(question));
            }
        }
    }

    // ---- the side that asks

    void answered(long from, Quiet said) {
        Barrier barrier = barriers.get(said.request());
        if (barrier == null || barrier.round != said.round() || !barrier.unanswered.remove(from)) {
            return;
        }
        barrier.made.put(from, said.made());
        if (from != links.self() && barrier.met.add(from)) {
            barrier.newest = Math.max(barrier.newest, said.era());
        }
        Set<Long> known = new HashSet<>(units());
        boolean more = barrier.excluded.addAll(said.excluded());
        for (long unit : said.units()) {
            more |= !known.contains(unit) && !links.isDead(unit) && barrier.others.add(unit);
        }
        barrier.isQuiet &= said.open() == 0 && !more;
        endRound(barrier);
    }

    private void endRound(Barrier barrier) {
        if (!barrier.unanswered.isEmpty()) {
            return;
        }
        if (barrier.newest >= barrier.era) {
            // Another one has begun that era: what was made in it before this one is to be waited for.
            barrier.era = barrier.newest + 1;
            tasks.heard(barrier.era);
            barrier.isQuiet = false;
        }
        if (barrier.isQuiet && barrier.wasQuiet && barrier.made.equals(barrier.madeBefore)) {
            barriers.remove(barrier.request);
            ends.quiet(barrier.request);
            return;
        }
        barrier.wasQuiet = barrier.isQuiet;
        barrier.madeBefore = barrier.made;
        ask(barrier);
    }

    /** The verdict on a unit; {@link Links#lost} was told. */
    void lost(long unit) {
        kept.removeIf(question -> question.from == unit);
        List.copyOf(barriers.values()).forEach(barrier -> leaveOut(barrier, unit));
    }

    private void leaveOut(Barrier barrier, long unit) {
        barrier.others.remove(unit);
        if (barrier.unanswered.remove(unit)) {
            endRound(barrier);
        }
    }

    /** Units that are asked, and to which there is no link. */
    void unreached(Set<Long> units) {
        for (Barrier barrier : barriers.values()) {
            for (long unit : barrier.unanswered) {
                if (!links.isUp(unit)) {
                    units.add(unit);
                }
            }
        }
    }

    /**
     * That unit is alive, and could not be reached for too long: it is not known what it has made, so the barriers that ask it fail.
     *
     * @param reason names both sides
     */
    void giveUp(long unit, String reason) {
        for (Barrier barrier : List.copyOf(barriers.values())) {
            if (barrier.unanswered.contains(unit)) {
                barriers.remove(barrier.request);
                ends.barrierFailed(
                        barrier.request,
                        Failure.of(
                                Failure.Kind.WORKER_LOST, "it is not known whether all tasks have ended: " + reason));
            }
        }
    }

    /** A link is up; what was said on the one before may be lost. */
    void connected(long unit) {
        for (Barrier barrier : barriers.values()) {
            if (barrier.unanswered.contains(unit)) {
                links.send(unit, question(barrier));
            }
        }
    }
}
