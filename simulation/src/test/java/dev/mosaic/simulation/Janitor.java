package dev.mosaic.simulation;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import org.jspecify.annotations.Nullable;

/** Names of tesserae; and who drops those that have one when all programs are over, since these stay until then. */
final class Janitor {
    private static final int NAMES = 3;
    private static final long PAUSE = 300 * Schedule.MILLI;

    private final UnitProcess head;

    Janitor(UnitProcess head) {
        this.head = head;
    }

    static String name(Schedule dice) {
        return name(dice.below(NAMES));
    }

    private static String name(int number) {
        return "n" + number;
    }

    void begin() {
        for (int i = 0; i < NAMES; i++) {
            look(name(i));
        }
    }

    private void look(String name) {
        head.find(name, named -> {
            drop(named);
            head.later(PAUSE, () -> look(name));
        });
    }

    private void drop(ClusterMessage.@Nullable Named named) {
        if (named != null) {
            Id tessera = named.tessera();
            Id task = head.kernel.nextId();
            head.gained(tessera, named.worker());
            head.world.ledger.dropped(head, task, tessera);
            head.kernel.drop(head.now(), task, tessera);
            head.lost(tessera);
            head.later(PAUSE, () -> head.kernel.forget(head.now(), task));
        }
    }
}
