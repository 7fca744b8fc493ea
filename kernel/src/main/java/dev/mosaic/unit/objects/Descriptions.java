package dev.mosaic.unit.objects;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.Need;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How tesserae are made, and their last states: entries of the store, which this puts and holds. Those of a durable life are durable.
 *
 * <p><b>Threading:</b> the store's loop. <b>Failure:</b> whoever said it is told that it is not kept.
 */
final class Descriptions {
    private final StoreMachine machine;
    private final Catalogue catalogue;
    private final Map<Id, Consumer<@Nullable Failure>> storing = new LinkedHashMap<>();
    private long lastEntry;

    Descriptions(StoreMachine machine, Catalogue catalogue) {
        this.machine = machine;
        this.catalogue = catalogue;
    }

    int open() {
        return storing.size();
    }

    // ---- how it is made

    void describe(long from, LifeMessage.Describe said) {
        Id tessera = said.tessera();
        Life known = catalogue.life(tessera);
        if (catalogue.isOver(tessera) || (known != null && known.incarnation > said.incarnation())) {
            catalogue.note(from, tessera, said.incarnation(), 0, Catalogue.old(tessera));
            return;
        }
        if (known != null && known.incarnation == said.incarnation() && !isReplacedBy(known, from)) {
            if (known.worker == from) {
                catalogue.confirm(known, from);
                if (known.unstored == 0) {
                    noteWhenKept(from, known, said.incarnation());
                }
            } else {
                catalogue.note(from, tessera, said.incarnation(), 0, Catalogue.old(tessera));
            }
            return;
        }
        Life life = new Life(tessera, said.create());
        life.incarnation = said.incarnation();
        life.restarts = said.restarts();
        life.program = said.program();
        life.worker = from;
        if (known != null) {
            life.seekers.putAll(known.seekers);
            catalogue.release(known);
        }
        catalogue.put(life);
        store(life);
        catalogue.whereabouts.tellSeekers(life);
    }

    /**
     * The home before began that life elsewhere, with the incarnation that this home gives to its own next one. That one has been told to
     * nobody yet, so it is the one that ends.
     */
    private static boolean isReplacedBy(Life life, long worker) {
        boolean isToBegin =
                life.phase == Life.Phase.PLACING || (life.phase == Life.Phase.RAISING && life.worker != worker);
        return isToBegin && life.rested == 0 && !life.isDurable();
    }

    private void noteWhenKept(long from, Life life, long incarnation) {
        catalogue.records.whenKept(
                life.tessera, failure -> catalogue.note(from, life.tessera, incarnation, 0, failure));
    }

    /** Arguments become entries; the first of the needs is then that of the encoded ones. */
    private void store(Life life) {
        List<Need> needs = new ArrayList<>();
        List<Id> parts = new ArrayList<>();
        List<Payload> payloads = new ArrayList<>();
        add(life.create.arguments(), needs, parts, payloads);
        for (Need need : life.create.needs()) {
            if (need.known() instanceof Outcome.Returned(Payload value) && !value.equals(Payload.EMPTY)) {
                add(value, needs, parts, payloads);
            } else {
                needs.add(need);
            }
        }
        life.create = life.create.with(needs, Payload.EMPTY);
        life.parts = List.copyOf(parts);
        life.unstored = parts.size();
        for (int i = 0; i < parts.size(); i++) {
            Id part = parts.get(i);
            put(part, "arguments", life.isDurable(), payloads.get(i), failure -> described(life, part, failure));
        }
    }

    void add(Payload payload, List<Need> needs, List<Id> parts, List<Payload> payloads) {
        Id ref = nextEntry();
        needs.add(Need.entry(ref));
        parts.add(ref);
        payloads.add(payload);
    }

    private Id nextEntry() {
        return new Id(machine.links.self(), ++lastEntry);
    }

    void put(Id ref, String label, boolean durable, Payload payload, Consumer<@Nullable Failure> whenStored) {
        storing.put(ref, whenStored);
        int flags = durable ? ObjectMessage.DURABLE : 0;
        machine.puts.put(machine.links.self(), new ObjectMessage.Put(ref, label, flags, payload));
    }

    /** An entry that is there is to be durable from now on. */
    void secure(Id ref, Consumer<@Nullable Failure> whenStored) {
        storing.put(ref, whenStored);
        machine.puts.secure(ref);
    }

