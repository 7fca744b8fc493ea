package dev.mosaic.cli;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.process.Access;
import dev.mosaic.process.Reach;
import dev.mosaic.warehouse.WarehouseProcess;
import dev.mosaic.warehouse.WarehouseSettings;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code mosaic warehouse}: the home of all entries, in a process of its own. */
@Command(
        name = "warehouse",
        description =
                "Runs the warehouse of a cluster whose head runs with --no-warehouse, until you stop the command.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class WarehouseCommand implements Callable<Integer> {
    @Mixin
    private JoinOption join = new JoinOption();

    @Mixin
    private KeysOption keys = new KeysOption();

    @Mixin
    private HealthOption health = new HealthOption();

    @Mixin
    private StoreOption store = new StoreOption();

    /** Tesserae that move wait for a worker process to start, and for no node that is yet to come. */
    private static final Duration WHILE_MOVING = Duration.ofSeconds(20);

    WarehouseCommand() {}

    @Override
    public Integer call() {
        health.open(keys.folder().isPresent());
        Access access = keys.access();
        Endpoint.Tcp monitor = join.monitor();
        String own = join.host().orElseGet(() -> Reach.addressTowards(monitor));
        WarehouseProcess warehouse = WarehouseProcess.start(
                new WarehouseSettings(
                        0,
                        own,
                        store.memoryOrQuarter(),
                        store.disk(),
                        store.folderOrTemporary(),
                        StoreOption.bucket(),
                        StoreOption.site(),
                        store.returns()),
                monitor,
                access);
        health.is(warehouse);
        System.out.println("WAREHOUSE:0 at " + own + " joins " + monitor);
        Termination.await(
                () -> {
                    warehouse.awaitMoved(WHILE_MOVING);
                    warehouse.close();
                },
                warehouse.excluded());
        return 0;
    }
}
