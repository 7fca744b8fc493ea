package dev.mosaic.monitor;

import dev.mosaic.message.Id;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Next lives that a home has got a place for, and of which their workers have not said that they came. Where that home is lost they may
 * never come: their workers take no word of it any more.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> an entry for each; O(entries) for a home that is lost.
 */
final class Raisings {
    private final Map<Id, Long> homes = new HashMap<>();
    private final Map<Id, Long> lostNanos = new HashMap<>();

    void asked(Id tessera, long home) {
        homes.put(tessera, home);
        lostNanos.remove(tessera);
    }

    /** Its worker has it, or it has that place no more. */
    void isOver(Id tessera) {
        homes.remove(tessera);
        lostNanos.remove(tessera);
    }

    void lost(long now, long unit) {
        homes.forEach((tessera, home) -> {
            if (home == unit) {
                lostNanos.put(tessera, now);
            }
        });
        homes.values().removeIf(home -> home == unit);
    }

    /** Those that have not come for so long after their home was lost. */
    List<Id> late(long now, long nanos) {
        List<Id> late = new ArrayList<>();
        lostNanos.forEach((tessera, since) -> {
            if (now - since >= nanos) {
                late.add(tessera);
            }
        });
        return late;
    }
}
