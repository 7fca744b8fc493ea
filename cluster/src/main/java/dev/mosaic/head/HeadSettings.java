package dev.mosaic.head;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;
import dev.mosaic.monitor.MonitorSettings;
import dev.mosaic.warehouse.WarehouseSettings;
import java.util.List;
import java.util.Optional;

/**
 * What a head is asked for.
 *
 * @param listen where the monitor listens
 * @param host the address at which other machines reach this one
 * @param gateway where programs outside are let in; empty for none
 * @param http where the {@link dev.mosaic.http.HttpApi} listens; empty for none
 * @param placement name of the strategy, or of a class of one
 * @param announced the kinds of nodes that may still be added
 * @param elastic somebody adds nodes as they are needed, and says by the API which there may be
 * @param showsInputs who looks at tasks sees what they were called with
 * @param warehouse empty where it has a process of its own
 */
public record HeadSettings(
        Endpoint.Tcp listen,
        String host,
        Optional<Endpoint.Tcp> gateway,
        Optional<Endpoint.Tcp> http,
        Optional<WarehouseSettings> warehouse,
        String placement,
        List<Resources> announced,
        boolean elastic,
        boolean showsInputs) {
    public HeadSettings {
        announced = List.copyOf(announced);
    }

    MonitorSettings monitor() {
        MonitorSettings monitor = MonitorSettings.DEFAULT.announcing(announced).beside(this::isInside);
        return elastic ? monitor.elastic() : monitor;
    }

    /** In the process of the monitor. */
    private boolean isInside(Member unit) {
        return unit.kind() == Member.Kind.GATEWAY
                || warehouse
                        .filter(each -> unit.uid().equals("warehouse:" + each.number()))
                        .isPresent();
    }
}
