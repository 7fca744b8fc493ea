package dev.mosaic.unit;

import dev.mosaic.CallContext;
import dev.mosaic.NodeInfo;
import dev.mosaic.Worker;
import java.util.List;
import java.util.Optional;

/** What a process sees around it. <b>Threading:</b> any thread. */
public interface Introspection {
    /** The worker this unit is; empty in a head. */
    Optional<Worker> worker();

    /** The call that the calling thread runs; empty where it runs none. */
    Optional<CallContext> call();

    /** The uids of the workers that are there now. */
    List<String> workers();

    /** How many workers of a processor each the program can have: those that are there, or what the nodes offer. 1 or more. */
    int capacity();

    /**
     * The nodes that are there now.
     *
     * @throws dev.mosaic.TimedOutException where no monitor answers
     */
    List<NodeInfo> nodes();
}
