package dev.mosaic.unit.objects;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Who reads what: a lease has all its entries in memory, or none, so that no two can wait for each other.
 *
 * <p>A lease is known from the question until its unit discharges it, also where it was refused. The end may overtake the
 * question, or the question that is said again on a new link; then that is passed over when it comes.
 *
 * <p><b>Threading:</b> the store's loop. <b>Cost:</b> O(entries of the lease).
 */
final class Leases {
    /**
     * Questions of one unit are not overtaken by more ends than that: only those of 64 KiB and more are, and a unit keeps at most 320 MiB
     * of such for a peer.
     */
    static final int MOST_EARLY = 10_000;

    private final StoreMachine machine;
    private final Map<Id, Lease> leases = new LinkedHashMap<>();

    /** Leases of a unit that ended before they came; the last of them: many never come, since they were refused on their way. */
    private final Map<Long, Set<Id>> early = new HashMap<>();

    /** Leases of a unit that may come again on this link, and have ended; most never do. No more than it had when the link came up. */
    private final Map<Long, Set<Id>> again = new HashMap<>();

    Leases(StoreMachine machine) {
        this.machine = machine;
    }

    int size() {
        return leases.size();
    }

    /** Leases that ended before they came. */
    int early() {
        return early.values().stream().mapToInt(Set::size).sum();
    }

    /** Leases that have ended, and may come again. */
    int again() {
        return again.values().stream().mapToInt(Set::size).sum();
    }

    void acquire(long unit, ObjectMessage.Acquire question) {
        Lease known = leases.get(question.lease());
        if (known != null) {
            known.unsure = false;
            known.mayComeAgain = false;
            if (known.answered) {
                answer(known);
            }
            return;
        }
        if (isOver(early, unit, question.lease()) || isOver(again, unit, question.lease())) {
            return;
        }
        Lease lease = new Lease(question.lease(), unit, question.refs());
        leases.put(lease.id, lease);
        lease.missing = 1; // until all were looked at
        for (Id ref : lease.distinct) {
            Entry entry = machine.isHome() ? machine.entries.get(ref) : machine.known(ref);
            if (entry == null || entry.isDropped()) {
                continue;
            }
            entry.named(lease);
            lease.named.add(entry);
            if (entry.shape == null && !machine.isHome()) {
                lease.missing++;
                entry.homelessSinceNanos = entry.waiting.isEmpty() ? Entry.NEVER : entry.homelessSinceNanos;
                entry.waiting.add(lease);
                machine.branch.where(entry);
            }
        }
        lease.missing--;
        shaped(lease);
    }

    private static boolean isOver(Map<Long, Set<Id>> ended, long unit, Id lease) {
        Set<Id> over = ended.get(unit);
        if (over == null || !over.remove(lease)) {
            return false;
        }
        if (over.isEmpty()) {
            ended.remove(unit);
        }
        return true;
    }

    /** The shapes of all its entries may be known now: it joins the line for memory. */
    private void shaped(Lease lease) {
        if (lease.missing > 0 || lease.over) {
            return;
        }
        long whole = 0;
        for (Id ref : lease.distinct) {
            Entry entry = machine.entries.get(ref);
            whole += entry == null || entry.isDropped() ? 0 : entry.memoryBytes();
        }
        long limit = machine.settings.memoryBytes();
        if (whole > limit) {
            refuse(
                    lease,
                    Failure.of(
                            Failure.Kind.TOO_LARGE,
                            "bytes=" + whole + " of refs are wanted in memory at once, memoryBytes=" + limit
                                    + " is the most"));
            return;
        }
        machine.room.want(() -> absentBytes(lease), () -> grant(lease), failure -> refuse(lease, failure));
    }

    private long absentBytes(Lease lease) {
        if (lease.over || lease.granted) {
            return 0;
        }
        long bytes = 0;
        for (Id ref : lease.distinct) {
            Entry entry = machine.entries.get(ref);
            if (entry != null && isToCome(entry)) {
                bytes += entry.memoryBytes();
            } else if (entry != null) {
                entry.used(machine.nextUse()); // so that it does not have to go for this very lease
            }
        }
        return bytes;
    }

    private static boolean isToCome(Entry entry) {
        return entry.isMissing() || (entry.isStored() && !entry.isDropped());
    }

    private void grant(Lease lease) {
        if (lease.over || lease.granted) {
            return;
        }
        lease.granted = true;
        for (Id ref : lease.distinct) {
            Entry entry = machine.entries.get(ref);
            if (entry != null && !entry.isDropped() && entry.shape != null && entry.phase() != Entry.Phase.RESERVED) {
                entry.pin();
                lease.pinned.add(entry);
            } else if (entry != null) {
                noteIfAbsent(lease, entry); // it may be there when the lease is asked for again
            }
        }
        lease.missing = 1; // until all are on their way
        for (Entry entry : lease.pinned) {
            if (isToCome(entry)) {
                machine.bring(entry);
            }
            if (entry.phase() == Entry.Phase.COMING || entry.phase() == Entry.Phase.LOADING) {
                lease.missing++;
                entry.waiting.add(lease);
            } else {
                noteIfAbsent(lease, entry); // also where it has begun to come, and that has failed at once
            }
        }
        lease.missing--;
        answerIfThere(lease);
    }

