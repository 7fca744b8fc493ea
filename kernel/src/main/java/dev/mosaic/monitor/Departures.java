package dev.mosaic.monitor;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Id;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What has left a worker, as its home says. A home and a worker have links of their own: what the worker has said of it before may come
 * after that, and counts no more.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> O(1); an entry for each of the last {@value #MOST}.
 */
final class Departures {
    static final int MOST = 10_000;

    /** The worker of one that lives nowhere, and will not again. */
    private static final long ANY = -1;

    private final Map<Id, Long> last = new LinkedHashMap<>();

    /**
     * It does not live in that worker any more; where it lives next the monitor says, and then counts it without being told.
     *
     * @param worker none, or the home, where that is not said of a worker: then what was said before counts
     */
    void left(Id tessera, long worker) {
        boolean isWorker = worker != 0 && worker != Carried.HOME;
        if (isWorker && !isOver(tessera)) {
            put(tessera, worker);
        }
    }

    /** It lives nowhere, and will not again. */
    void over(Id tessera) {
        put(tessera, ANY);
    }

    private void put(Id tessera, long worker) {
        last.remove(tessera);
        last.put(tessera, worker);
        if (last.size() > MOST) {
            Iterator<Id> oldest = last.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    private boolean isOver(Id tessera) {
        return last.getOrDefault(tessera, 0L) == ANY;
    }

    /**
     * True where it is not in that worker, whatever that has said of it before.
     *
     * @param isPlaced it was placed there since
     */
    boolean isGone(Id tessera, long worker, boolean isPlaced) {
        long known = last.getOrDefault(tessera, 0L);
        return known == ANY || (known == worker && !isPlaced);
    }
}
