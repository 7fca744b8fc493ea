package dev.mosaic;

import java.time.Duration;
import java.util.List;

/**
 * Resources on nodes that are reserved for this program: all bundles or none. Ray calls this a placement group. {@code
 * TesseraOptions.in(reservation, i)} uses a bundle. {@link #close}, or the end of the program, releases all bundles, even if tesserae use them.
 *
 * <p><b>Threading:</b> any thread. <b>Failure:</b> if a node is lost, its bundles are reserved again on other nodes. If no nodes can ever
 * hold the bundles, {@link #await} fails with {@link PlacementException}.
 */
public interface Reservation extends AutoCloseable {
    /** How bundles are placed. */
    enum Layout {
        /** The bundles are placed on few nodes. */
        PACK,
        /** Each bundle is placed on a different node. */
        SPREAD
    }

    /**
     * Waits until all bundles are reserved.
     *
     * @return false if the timeout ends first
     * @throws PlacementException if no nodes can ever hold them
     */
    boolean await(Duration timeout);

    /** The uids of the nodes of the bundles, in the order of the bundles; empty while they are not reserved. */
    List<String> nodes();

    /** The id of this reservation, as {@code mosaic status} shows it. */
    String uid();

    @Override
    void close();
}
