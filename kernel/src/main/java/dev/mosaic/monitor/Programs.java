package dev.mosaic.monitor;

import dev.mosaic.message.Member;

/** Which program a unit belongs to: heads to their own, workers to the one that they were started for. */
final class Programs {
    private Programs() {}

    /** The instance of its head; 0 where it belongs to none. */
    static long of(Member unit) {
        return unit.kind() == Member.Kind.PROGRAM ? unit.instance() : unit.program();
    }
}
