package dev.mosaic.monitor;

import dev.mosaic.message.Claim;
import dev.mosaic.message.Resources;
import java.util.List;

/**
 * What is known of what there is and of what may come. Until it is, nothing is refused for ever.
 *
 * <pre>
 *   new monitor ──► gathered: units have said what is in use ──► told: which nodes may be added is known ──► sure
 * </pre>
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> O(kinds of nodes) for a claim.
 */
final class Outlook {
    private final MonitorSettings settings;
    private final Stocks stocks;
    private final Reservations reservations;
    private final long startNanos;
    private boolean isGathered;

    /** Which nodes may be added is known, or nobody is to say. */
    private boolean isTold;

    /** Somebody has said which nodes may be added. */
    private boolean isAnnounced;

    Outlook(long now, MonitorSettings settings, Stocks stocks, Reservations reservations) {
        this.startNanos = now;
        this.settings = settings;
        this.stocks = stocks;
        this.reservations = reservations;
        this.isGathered = settings.gatherNanos() == 0;
        this.isTold = settings.announceNanos() == 0;
    }

    /** True where units have had the time to say what is in use. */
    boolean isGathered() {
        return isGathered;
    }

    /** True where it is known what there is and what may come. */
    boolean isSure() {
        return isGathered && isTold;
    }

    /** True where nothing is there, and nobody has said what may come. */
    boolean isOpen() {
        return stocks.isEmpty() && (!isAnnounced || stocks.isUnknown());
    }

    /** True at the moment when units have had their time. */
    boolean gathers(long now) {
        if (isGathered || now - startNanos < settings.gatherNanos()) {
            return false;
        }
        isGathered = true;
        return true;
    }

    /** True at the moment when nobody is waited for any more to say which nodes may be added. */
    boolean givesUpWaiting(long now) {
        return !isTold && now - startNanos >= settings.announceNanos() && told();
    }

    /** The kinds of nodes that may be added. True where that was still to be heard. */
    boolean announce(List<Resources> kinds) {
        stocks.announce(kinds);
        isAnnounced = true;
        return told();
    }

    private boolean told() {
        boolean isNew = !isTold;
        isTold = true;
        return isNew;
    }

    /** Why that can never be; empty where it can, or where that is not known yet. */
    String never(Claim claim) {
        if (!claim.isCounted() || !isSure()) {
            return "";
        }
        if (claim.isReserved()) {
            Resources bundle = reservations.bundle(claim);
            if (bundle == null) {
                return "its reservation is not there, or was closed";
            }
            return claim.needs().fits(bundle)
                    ? ""
                    : "needs=" + claim.needs() + " is more than its bundle has: " + bundle;
        }
        return isOpen() || stocks.isPossible(claim.needs())
                ? ""
                : "needs=" + claim.needs() + " is more than any node has: " + stocks.largest(claim.needs());
    }
}
