package dev.mosaic;

import java.util.List;

/**
 * The resources and workers of a node of the cluster, at one moment.
 *
 * @param uid its id, such as {@code node:0}
 * @param workers the uids of its workers, of all programs
 * @param offered its resources for tesserae and tasks
 * @param used the resources in use
 */
public record NodeInfo(String uid, List<String> workers, Bundle offered, Bundle used) {
    public NodeInfo {
        workers = List.copyOf(workers);
    }
}
