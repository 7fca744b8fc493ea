package dev.mosaic.head;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.warehouse.WarehouseSettings;
import java.util.Optional;

/**
 * What a head is asked for.
 *
 * @param listen where the monitor listens
 * @param warehouse empty where it has a process of its own
 */
public record HeadSettings(Endpoint.Tcp listen, Optional<WarehouseSettings> warehouse) {}
