package dev.mosaic.unit.objects;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.ValueMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What entries have inside: refs, which live as long as they do, and proxies, for whose tesserae this store counts as a holder.
 *
 * <p><b>Threading:</b> the store's loop. <b>Failure:</b> a tessera whose worker is dead is held no more.
 */
final class Insides {
    /** That this store holds a tessera, and for how many entries. */
    static final class Grip {
        private final Id tessera;
        private long worker;
        private int count;

        /** The next life of the tessera is asked for. */
        private boolean seeking;

        private long version;
        private boolean registered;
        private boolean closing;
        private final List<Entry> waiting = new ArrayList<>(1);

        private Grip(Id tessera, long worker) {
            this.tessera = tessera;
            this.worker = worker;
        }
    }

    private final StoreMachine machine;
    private final Map<Id, Grip> grips = new LinkedHashMap<>();
    private long versions;

    Insides(StoreMachine machine) {
        this.machine = machine;
    }

    int open() {
        return grips.size();
    }

    /** The entry is new here. The home counts what is inside, and so does the store it was put in, as long as it has it. */
    void hold(Entry entry) {
        entry.holdsInsides = true;
        for (Carried inside : entry.carried()) {
            if (isCountedHere(inside)) {
                machine.home.inside(inside.tessera(), 1);
            } else {
                grip(entry, inside);
            }
        }
    }

    private boolean isCountedHere(Carried inside) {
        return machine.isHome()
                && inside.worker() == Carried.HOME
                && !inside.tessera().hasLives();
    }

    private void grip(Entry entry, Carried inside) {
        boolean isLost = machine.links.isDead(inside.worker());
        boolean isOver =
                isLost && inside.worker() != Carried.HOME && !inside.tessera().hasLives();
        if (inside.worker() == 0 || isOver) {
            return;
        }
        Grip grip = grips.computeIfAbsent(inside.tessera(), tessera -> new Grip(tessera, inside.worker()));
        grip.count++;
        entry.grips.add(grip);
        if (grip.count == 1) {
            grip.closing = false;
            grip.registered = isLost; // the next home is told
            grip.version = ++versions;
            say(inside.tessera(), grip);
            if (isLost && inside.tessera().hasLives()) {
                seek(inside.tessera(), grip);
            }
        }
        if (!grip.registered) {
            entry.unregistered++;
            grip.waiting.add(entry);
        }
    }

    private void say(Id tessera, Grip grip) {
        machine.links.send(grip.worker, new ValueMessage.Hold(tessera, !grip.closing, false, grip.version));
    }

    void held(ValueMessage.Held held) {
        Grip grip = grips.get(held.tessera());
        if (grip == null || grip.version != held.version()) {
            return;
        }
        if (grip.closing) {
            grips.remove(held.tessera());
        } else {
            grip.registered = true;
            registered(grip);
        }
    }

    private void registered(Grip grip) {
        List<Entry> waiting = List.copyOf(grip.waiting);
        grip.waiting.clear();
        for (Entry entry : waiting) {
            entry.unregistered--;
            machine.puts.answerIfDone(entry);
        }
    }

    /** The entry is gone. */
    void release(Entry entry) {
        if (!entry.holdsInsides) {
            return;
        }
        entry.holdsInsides = false;
        for (Carried inside : entry.carried()) {
            if (isCountedHere(inside)) {
                machine.home.inside(inside.tessera(), -1);
            }
        }
        for (Grip grip : entry.grips) {
            // One that the home has answered "gone" to is over, though there may be another for the same tessera.
            if (--grip.count == 0 && grip.equals(grips.get(grip.tessera))) {
                grip.closing = true;
                grip.version = ++versions;
                say(grip.tessera, grip);
                if (machine.links.isDead(grip.worker)) {
                    grips.remove(grip.tessera, grip);
                }
            }
        }
        entry.grips.clear();
    }

    /** There is another home, which is to know. */
    void homeChanged() {
        seekAgain();
        grips.forEach((tessera, grip) -> {
            if (grip.worker == Carried.HOME) {
                grip.registered = false;
                say(tessera, grip);
            }
        });
    }

    /** Nobody counts entries now, so nobody waits for that. */
    void homeLost() {
        grips.values().removeIf(grip -> grip.worker == Carried.HOME && grip.closing);
        for (Grip grip : List.copyOf(grips.values())) {
            if (grip.worker == Carried.HOME) {
                grip.registered = true;
                registered(grip);
            }
        }
    }

    void connected(long unit) {
        if (machine.links.actual(Carried.HOME) == unit) {
            seekAgain();
        }
        grips.forEach((tessera, grip) -> {
            if (machine.links.actual(grip.worker) == unit && (grip.closing || !grip.registered)) {
                say(tessera, grip);
            }
        });
    }

    void lost(long unit) {
        for (Map.Entry<Id, Grip> each : List.copyOf(grips.entrySet())) {
            Grip grip = each.getValue();
            if (grip.worker != unit) {
                continue;
            }
            if (each.getKey().hasLives() && !grip.closing) {
                grip.registered = true;
                seek(each.getKey(), grip);
            } else {
                grips.remove(each.getKey());
            }
            registered(grip);
        }
    }

    // ---- tesserae that live elsewhere now

    private void seek(Id tessera, Grip grip) {
        grip.seeking = true;
        LifeMessage.Seek question = new LifeMessage.Seek(tessera, grip.worker);
        if (machine.isHome()) {
            machine.catalogue.whereabouts.seek(machine.links.self(), question);
        } else {
            machine.links.send(Carried.HOME, question);
        }
    }

    /** Asks again: there is a new link to the home, or another home. */
    void seekAgain() {
        List.copyOf(grips.entrySet()).forEach(each -> {
            if (each.getValue().seeking) {
                seek(each.getKey(), each.getValue());
            }
        });
    }

    void life(long from, LifeMessage message) {
        if (from == machine.links.actual(Carried.HOME)) {
            life(message);
        }
        if (message instanceof LifeMessage.Moving(Id tessera)) {
            Grip grip = grips.get(tessera);
            if (grip == null || grip.worker != from) {
                machine.links.send(from, new ValueMessage.Hold(tessera, false, false, ++versions));
            } else if (!grip.seeking && !grip.closing) {
                seek(tessera, grip);
            }
        }
    }

    private void letGoAtHome(Id tessera) {
        machine.links.send(Carried.HOME, new ValueMessage.Hold(tessera, false, false, ++versions));
    }

    /** The home has an answer. */
    void life(LifeMessage answer) {
        Grip grip = grips.get(answer.tessera());
        boolean isPassive = grip != null && grip.worker == Carried.HOME && !grip.closing;
        boolean isElsewhere = answer instanceof LifeMessage.Alive alive
                && (grip == null || (!grip.seeking && grip.worker == alive.worker()));
        if (isElsewhere && !isPassive) {
            letGoAtHome(answer.tessera());
        }
        if (grip == null || !(grip.seeking || isPassive)) {
            return;
        }
        if (answer instanceof LifeMessage.Alive alive) {
            if (isPassive && alive.worker() != Carried.HOME) {
                letGoAtHome(alive.tessera());
            }
            grip.seeking = false;
            grip.worker = alive.worker();
            if (machine.links.isDead(grip.worker)) {
                seek(alive.tessera(), grip);
                return;
            }
            grip.registered = false;
            grip.version = ++versions;
            say(alive.tessera(), grip);
        } else if (grip.seeking
                && answer instanceof LifeMessage.Gone gone
                && (gone.known() || machine.links.isDead(grip.worker))) {
            grips.remove(gone.tessera());
            registered(grip);
        }
    }
}
