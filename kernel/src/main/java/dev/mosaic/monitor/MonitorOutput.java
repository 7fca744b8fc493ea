package dev.mosaic.monitor;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;

/** What the shell does for the monitor's machine. It must not call the machine back from inside. */
public interface MonitorOutput {
    /** Sends to a unit whose link is up. Monitors never dial: units come to them. */
    void send(long unit, ClusterMessage message);

    /** For a log line. */
    void joined(Member member);

    /**
     * For a log line.
     *
     * @param orderly true where it said so itself, or its program has ended
     */
    void lost(Member member, String reason, boolean orderly);
}
