package dev.mosaic.unit.links;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What is over that the monitor counts for this unit: seats, reservations, tesserae that were never made, and those that have room or a name here. Nobody else
 * tells the monitor of these, and it answers nothing. So the last of them are said again on each new link with it, since they may have been lost
 * with the one before.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(1); an id for each of the last {@value #MOST}.
 */
public final class Endings {
    static final int MOST = 1_000;

    private final Links links;
    private final Set<Id> last = new LinkedHashSet<>();

    public Endings(Links links) {
        this.links = links;
    }

    /**
     * It is over, and its id is not used again.
     *
     * @param monitor 0 where none listens now
     */
    public void say(long monitor, Id id) {
        last.add(id);
        if (last.size() > MOST) {
            Iterator<Id> oldest = last.iterator();
            oldest.next();
            oldest.remove();
        }
        if (monitor != 0) {
            links.send(monitor, new ClusterMessage.Ended(id));
        }
    }

    /** A link with a monitor is up. To one that does not know of them these words say nothing. */
    public void monitor(long instance) {
        last.forEach(id -> links.send(instance, new ClusterMessage.Ended(id)));
    }
}
