package dev.mosaic.monitor;

import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;

/** A node with what it offers. <b>Threading:</b> the monitor's loop. */
final class Stock {
    final Member node;
    final Room room;

    /** Counts nodes as they come. */
    final long arrival;

    Stock(Member node, long arrival) {
        this.node = node;
        this.room = new Room(offer(node));
        this.arrival = arrival;
    }

    static Resources offer(Member node) {
        return node.offers().withGpus(node.gpus().size() * Resources.ONE);
    }
}
