package dev.mosaic.monitor;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which tessera has which name, and where it was when that was said last. A name stays its own while it has no place, between two lives.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> O(1).
 */
final class Names {
    private final Map<String, ClusterMessage.Named> byName = new HashMap<>();
    private final Map<Id, String> byTessera = new HashMap<>();
    private final Map<Long, Integer> byWorker = new HashMap<>();

    ClusterMessage.@Nullable Named get(String name) {
        return byName.get(name);
    }

    /** It has that name now, whoever had it. */
    void put(ClusterMessage.Named entry) {
        ClusterMessage.Named before = byName.put(entry.name(), entry);
        if (before != null) {
            leave(before);
            byTessera.remove(before.tessera());
        }
        byTessera.put(entry.tessera(), entry.name());
        byWorker.merge(entry.worker(), 1, Integer::sum);
    }

    /** Its name is free, where it had one. */
    void remove(Id tessera) {
        String name = byTessera.remove(tessera);
        ClusterMessage.Named entry = name == null ? null : byName.remove(name);
        if (entry != null) {
            leave(entry);
        }
    }

    private void leave(ClusterMessage.Named entry) {
        byWorker.computeIfPresent(entry.worker(), (worker, count) -> count == 1 ? null : count - 1);
    }

    /** True where one with a name is there. */
    boolean isAnyAt(long worker) {
        return byWorker.containsKey(worker);
    }
}
