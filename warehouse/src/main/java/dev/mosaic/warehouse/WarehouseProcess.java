package dev.mosaic.warehouse;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.process.Access;
import dev.mosaic.service.Health;
import dev.mosaic.store.StoreOptions;
import dev.mosaic.store.StoreShell;
import dev.mosaic.unit.objects.ObjectSettings;
import dev.mosaic.warehouse.s3.S3Bucket;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The warehouse in a process of a cluster: the home of all entries.
 *
 * <p><b>Threading:</b> any thread. <b>Failure:</b> {@link dev.mosaic.mesh.MeshException} where it cannot listen.
 */
public final class WarehouseProcess implements Health, AutoCloseable {
    private final StoreShell store;

    private WarehouseProcess(StoreShell store) {
        this.store = store;
    }

    /** Listens, and joins at that monitor, which may come later. */
    public static WarehouseProcess start(WarehouseSettings settings, Endpoint.Tcp monitor, Access access) {
        return start(settings, monitor, monitor, access);
    }

    /**
     * The same in the process of the monitor.
     *
     * @param known where others find the monitor
     */
    public static WarehouseProcess start(
            WarehouseSettings settings, Endpoint.Tcp monitor, Endpoint.Tcp known, Access access) {
        StoreOptions options = new StoreOptions(
                        "warehouse:" + settings.number(),
                        new SecureRandom().nextLong() | 1,
                        "",
                        List.of(new Endpoint.Tcp(settings.host(), 0)),
                        monitor,
                        access.token(),
                        ObjectSettings.DEFAULT
                                .withMemoryBytes(settings.memoryBytes())
                                .withDiskBytes(settings.diskBytes()),
                        settings.folder())
                .withS3(settings.s3())
                .at(settings.site())
                .ofCluster(known.toString());
        return new WarehouseProcess(
                StoreShell.open(settings.returns() ? options.thatReturns() : options, access.opener(), S3Bucket::new));
    }

    /** Where the monitor holds it for dead, it is of no use to anybody. */
    @Override
    public Optional<String> stuck() {
        return store.stuck();
    }

    /** Ends with the reason where it is of no use to anybody any more, and cannot be again. */
    public CompletableFuture<String> excluded() {
        return store.excluded();
    }

    @Override
    public Optional<String> unready() {
        return store.unready();
    }

    /**
     * Waits until no tessera is between two workers: its state may be here alone. At most for so long, and not at all where this warehouse is
     * {@link #excluded}.
     */
    public void awaitMoved(Duration patience) {
        if (!excluded().isDone()) {
            var _ = store.awaitHandedOver(patience);
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
