package dev.mosaic;

import java.time.Duration;
import java.util.List;

/**
 * Room that is kept on nodes for this program: all of its bundles, or none. {@code TesseraOptions.in(reservation, i)} uses a bundle; closing
 * it, or the end of the program, gives all back, whatever lives there.
 *
 * <p><b>Threading:</b> any thread. <b>Failure:</b> where a node is lost, its bundles are reserved again elsewhere; what no nodes can ever
 * hold fails {@link #await} with {@link PlacementException}.
 */
public interface Reservation extends AutoCloseable {
    /** How the bundles lie. */
    enum Layout {
        /** On few nodes. */
        PACK,
        /** Each on a node of its own. */
        SPREAD
    }

    /**
     * Waits until all bundles are held.
     *
     * @return false where the time is over before
     * @throws PlacementException where that can never be
     */
    boolean await(Duration timeout);

    /** The uids of the nodes that hold the bundles now, in their order; empty while they are not held. */
    List<String> nodes();

    /** Names it in {@code mosaic status}. */
    String uid();

    @Override
    void close();
}
