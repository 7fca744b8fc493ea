package dev.mosaic.monitor;

import dev.mosaic.message.Claim;
import dev.mosaic.message.Id;
import dev.mosaic.message.Resources;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A worker with devices of its own, which is there or was asked for: who lives in it, or is to.
 *
 * <p><b>Threading:</b> the monitor's loop.
 */
final class Berth {
    final Stock stock;
    final long program;
    final int devices;

    /** Names it to its node while it is being started. */
    final long ticket;

    /** Whose devices they are: the node's, or those of a reservation there. */
    Room room;

    /** The worker; 0 while it is being started. */
    long instance;

    /** Since when nobody is in it. */
    long idleNanos;

    /** Its worker is to end. */
    boolean isClosed;

    private long used;
    private final Map<Id, Claim> claims = new LinkedHashMap<>();

    Berth(Stock stock, Room room, long program, int devices, long ticket) {
        this.stock = stock;
        this.room = room;
        this.program = program;
        this.devices = devices;
        this.ticket = ticket;
    }

    boolean isIdle() {
        return claims.isEmpty();
    }

    /** True where there is place for that much of devices: whole ones for one alone, parts of one for several. */
    boolean fits(Resources needs) {
        if (Stocks.devices(needs) != devices) {
            return false;
        }
        return needs.gpus() < Resources.ONE ? used + needs.gpus() <= Resources.ONE : claims.isEmpty();
    }

    /** Somebody who was there before is counted now, too: not all who are to come have place. */
    boolean isTooFull() {
        return devices == 1 ? used > Resources.ONE : claims.size() > 1;
    }

    boolean isOpen() {
        return !isClosed && (claims.isEmpty() || (devices == 1 && used < Resources.ONE));
    }

    void take(Id who, Claim claim) {
        if (claims.put(who, claim) == null) {
            used += claim.needs().gpus();
        }
    }

    void give(long now, Id who) {
        Claim claim = claims.remove(who);
        if (claim != null) {
            used -= claim.needs().gpus();
            idleNanos = now;
        }
    }

    Map<Id, Claim> claims() {
        return claims;
    }
}
