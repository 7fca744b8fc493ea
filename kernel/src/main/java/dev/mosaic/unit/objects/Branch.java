package dev.mosaic.unit.objects;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What a store that is not the home says to the home: what it has, what it lacks, what it let go. In the home it does nothing.
 *
 * <p><b>Threading:</b> the store's loop. <b>Failure:</b> when the home is lost, entries that are here stay and are announced to the
 * next home. Who wants others waits for that home, which may have them, as long as anybody waits for memory. Where each home that comes
 * is lost too, that ends {@value ObjectMachine#MOST_WAITS} such waits after the first one was: what is wanted may be what ends them. Where the home
 * lives and cannot be reached, what waits for its word ends after the usual time.
 */
final class Branch {
    private final StoreMachine machine;
    private long home;

    /** All that live as far as is known, the last one being the newest: another one may be told of late, when it is dead. */
    private final Set<Long> homes = new LinkedHashSet<>();

    /** When that was lost; before there was any, when this store began. */
    private long lostNanos;

    /** Since when there is no link with the home there is, or what waited for that was given up last; -1 while there is one. */
    private long unlinkedSinceNanos = -1;

    private boolean hasBegun;

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
        if (entry == null || machine.isHome() || entry.isDropped()) {
            return;
        }
        if (said.failure() != null) {
            machine.puts.answer(entry, said.failure());
            machine.erased(entry.ref, said.failure());
            return;
        }
        if (said.whole() && !entry.isCached()) {
            entry.cached(true);
            machine.room.changed();
        }
        entry.acknowledged |= said.whole() || !entry.is(ObjectMessage.DURABLE);
        machine.puts.answerIfDone(entry);
    }

    /** A copy has left this store. */
    void letGo(Entry entry) {
        if (isBranch()) {
            entry.copies.clear();
            entry.cached(false);
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
            entry.cached(false);
            machine.links.send(home, new ObjectMessage.LetGo(entry.ref));
        }
    }

    /** The home that asks holds it for a store with a copy. */
    void hasNone(long from, Id ref) {
        if (isBranch() && hasHome() && from == home) {
            machine.links.send(home, new ObjectMessage.LetGo(ref));
        }
    }

    /** True where the home will have a copy of each entry, so that the one here can leave. */
    boolean willBeCached() {
        return isBranch() && hasHome();
    }

    // ---- what is not

    /** Asks who has it. */
    void where(Entry entry) {
        if (isForsaken()) {
            isUnreachable(entry);
        } else if (isBranch() && home != 0) {
            machine.links.send(home, new ObjectMessage.Where(entry.ref));
        }
    }

    /** No home has come since the last one was lost, or since this store began, for that long. */
    private boolean isForsaken() {
        return isBranch() && hasBegun && !hasHome() && machine.now - lostNanos > machine.settings.waitNanos();
    }

    private void isUnreachable(Entry entry) {
        String why = home == 0 ? ": no warehouse is there to know it" : ": the warehouse that knows it was lost";
        machine.transfers.unavailable(entry, Failure.of(Failure.Kind.OBJECT_LOST, entry.words() + why));
    }

    void copies(ObjectMessage.Copies said) {
        Entry entry = machine.isHome() ? null : machine.known(said.shape().ref());
        if (entry == null || entry.isDropped()) {
            return;
        }
        Set<Long> stores = new LinkedHashSet<>(said.stores());
        stores.remove(0L);
        stores.remove(machine.links.self());
        entry.copies.clear();
        entry.copies.addAll(stores);
        if (entry.shape == null && entry.phase() == Entry.Phase.ABSENT) {
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
        if (entry.phase() == Entry.Phase.RESERVED || (entry.wanted && entry.shape == null)) {
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
            homes.add(store);
            home = store;
            unlinkedSinceNanos = -1;
            machine.links.home(store);
            machine.insides.homeChanged();
        }
    }

    void connected(long unit) {
        if (!isBranch() || unit != home) {
            return;
        }
        unlinkedSinceNanos = -1; // also where the link breaks again before the next look
        for (Entry entry : List.copyOf(machine.entries.values())) {
            if (entry.isDropped()) {
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
        homes.remove(unit);
        if (!isBranch() || unit != home) {
            return;
        }
        homeLost();
        if (!homes.isEmpty()) {
            machine.storeJoined(machine.now, List.copyOf(homes).getLast(), true);
        }
    }

    private void homeLost() {
        lostNanos = machine.now;
        unlinkedSinceNanos = -1;
        hasBegun = true;
        machine.links.home(0);
        machine.insides.homeLost();
        for (Entry entry : List.copyOf(machine.entries.values())) {
            entry.cached(false);
            if (entry.unanswered && entry.isHere()) {
                if (!entry.is(ObjectMessage.DURABLE)) { // else the next home is told of it, and makes it durable
                    entry.acknowledged = true;
                    machine.puts.answerIfDone(entry);
                } else {
                    waitsForTheNext(entry);
                }
            } else if (isSoughtFor(entry)) {
                if (entry.transfer != null) {
                    entry.transfer.progressNanos = machine.now;
                }
                waitsForTheNext(entry);
            }
        }
    }

    /** Not for the next one for ever, either. */
    private void waitsForTheNext(Entry entry) {
        if (entry.homelessSinceNanos == Entry.NEVER) {
            entry.homelessSinceNanos = machine.now;
        } else if (machine.now - entry.homelessSinceNanos > ObjectMachine.MOST_WAITS * machine.settings.waitNanos()) {
            long seconds = (machine.now - entry.homelessSinceNanos) / 1_000_000_000L;
            Failure failure = Failure.of(
                    Failure.Kind.OBJECT_LOST,
                    entry.words() + ": each warehouse that was asked was lost, for seconds=" + seconds);
            if (entry.unanswered) {
                machine.puts.answer(entry, failure);
            } else {
                machine.transfers.unavailable(entry, failure);
            }
        }
    }

    /** Neither a put nor a read waits for a home for ever. */
    void tick(long now) {
        if (!hasBegun) {
            hasBegun = true;
            lostNanos = now;
        }
        if (!isBranch()) {
            return;
        }
        if (hasHome()) {
            lookForLink(now);
            return;
        }
        for (Entry entry : List.copyOf(machine.entries.values())) {
            if (entry.unanswered && entry.isHere() && isPutForsaken(entry)) {
                machine.puts.answer(
                        entry, Failure.of(Failure.Kind.OBJECT_LOST, "no warehouse is there to know " + entry.words()));
            } else if (isForsaken() && isSoughtFor(entry)) {
                isUnreachable(entry);
            }
        }
    }

    /** It waits for a home since it was put, or since the last one was lost. */
    private boolean isPutForsaken(Entry entry) {
        return machine.now - Math.max(entry.unansweredSinceNanos, lostNanos) > machine.settings.waitNanos();
    }

    /** No verdict comes where only the way from here to the home is cut. */
    private void lookForLink(long now) {
        if (machine.links.isUp(home)) {
            unlinkedSinceNanos = -1;
        } else if (unlinkedSinceNanos < 0) {
            unlinkedSinceNanos = now;
        } else if (now - unlinkedSinceNanos >= machine.settings.waitNanos()) {
            unlinkedSinceNanos = now;
            giveUp();
        }
    }

    private void giveUp() {
        String why = machine.name(machine.links.self()) + " has not reached " + machine.name(home) + " for waitNanos="
                + machine.settings.waitNanos() + "; see to the network between the two";
        for (Entry entry : List.copyOf(machine.entries.values())) {
            if (entry.isDropped()) {
                continue;
            }
            if (entry.unanswered && entry.isHere()) {
                machine.puts.answer(
                        entry, Failure.of(Failure.Kind.OBJECT_LOST, entry.words() + " was not put: " + why));
            } else if (isSoughtFor(entry)) {
                machine.transfers.unavailable(
                        entry, Failure.of(Failure.Kind.OBJECT_LOST, entry.words() + " cannot be found now: " + why));
            }
        }
    }
}
