package dev.mosaic.unit.objects;

import dev.mosaic.message.Failure;
import dev.mosaic.message.ObjectMessage;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What a store that is not the home says to the home: what it has, what it lacks, what it let go. In the home it does nothing.
 *
 * <p><b>Threading:</b> the store's loop. <b>Failure:</b> when the home is lost, entries that are here stay and are announced to the
 * next home; others cannot be had.
 */
final class Branch {
    private final StoreMachine machine;
    private long home;

    Branch(StoreMachine machine) {
        this.machine = machine;
    }

    private boolean isBranch() {
        return !machine.isHome();
    }

    private boolean hasHome() {
        return home != 0 && !machine.links.isDead(home);
    }

    // ---- what is here

    /** It was put here, and its bytes are here. */
    void put(Entry entry) {
        if (isBranch()) {
            announce(entry);
        }
    }

    private void announce(Entry entry) {
        if (hasHome()) {
            machine.links.send(home, new ObjectMessage.Announce(Objects.requireNonNull(entry.shape)));
        }
    }

    /** A copy has come. */
    void copied(Entry entry) {
        if (isBranch()) {
            announce(entry); // which says whether the home has one too
        }
    }

    /** The home knows it. */
    void announced(ObjectMessage.Announced said) {
        Entry entry = machine.entries.get(said.ref());
        if (entry == null || machine.isHome() || entry.dropped) {
            return;
        }
        if (said.failure() != null) {
            machine.puts.answer(entry, said.failure());
            machine.erased(entry.ref, said.failure());
            return;
        }
        if (said.whole() && !entry.cached) {
            entry.cached = true;
            machine.room.changed();
        }
        entry.acknowledged |= said.whole() || !entry.is(ObjectMessage.DURABLE);
        machine.puts.answerIfDone(entry);
    }

    /** A copy has left this store. */
    void letGo(Entry entry) {
        if (isBranch()) {
            entry.copies.clear();
            entry.cached = false;
            if (hasHome()) {
                entry.copies.add(home);
                machine.links.send(home, new ObjectMessage.LetGo(entry.ref));
            }
            machine.tidy(entry);
        }
    }

    /** The copy on disk cannot be read. */
    void isDamaged(Entry entry) {
        if (isBranch() && hasHome()) {
            entry.cached = false;
            machine.links.send(home, new ObjectMessage.LetGo(entry.ref));
        }
    }

    /** True where the home will have a copy, so that this one can leave. */
    boolean willBeCached(Entry entry) {
        return isBranch() && hasHome() && !entry.cached;
    }

    // ---- what is not

    /** Asks who has it. */
    void where(Entry entry) {
        if (home != 0 && !hasHome()) {
            isUnreachable(entry);
        } else if (isBranch() && home != 0) {
            machine.links.send(home, new ObjectMessage.Where(entry.ref));
        }
    }

    private void isUnreachable(Entry entry) {
        machine.transfers.unavailable(
                entry, Failure.of(Failure.Kind.OBJECT_LOST, entry.words() + ": the warehouse that knows it was lost"));
    }

    void copies(ObjectMessage.Copies said) {
        Entry entry = machine.isHome() ? null : machine.known(said.shape().ref());
        if (entry == null || entry.dropped) {
            return;
        }
        Set<Long> stores = new LinkedHashSet<>(said.stores());
        stores.remove(0L);
        stores.remove(machine.links.self());
        entry.copies.clear();
        entry.copies.addAll(stores);
        if (entry.shape == null && entry.phase == Entry.Phase.ABSENT) {
            entry.shape(said.shape());
            machine.leases.changed(entry);
        }
        machine.transfers.sourcesKnown(entry);
        if (said.take()) {
            machine.transfers.fetch(entry);
        }
        machine.tidy(entry);
    }

    void absent(ObjectMessage.Absent said) {
        Entry entry = machine.entries.get(said.ref());
        if (entry == null || machine.isHome() || entry.isHere() || entry.unanswered) {
            return;
        }
        if (entry.phase == Entry.Phase.RESERVED || (entry.wanted && entry.shape == null)) {
            entry.problem = said.failure(); // it is being put: readers come too early
            machine.leases.changed(entry);
        } else {
            machine.erased(said.ref(), said.failure());
        }
    }

    // ---- links, verdicts, time

    /** The home there is now, or its successor. */
    void homeJoined(long store) {
        if (isBranch()) {
            home = store;
            machine.links.home(store);
            machine.insides.homeChanged();
        }
    }

    void connected(long unit) {
        if (!isBranch() || unit != home) {
            return;
        }
        for (Entry entry : List.copyOf(machine.entries.values())) {
            if (entry.dropped) {
                continue;
            }
            if (entry.isHere() && entry.shape != null) {
                announce(entry);
            } else if (isSoughtFor(entry)) {
                where(entry);
            }
        }
    }

    private static boolean isSoughtFor(Entry entry) {
        return entry.transfer == null ? entry.shape == null && !entry.waiting.isEmpty() : entry.transfer.source == 0;
    }

    void lost(long unit) {
        if (!isBranch() || unit != home) {
            return;
        }
        machine.links.home(0);
        machine.insides.homeLost();
        for (Entry entry : List.copyOf(machine.entries.values())) {
            entry.cached = false;
            if (entry.unanswered && entry.isHere()) {
                boolean isSafe = !entry.is(ObjectMessage.DURABLE);
                entry.acknowledged |= isSafe;
                if (isSafe) {
                    machine.puts.answerIfDone(entry);
                } else {
                    machine.puts.answer(
                            entry,
                            Failure.of(
                                    Failure.Kind.OBJECT_LOST,
                                    "the warehouse was lost before it had " + entry.words() + " on disk"));
                }
            } else if (isSoughtFor(entry)) {
                isUnreachable(entry);
            }
        }
    }

    /** A put does not wait for a home for ever. */
    void tick(long now) {
        if (!isBranch() || hasHome()) {
            return;
        }
        for (Entry entry : List.copyOf(machine.entries.values())) {
            if (entry.unanswered && entry.isHere() && now - entry.unansweredSinceNanos > machine.settings.waitNanos()) {
                machine.puts.answer(
                        entry, Failure.of(Failure.Kind.OBJECT_LOST, "no warehouse is there to know " + entry.words()));
            }
        }
    }
}
