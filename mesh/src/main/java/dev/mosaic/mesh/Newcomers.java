package dev.mosaic.mesh;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Connections that have not shown yet who they are: so many at most, and half of them from one address, so that a flood of them does not
 * keep out who shows it at once. For one too many the oldest has to go.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> constant time.
 *
 * @param <C> a connection, compared by identity or as its class says
 */
public final class Newcomers<C> {
    private final int most;
    private final int mostOfOne;
    private final Map<C, String> all = new LinkedHashMap<>();
    private final Map<String, Set<C>> byAddress = new HashMap<>();

    /** @param most in all, at least 2 */
    public Newcomers(int most) {
        this.most = most;
        this.mostOfOne = most / 2;
    }

    /** Takes one in; who has to go for it is told, and counts no more. */
    public synchronized Optional<C> add(C connection, String address) {
        Set<C> neighbours = byAddress.getOrDefault(address, Set.of());
        Optional<C> gone = Optional.empty();
        if (neighbours.size() >= mostOfOne) {
            gone = Optional.of(neighbours.iterator().next());
        } else if (all.size() >= most) {
            gone = Optional.of(all.keySet().iterator().next());
        }
        gone.ifPresent(this::remove);
        all.put(connection, address);
        byAddress.computeIfAbsent(address, none -> new LinkedHashSet<>()).add(connection);
        return gone;
    }

    /** It has shown who it is, or ended. */
    public synchronized void remove(C connection) {
        String address = all.remove(connection);
        if (address != null) {
            byAddress.computeIfPresent(address, (same, neighbours) -> {
                neighbours.remove(connection);
                return neighbours.isEmpty() ? null : neighbours;
            });
        }
    }

    /** Lets go of the one that has waited longest; empty where there is none. */
    public synchronized Optional<C> removeOldest() {
        Optional<C> oldest = all.keySet().stream().findFirst();
        oldest.ifPresent(this::remove);
        return oldest;
    }

    /** How many there are. */
    public synchronized int size() {
        return all.size();
    }
}
