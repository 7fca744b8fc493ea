package dev.mosaic;

import java.time.Duration;
import java.util.List;

/**
 * Reserved resources on nodes for this program: all of its bundles, or none; in Ray a placement group. {@code TesseraOptions.in(reservation,
 * i)} uses a bundle. {@link #close}, or the end of the program, releases all bundles, also if tesserae use them.
 *
 * <p><b>Threading:</b> any thread. <b>Failure:</b> if a node is lost, its bundles are reserved again on other nodes. If no nodes can ever
 * hold the bundles, {@link #await} fails with {@link PlacementException}.
 */
public interface Reservation extends AutoCloseable {
    /** How bundles are placed. */
    enum Layout {
        /** On few nodes. */
        PACK,
        /** Each on another node. */
        SPREAD
    }

    /**
     * Waits until all bundles are reserved.
     *
     * @return false if the time is over before
     * @throws PlacementException if no nodes can ever hold them
     */
    boolean await(Duration timeout);

    /** The uids of the nodes of the bundles, in the order of the bundles; empty while they are not reserved. */
    List<String> nodes();

    /** Its id in {@code mosaic status}. */
    String uid();

    @Override
    void close();
}
