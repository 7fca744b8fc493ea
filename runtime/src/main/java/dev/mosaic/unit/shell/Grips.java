package dev.mosaic.unit.shell;

import dev.mosaic.message.Id;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.Set;

/**
 * The grips of this unit, and word to the kernel when one has gone.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> one reference for each proxy that came or was made.
 */
final class Grips {
    private static final class Hold extends PhantomReference<Grip> {
        private final Id tessera;
        private final String className; // of what this unit made; empty for all else
        private final long madeNanos = System.nanoTime();

        private Hold(Grip grip, ReferenceQueue<Grip> gone, Id tessera, String className) {
            super(grip, gone);
            this.tessera = tessera;
            this.className = className;
        }
    }

    private final Engine engine;
    private final ReferenceQueue<Grip> gone = new ReferenceQueue<>();
    private final Set<Hold> holds = new HashSet<>();

    Grips(Engine engine) {
        this.engine = engine;
    }

    void add(Grip grip, Id tessera) {
        made(grip, tessera, "");
    }

    /** One that this unit makes. */
    void made(Grip grip, Id tessera, String className) {
        holds.add(new Hold(grip, gone, tessera, className));
    }

    /** Shows what this unit made. */
    void visitMade(Queries.MadeTesserae visitor) {
        holds.stream()
                .filter(hold -> !hold.className.isEmpty())
                .forEach(hold -> visitor.tessera(hold.tessera, hold.className, hold.madeNanos));
    }

    /** Lets go of what is reachable no more. */
    void sweep(long now) {
        for (Reference<? extends Grip> next = gone.poll(); next != null; next = gone.poll()) {
            if (next instanceof Hold hold && holds.remove(hold)) {
                engine.kernel.handleLost(now, hold.tessera);
            }
        }
    }
}
