package dev.mosaic;

import java.util.List;

/**
 * A machine of the cluster, as it was when it was asked for.
 *
 * @param uid its name, such as {@code node:0}
 * @param workers the uids of its workers, of all programs
 * @param offered what it has for tesserae and tasks
 * @param used how much of that is taken
 */
public record NodeInfo(String uid, List<String> workers, Bundle offered, Bundle used) {
    public NodeInfo {
        workers = List.copyOf(workers);
    }
}
