package dev.mosaic.monitor;

import dev.mosaic.message.Id;
import dev.mosaic.placement.Placement;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is known of workers, of room and of those who want it: the parts that {@link Places}, {@link Search} and {@link Demand} share.
 *
 * <p><b>Threading:</b> the monitor's loop.
 *
 * @param boarding those whose worker is being started, with the devices they get
 */
record Parts(
        Roster roster,
        MonitorSettings settings,
        Placement placement,
        MonitorOutput out,
        Ranks ranks,
        Staffing staffing,
        Stocks stocks,
        Berths berths,
        Reservations reservations,
        Leases leases,
        Reasons reasons,
        Queue queue,
        Map<Id, Waiting> boarding,
        Addresses addresses,
        Names names,
        Outlook outlook) {
    static Parts of(
            long now,
            long epoch,
            Roster roster,
            MonitorSettings settings,
            Placement placement,
            Idleness idleness,
            MonitorOutput out) {
        Ranks ranks = new Ranks();
        Staffing staffing = new Staffing(roster, ranks, out);
        Stocks stocks = new Stocks(settings.announced());
        Reservations reservations = new Reservations(stocks, out);
        Map<Id, Waiting> boarding = new LinkedHashMap<>();
        Addresses addresses = new Addresses(roster, ranks, idleness);
        return new Parts(
                roster,
                settings,
                placement,
                out,
                ranks,
                staffing,
                stocks,
                new Berths(roster, stocks, epoch, out),
                reservations,
                new Leases(roster, ranks, staffing, placement, out),
                new Reasons(stocks, tessera -> className(tessera, addresses, boarding)),
                new Queue(),
                boarding,
                addresses,
                new Names(),
                new Outlook(now, settings, stocks, reservations));
    }

    private static String className(Id tessera, Addresses addresses, Map<Id, Waiting> boarding) {
        Addresses.Place place = addresses.get(tessera);
        Waiting waits = place == null ? boarding.get(tessera) : null;
        return place != null
                ? place.className()
                : waits == null ? "" : waits.question().className();
    }
}
