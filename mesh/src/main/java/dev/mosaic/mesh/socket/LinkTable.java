package dev.mosaic.mesh.socket;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * All open connections, by the driver that carries them.
 *
 * <p><b>Threading:</b> any thread; the links themselves are only told something by the caller's thread, which must be that
 * of their driver. <b>Cost:</b> a copy of the set for each tick.
 */
final class LinkTable {
    private final int most;
    private final Set<Link> control = new LinkedHashSet<>();
    private final Set<Link> bulk = new LinkedHashSet<>();

    LinkTable(int most) {
        this.most = most;
    }

    /** True where one more may be opened. */
    synchronized boolean hasRoom() {
        return control.size() + bulk.size() < most;
    }

    synchronized void add(Link link) {
        control.add(link);
    }

    /** It goes over to the bulk driver. */
    synchronized void move(Link link) {
        control.remove(link);
        bulk.add(link);
    }

    synchronized void remove(Link link) {
        if (!control.remove(link)) {
            bulk.remove(link);
        }
    }

    synchronized boolean isEmpty(LaneKind kind) {
        return of(kind).isEmpty();
    }

    void tick(LaneKind kind, long nowNanos) {
        for (Link link : copy(kind)) {
            link.tick(nowNanos);
        }
    }

    void endAll(LaneKind kind) {
        for (Link link : copy(kind)) {
            link.end("closed", Link.Ending.BREAK);
        }
    }

    private synchronized Iterable<Link> copy(LaneKind kind) {
        Set<Link> links = of(kind);
        return links.isEmpty() ? Set.of() : new ArrayList<>(links);
    }

    private Set<Link> of(LaneKind kind) {
        return kind == LaneKind.BULK ? bulk : control;
    }
}
