package dev.mosaic.monitor;

import dev.mosaic.message.Id;
import dev.mosaic.message.Resources;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What can be given out at one place: all that a node offers, or a bundle of a reservation, which was taken out of its node's room.
 *
 * <p>Devices are counted by the workers that have them, whole; all else by what lives there.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> O(1) for each, and a map's for each label.
 */
final class Room {
    private final Resources total;
    private Resources used = Resources.NONE;
    private int devices;
    private final Map<Id, Resources> holders = new LinkedHashMap<>();

    /** @param total with devices */
    Room(Resources total) {
        this.total = total;
    }

    Resources total() {
        return total;
    }

    Resources free() {
        return total.minus(used()).withGpus(freeDevices() * Resources.ONE);
    }

    /** With devices. */
    Resources used() {
        return used.withGpus(devices * Resources.ONE);
    }

    /** Devices that no worker has. */
    long freeDevices() {
        return total.gpus() / Resources.ONE - devices;
    }

    /** True where all but devices are there. */
    boolean fits(Resources needs) {
        return needs.withoutGpus().fits(total.minus(used));
    }

    /** From now on it takes that; its part of a device is known by its worker. */
    void take(Id holder, Resources needs) {
        Resources before = holders.put(holder, needs);
        used = used.minus(before == null ? Resources.NONE : before.withoutGpus())
                .plus(needs.withoutGpus());
    }

    void give(Id holder) {
        Resources needs = holders.remove(holder);
        if (needs != null) {
            used = used.minus(needs.withoutGpus());
        }
    }

    /** A worker has that many devices more, or less. */
    void devices(int more) {
        devices += more;
    }

    /** Who takes room here, and how much. */
    Map<Id, Resources> holders() {
        return holders;
    }
}
