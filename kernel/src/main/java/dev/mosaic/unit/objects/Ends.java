package dev.mosaic.unit.objects;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tesserae that are over, as the monitor is told. It answers nothing, and what it was told on a link that broke may be lost. So the last of
 * them are said again on each new link.
 *
 * <p><b>Threading:</b> the store's loop. <b>Cost:</b> O(1); an entry for each of the last {@value #MOST}.
 */
final class Ends {
    static final int MOST = 1_000;

    private final StoreMachine machine;
    private final Catalogue catalogue;

    /** And whether the home knew the tessera. */
    private final Map<Id, Boolean> last = new LinkedHashMap<>();

    Ends(StoreMachine machine, Catalogue catalogue) {
        this.machine = machine;
        this.catalogue = catalogue;
    }

    /** It lives nowhere, and will not; where this home has never known it, as far as it knows. */
    void say(Id tessera, boolean forGood) {
        last.merge(tessera, forGood, Boolean::logicalOr);
        if (last.size() > MOST) {
            Iterator<Id> oldest = last.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        machine.out.tellMonitor(new ClusterMessage.Ended(tessera, forGood));
    }

    /** A monitor listens on a new link. */
    void sayAgain() {
        last.keySet().removeIf(tessera -> catalogue.life(tessera) != null);
        last.forEach((tessera, forGood) -> machine.out.tellMonitor(new ClusterMessage.Ended(tessera, forGood)));
    }
}
