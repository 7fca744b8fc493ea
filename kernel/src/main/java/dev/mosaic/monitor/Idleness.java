package dev.mosaic.monitor;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * When each node, and the cluster, was last used.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> one entry for each node that is there; O(1) for each use, O(nodes that were used) at
 * the end of an event.
 */
final class Idleness {
    private final Roster roster;
    private final Map<String, Long> used = new HashMap<>();
    private final Set<String> touched = new HashSet<>();
    private boolean isClusterTouched;
    private long clusterNanos;

    Idleness(long now, Roster roster) {
        this.roster = roster;
        clusterNanos = now;
    }

    /** Something came to that node, or went, in this event. */
    void touched(String node) {
        touched.add(node);
        isClusterTouched = true;
    }

    /** Something came to the cluster, or went, in this event. */
    void touched() {
        isClusterTouched = true;
    }

    /** A node is there, and nothing uses it yet. */
    void came(String node) {
        if (!used.containsKey(node)) {
            touched.add(node);
        }
    }

    /** The event is over. What a node loses as it is lost itself is no use of the node that gets its name. */
    void passed(long now) {
        if (isClusterTouched) {
            clusterNanos = now;
            isClusterTouched = false;
        }
        if (!touched.isEmpty()) {
            for (String node : touched) {
                if (roster.get(node) != null) {
                    used.put(node, now);
                }
            }
            touched.clear();
        }
    }

    /** It is no node any more. */
    void lost(String node) {
        used.remove(node);
        touched.remove(node);
    }

    long ofNode(String node) {
        return used.getOrDefault(node, clusterNanos);
    }

    long ofCluster() {
        return clusterNanos;
    }
}
