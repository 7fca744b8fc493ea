package dev.mosaic.monitor;

import dev.mosaic.message.Member;

/** A node with what it offers. <b>Threading:</b> the monitor's loop. */
final class Stock {
    final Member node;
    final Room room;

    /** Counts nodes as they come. */
    final long arrival;

    Stock(Member node, long arrival) {
        this.node = node;
        this.room = new Room(node.offersWithGpus());
        this.arrival = arrival;
    }
}
