package dev.mosaic.cli;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.process.Access;
import dev.mosaic.process.Reach;
import dev.mosaic.warehouse.WarehouseProcess;
import dev.mosaic.warehouse.WarehouseSettings;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code mosaic warehouse}: the home of all entries, in a process of its own. */
@Command(
        name = "warehouse",
        description = "Runs the warehouse of a cluster whose head has none, until it is ended.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class WarehouseCommand implements Callable<Integer> {
    @Option(
            names = "--join",
            paramLabel = "ADDRESS",
            converter = Address.class,
            required = true,
            description = "Where the monitor listens, or will.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Endpoint.Tcp join;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description =
                    "The address at which others reach this machine; that from which it reaches the monitor unless said.")
    private @Nullable String host;

    @Mixin
    private KeysOption keys = new KeysOption();

    @Mixin
    private StoreOption store = new StoreOption();

    WarehouseCommand() {}

    @Override
    public Integer call() {
        Access access = keys.access();
        String own = host == null ? Reach.addressTowards(join) : host;
        WarehouseProcess warehouse = WarehouseProcess.start(
                new WarehouseSettings(
                        0,
                        own,
                        store.memoryOrQuarter(),
                        store.disk(),
                        store.folderOrTemporary(),
                        StoreOption.bucket(),
                        store.returns()),
                join,
                access);
        System.out.println("WAREHOUSE:0 at " + own + " joins " + join);
        Termination.await(warehouse);
        return 0;
    }
}
