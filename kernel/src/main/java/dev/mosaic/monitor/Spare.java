package dev.mosaic.monitor;

import dev.mosaic.message.Resources;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What the nodes that are there still have, as what waits is shared out among them.
 *
 * <p><b>Threading:</b> the monitor's loop, within one event. <b>Cost:</b> O(nodes) for what needs the same.
 */
final class Spare {
    private final List<Resources> free = new ArrayList<>();

    Spare(Collection<Stock> stocks) {
        for (Stock stock : stocks) {
            if (stock.node.permits() > 0) {
                free.add(stock.room.free());
            }
        }
    }

    /** Takes that as often as there is room, at most so many times, and says how often that was. */
    int take(Resources needs, int most) {
        Resources whole = needs.gpus() <= Resources.ONE ? needs : needs.withGpus(Stocks.devices(needs) * Resources.ONE);
        int taken = 0;
        for (int i = 0; i < free.size() && taken < most; i++) {
            Resources here = free.get(i);
            int times = (int) Math.min(most - taken, times(needs, here));
            for (int each = 0; each < times; each++) {
                here = here.minus(whole);
            }
            free.set(i, here);
            taken += times;
        }
        return taken;
    }

    /** True where that is there. */
    static boolean fits(Resources needs, Resources free) {
        return times(needs, free) > 0;
    }

    private static long times(Resources needs, Resources free) {
        long times = part(needs.cpus(), free.cpus());
        times = Math.min(times, part(needs.memoryBytes(), free.memoryBytes()));
        times = Math.min(times, devices(needs.gpus(), free.gpus()));
        for (Map.Entry<String, Long> label : needs.labels().entrySet()) {
            times = Math.min(times, part(label.getValue(), free.labels().getOrDefault(label.getKey(), 0L)));
        }
        return times;
    }

    private static long part(long needed, long there) {
        return needed == 0 ? Integer.MAX_VALUE : Math.max(0, there / needed);
    }

    /** Parts of a device share one as long as they fit in it; more than one are whole. */
    private static long devices(long needed, long there) {
        long whole = Math.max(0, there / Resources.ONE);
        return needed >= Resources.ONE || needed == 0
                ? part((needed + Resources.ONE - 1) / Resources.ONE, whole)
                : whole * (Resources.ONE / needed);
    }
}
