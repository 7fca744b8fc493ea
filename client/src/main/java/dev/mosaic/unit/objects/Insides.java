package dev.mosaic.unit.objects;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Id;
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
    private static final class Grip {
        private final long worker;
        private int count;
        private long version;
        private boolean registered;
        private boolean closing;
        private final List<Entry> waiting = new ArrayList<>(1);

        private Grip(long worker) {
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
        return machine.isHome() && inside.worker() == Carried.HOME;
    }

    private void grip(Entry entry, Carried inside) {
        boolean isLost = machine.links.isDead(inside.worker());
        if (inside.worker() == 0 || (isLost && inside.worker() != Carried.HOME)) {
            return;
        }
        Grip grip = grips.computeIfAbsent(inside.tessera(), any -> new Grip(inside.worker()));
        grip.count++;
        if (grip.count == 1) {
            grip.closing = false;
            grip.registered = isLost; // the next home is told
            grip.version = ++versions;
            say(inside.tessera(), grip);
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
            Grip grip = grips.get(inside.tessera());
            if (isCountedHere(inside)) {
                machine.home.inside(inside.tessera(), -1);
            } else if (grip != null && grip.count > 0 && --grip.count == 0) {
                grip.closing = true;
                grip.version = ++versions;
                say(inside.tessera(), grip);
                if (machine.links.isDead(grip.worker)) {
                    grips.remove(inside.tessera(), grip);
                }
            }
        }
    }

    /** There is another home, which is to know. */
    void homeChanged() {
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
        grips.forEach((tessera, grip) -> {
            if (machine.links.actual(grip.worker) == unit && (grip.closing || !grip.registered)) {
                say(tessera, grip);
            }
        });
    }

    void lost(long unit) {
        List<Grip> dead =
                grips.values().stream().filter(grip -> grip.worker == unit).toList();
        grips.values().removeAll(dead);
        dead.forEach(this::registered);
    }
}
