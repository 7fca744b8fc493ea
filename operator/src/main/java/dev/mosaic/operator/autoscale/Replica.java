package dev.mosaic.operator.autoscale;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * One replica of a group: a host, or several that come and go together.
 *
 * @param name among those of its group
 * @param since when it was asked for
 * @param isBusy whether any of its hosts is
 * @param idle for how long none of its hosts was
 * @param rooms what each of its hosts has left; of one that has not joined, what it will offer
 */
public record Replica(String name, Stage stage, Instant since, boolean isBusy, Duration idle, List<Needs> rooms) {
    public Replica {
        rooms = List.copyOf(rooms);
    }

    /** How far it is. */
    public enum Stage {
        /** Not all of its hosts have joined. */
        COMING,
        JOINED,
        /** It takes nothing more. */
        LEAVING
    }
}
