package dev.mosaic.monitor;

import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;
import java.util.List;
import java.util.function.Predicate;

/**
 * Figures of the monitor.
 *
 * @param silenceNanos a unit that said nothing for this long is dead, but for a worker whose node says that its process runs
 * @param leaseNanos a head that said nothing for this long is dead, and what is inside
 * @param settleNanos a new monitor says of a unit that nobody has told it of that it is dead, after this long
 * @param enrolNanos a new monitor gives numbers to nodes and programs after this long: the units of the one before come first
 * @param staffNanos while others are there, a tessera waits this long for a worker that is being started, and again after each that comes
 * @param gatherNanos a new monitor gives room, and says that none can be, after this long: it hears first what is in use, and what there is
 * @param lingerNanos a worker with devices that has nothing to do is ended after this long
 * @param announceNanos a new monitor says of nothing that it can never be, for this long, where it has not been told which nodes may be
 *     added: somebody is to tell it
 * @param announced the kinds of nodes that may still be added, each with what it would offer
 * @param inside the units of the monitor's own process. Their machine is not gone while the monitor runs: who is silent there is late
 */
public record MonitorSettings(
        long silenceNanos,
        long leaseNanos,
        long settleNanos,
        long enrolNanos,
        long staffNanos,
        long gatherNanos,
        long lingerNanos,
        long announceNanos,
        List<Resources> announced,
        Predicate<Member> inside) {
    /** 8 s, 10 min, 10 s, 3 s, 5 s, 3 s, 3 s. */
    public static final MonitorSettings DEFAULT =
            new MonitorSettings(8_000_000_000L, 600_000_000_000L, 10_000_000_000L, 3_000_000_000L, 5_000_000_000L);

    private static final long ELASTIC_SECONDS = 10;
    private static final long LINGER_NANOS = 3_000_000_000L;

    public MonitorSettings {
        announced = List.copyOf(announced);
    }

    /** It gathers as long as it gives no numbers; nothing is announced. */
    public MonitorSettings(long silenceNanos, long leaseNanos, long settleNanos, long enrolNanos, long staffNanos) {
        this(
                silenceNanos,
                leaseNanos,
                settleNanos,
                enrolNanos,
                staffNanos,
                enrolNanos,
                LINGER_NANOS,
                0,
                List.of(),
                member -> false);
    }

    /** For a cluster that begins and ends with its monitor: there is nothing to gather. */
    public MonitorSettings thatBegins() {
        return new MonitorSettings(
                silenceNanos,
                leaseNanos,
                settleNanos,
                enrolNanos,
                staffNanos,
                0,
                lingerNanos,
                announceNanos,
                announced,
                inside);
    }

    /** With kinds of nodes that may still be added. */
    public MonitorSettings announcing(List<Resources> groups) {
        return new MonitorSettings(
                silenceNanos,
                leaseNanos,
                settleNanos,
                enrolNanos,
                staffNanos,
                gatherNanos,
                lingerNanos,
                announceNanos,
                groups,
                inside);
    }

    /** For a cluster whose nodes come as they are needed: who adds them says within {@value #ELASTIC_SECONDS} s which there may be. */
    public MonitorSettings elastic() {
        return new MonitorSettings(
                silenceNanos,
                leaseNanos,
                settleNanos,
                enrolNanos,
                staffNanos,
                gatherNanos,
                lingerNanos,
                ELASTIC_SECONDS * 1_000_000_000L,
                announced,
                inside);
    }

    /** For a monitor in whose process there are other units, too. */
    public MonitorSettings beside(Predicate<Member> units) {
        return new MonitorSettings(
                silenceNanos,
                leaseNanos,
                settleNanos,
                enrolNanos,
                staffNanos,
                gatherNanos,
                lingerNanos,
                announceNanos,
                announced,
                units);
    }
}
