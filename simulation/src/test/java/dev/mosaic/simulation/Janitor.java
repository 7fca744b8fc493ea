package dev.mosaic.simulation;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names of tesserae; and who drops those that have one when all programs are over, since these stay until then. A head that still has to hear
 * that it is dead may be asked first; another one goes on then.
 */
final class Janitor {
    private static final int NAMES = 3;
    private static final long PAUSE = 300 * Schedule.MILLI;

    private final World world;
    private final Programs programs;

    /** Whom the answer is awaited of, for each name. */
    private final Map<String, UnitProcess> asked = new HashMap<>();

    Janitor(World world, Programs programs) {
        this.world = world;
        this.programs = programs;
    }

    static String name(Schedule dice) {
        return name(dice.below(NAMES));
    }

    private static String name(int number) {
        return "n" + number;
    }

    void begin() {
        UnitProcess head = programs.caretaker();
        for (int i = 0; i < NAMES; i++) {
            look(head, name(i));
        }
        world.schedule.after(PAUSE, this::begin);
    }

    private void look(UnitProcess head, String name) {
        if (!head.equals(asked.get(name))) {
            asked.put(name, head);
            head.later(
                    0,
                    () -> head.find(name, named -> {
                        asked.remove(name, head);
                        drop(head, named);
                    }));
        }
    }

    private static void drop(UnitProcess head, ClusterMessage.@Nullable Named named) {
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
