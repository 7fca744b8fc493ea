package dev.mosaic.unit.links;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Units that were met and of which no monitor has told. Where the link with one breaks and does not come back, no verdict comes by itself:
 * a monitor that never heard of the unit does not miss it. So the monitor is asked.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> a few words for each of the last {@value #MOST}.
 */
public final class Strangers {
    private static final int MOST = 10_000;

    private final long patienceNanos;
    private final LinkedHashMap<Long, Long> since = new LinkedHashMap<>();

    /** @param patienceNanos how long a unit that lives has to come back, or to reach its monitor */
    public Strangers(long patienceNanos) {
        this.patienceNanos = patienceNanos;
    }

    /** Its link broke. */
    public void left(long now, long instance) {
        since.putIfAbsent(instance, now);
        if (since.size() > MOST) {
            since.pollFirstEntry();
        }
    }

    /** It has come back, or a monitor has told of it, dead or alive. */
    public void forget(long instance) {
        since.remove(instance);
    }

    /** Those that the monitor is to be asked for. */
    public List<Long> due(long now) {
        return since.entrySet().stream()
                .filter(each -> now - each.getValue() >= patienceNanos)
                .map(Map.Entry::getKey)
                .toList();
    }
}