    boolean isDurable(Id ref) {
        Entry entry = machine.entries.get(ref);
        return entry == null || entry.is(ObjectMessage.DURABLE);
    }

    /** An entry of this catalogue is stored, or could not be. */
    void stored(Id ref, @Nullable Failure failure) {
        Consumer<@Nullable Failure> whenStored = storing.remove(ref);
        if (whenStored != null) {
            whenStored.accept(failure);
        }
    }

    private void described(Life life, Id part, @Nullable Failure failure) {
        if (!catalogue.isHere(life)) {
            release(part); // another of its parts could not be stored
            return;
        }
        if (failure != null) {
            isNotKept(life, failure);
        } else if (--life.unstored == 0) {
            if (life.phase == Life.Phase.LIVING) {
                catalogue.records.change(life, notKept -> isKept(life, notKept));
            } else if (life.isDurable()) {
                // Its worker was lost meanwhile.
                catalogue.records.changeAtLast(life, () -> {
                    catalogue.raise(life);
                    catalogue.whereabouts.tellSeekers(life);
                });
            }
        }
    }

    private void isKept(Life life, @Nullable Failure failure) {
        if (failure == null) {
            catalogue.note(life.worker, life.tessera, life.incarnation, 0, null);
        } else if (catalogue.isHere(life) && life.phase == Life.Phase.LIVING) {
            isNotKept(life, failure);
        }
    }

    /** Its worker ends it. Where that was lost meanwhile the monitor was asked for another, so this home does. */
    private void isNotKept(Life life, Failure failure) {
        if (life.phase == Life.Phase.LIVING) {
            catalogue.forget(life);
            catalogue.note(life.worker, life.tessera, life.incarnation, 0, failure);
            catalogue.whereabouts.tellGone(life, false, failure);
        } else {
            catalogue.end(life, failure);
        }
    }

    // ---- its state

    void keep(long from, LifeMessage.Keep said) {
        Id tessera = said.tessera();
        Life life = catalogue.life(tessera);
        if (life == null && !catalogue.isOver(tessera)) {
            return; // it is described first, and then said again
        }
        if (life == null || !Catalogue.isCurrent(life, said.incarnation(), from)) {
            catalogue.note(from, tessera, said.incarnation(), said.number(), Catalogue.old(tessera));
            return;
        }
        catalogue.confirm(life, from);
        if (said.number() <= life.number) {
            noteKept(from, said);
            return;
        }
        Id ref = nextEntry();
        put(ref, "state", life.isDurable(), said.state(), failure -> kept(from, said, ref, failure));
    }

    /** When the record names it, or a newer one. */
    private void noteKept(long from, LifeMessage.Keep said) {
        catalogue.records.whenKept(said.tessera(), failure -> note(from, said, failure));
    }

    private void note(long from, LifeMessage.Keep said, @Nullable Failure failure) {
        catalogue.note(from, said.tessera(), said.incarnation(), said.number(), failure);
    }

    /** The new state counts if its life is still the highest, and it is the newest of that. */
    private void kept(long from, LifeMessage.Keep said, Id ref, @Nullable Failure failure) {
        Life life = catalogue.life(said.tessera());
        if (failure != null) {
            note(from, said, failure);
            return;
        }
        if (life == null || !Catalogue.isCurrent(life, said.incarnation(), from)) {
            release(ref);
            note(from, said, Catalogue.old(said.tessera()));
            return;
        }
        if (said.number() <= life.number) {
            release(ref);
            noteKept(from, said);
            return;
        }
        if (life.isDurable() && !isDurable(ref)) {
            secure(ref, notDurable -> kept(from, said, ref, notDurable)); // it was taken over by who says so
            return;
        }
        Id before = life.state;
        life.state = ref;
        life.number = said.number();
        life.keptNanos = machine.now;
        if (before != null) {
            catalogue.records.release(life, before);
        }
        catalogue.records.change(life, notKept -> note(from, said, notKept));
    }

    /** Nothing keeps that entry any more. */
    void release(Id ref) {
        Entry entry = machine.entries.get(ref);
        if (entry != null) {
            entry.holders.remove(machine.links.self());
            machine.home.eraseIfUnheld(entry);
        }
    }

    /** From before: false where it has not come back with the home. */
    boolean hold(Id ref) {
        Entry entry = machine.entries.get(ref);
        if (entry != null) {
            entry.holders.add(machine.links.self());
        }
        return entry != null;
    }
}