    /** Something about an entry has changed: those who wait for it look again. */
    void changed(Entry entry) {
        if (entry.waiting.isEmpty()) {
            return;
        }
        List<Lease> waiting = new ArrayList<>(entry.waiting);
        entry.waiting.clear();
        for (Lease lease : waiting) {
            if (lease.over) {
                continue;
            }
            lease.missing--;
            if (lease.granted) {
                noteIfAbsent(lease, entry);
                answerIfThere(lease);
            } else {
                shaped(lease);
            }
        }
    }

    private void noteIfAbsent(Lease lease, Entry entry) {
        if (!entry.isDropped() && entry.phase() != Entry.Phase.MEMORY) {
            lease.failed.putIfAbsent(entry.ref, machine.absence(entry.ref, entry));
        }
    }

    /** Those who wait for it, or for memory for it, hear that at once. */
    void erased(Entry entry) {
        changed(entry);
        for (Lease lease : List.copyOf(entry.leases())) {
            boolean isInLine = !lease.granted && !lease.answered && lease.missing == 0;
            if (isInLine && absentBytes(lease) == 0) {
                grant(lease);
            }
        }
    }

    private void answerIfThere(Lease lease) {
        if (lease.missing == 0 && !lease.answered) {
            answer(lease);
        }
    }

    private void answer(Lease lease) {
        lease.answered = true;
        List<Outcome> values = new ArrayList<>(lease.refs.size());
        for (Id ref : lease.refs) {
            values.add(lease.refusal == null ? outcome(lease, ref) : new Outcome.Failed(lease.refusal));
        }
        machine.links.send(lease.unit, new ObjectMessage.Acquired(lease.id, values));
    }

    private Outcome outcome(Lease lease, Id ref) {
        Entry entry = machine.entries.get(ref);
        if (entry == null || entry.isDropped()) {
            return new Outcome.Failed(machine.absence(ref, entry));
        }
        if (entry.phase() != Entry.Phase.MEMORY || !lease.pinned.contains(entry)) {
            Failure noted = lease.failed.get(ref);
            return new Outcome.Failed(noted == null ? machine.absence(ref, entry) : noted);
        }
        entry.used(machine.nextUse());
        return new Outcome.Returned(entry.payload());
    }

    private void refuse(Lease lease, Failure failure) {
        if (!lease.over) {
            lease.refusal = failure;
            answer(lease);
        }
    }

    void discharge(long unit, Id id) {
        Lease lease = leases.get(id);
        if (lease == null) {
            endedEarly(unit, id);
        } else if (lease.unit == unit) {
            if (lease.mayComeAgain) {
                again.computeIfAbsent(unit, any -> new HashSet<>()).add(id);
            }
            end(lease);
        }
    }

    private void endedEarly(long unit, Id id) {
        Set<Id> over = early.computeIfAbsent(unit, any -> new LinkedHashSet<>());
        over.add(id);
        if (over.size() > MOST_EARLY) {
            over.remove(over.iterator().next());
        }
    }

    private void end(Lease lease) {
        lease.over = true;
        leases.remove(lease.id);
        for (Entry entry : lease.named) {
            entry.ended(lease);
            entry.waiting.remove(lease);
        }
        lease.pinned.forEach(Entry::unpin);
        lease.named.forEach(machine::tidy);
        lease.pinned.forEach(machine::tidy);
    }

    /** Those who have it now: they are told to let go. */
    Set<Long> readers(Entry entry) {
        Set<Long> units = new HashSet<>();
        for (Lease lease : entry.leases()) {
            if (lease.pinned.contains(entry)) {
                units.add(lease.unit);
            }
        }
        return units;
    }

    // ---- links and verdicts

    /** A new link: what was said on the old one is lost, so the unit says which leases it still has. */
    void connected(long unit) {
        early.remove(unit);
        again.remove(unit);
        for (Lease lease : leases.values()) {
            lease.unsure |= lease.unit == unit;
            lease.mayComeAgain |= lease.unit == unit;
        }
    }

    /** The leases a unit had when the link came up. Those it asked for since then may have come before this. */
    void live(long unit, ObjectMessage.Leases said) {
        Set<Id> live = new HashSet<>(said.live());
        endAll(lease -> lease.unit == unit && lease.unsure && !live.contains(lease.id));
        for (Lease lease : leases.values()) {
            if (lease.unit == unit && lease.unsure) {
                lease.unsure = false;
                lease.pinned.stream()
                        .filter(Entry::isDropped)
                        .forEach(entry -> machine.links.send(unit, new ObjectMessage.Recall(entry.ref)));
            }
        }
    }

    void lost(long unit) {
        early.remove(unit);
        again.remove(unit);
        endAll(lease -> lease.unit == unit);
    }

    private void endAll(Predicate<Lease> which) {
        List<Lease> over = leases.values().stream().filter(which).toList();
        over.forEach(this::end);
    }
}
