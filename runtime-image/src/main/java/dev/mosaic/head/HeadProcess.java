package dev.mosaic.head;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.monitor.MonitorSettings;
import dev.mosaic.monitor.MonitorShell;
import dev.mosaic.placement.LeastBusy;
import dev.mosaic.process.Access;
import dev.mosaic.warehouse.WarehouseProcess;
import org.jspecify.annotations.Nullable;

/**
 * Monitor and warehouse in one process.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a mesh for each. <b>Failure:</b> {@link dev.mosaic.mesh.MeshException} where the address
 * cannot be listened at. Where the process dies calls go on, and the next one at that address learns from the units what there is.
 */
public final class HeadProcess implements AutoCloseable {
    private final MonitorShell monitor;
    private final @Nullable WarehouseProcess warehouse;

    private HeadProcess(MonitorShell monitor, @Nullable WarehouseProcess warehouse) {
        this.monitor = monitor;
        this.warehouse = warehouse;
    }

    /** Listens. */
    public static HeadProcess start(HeadSettings settings, Access access) {
        MonitorShell monitor = MonitorShell.open(
                settings.listen(), access.token(), MonitorSettings.DEFAULT, new LeastBusy(), access.opener());
        try {
            WarehouseProcess warehouse = settings.warehouse()
                    .map(figures -> WarehouseProcess.start(figures, dialled(monitor.endpoint()), access))
                    .orElse(null);
            return new HeadProcess(monitor, warehouse);
        } catch (RuntimeException e) {
            monitor.close();
            throw e;
        }
    }

    /** Where this process finds its own monitor: an address for all is none to dial. */
    private static Endpoint.Tcp dialled(Endpoint listening) {
        Endpoint.Tcp tcp = (Endpoint.Tcp) listening;
        boolean isAny = tcp.host().equals("0.0.0.0") || tcp.host().equals("::");
        return isAny ? new Endpoint.Tcp("127.0.0.1", tcp.port()) : tcp;
    }

    /** Where nodes and programs come to. */
    public Endpoint endpoint() {
        return monitor.endpoint();
    }

    @Override
    public void close() {
        if (warehouse != null) {
            warehouse.close();
        }
        monitor.close();
    }
}
