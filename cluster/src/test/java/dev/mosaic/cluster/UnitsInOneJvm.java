package dev.mosaic.cluster;

import dev.mosaic.S3Options;
import dev.mosaic.head.MonitorShell;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.socket.SocketMesh;
import dev.mosaic.message.Member;
import dev.mosaic.monitor.MonitorSettings;
import dev.mosaic.placement.LeastBusy;
import dev.mosaic.store.StoreOptions;
import dev.mosaic.store.StoreShell;
import dev.mosaic.testing.FreePorts;
import dev.mosaic.unit.CurrentUnit;
import dev.mosaic.unit.kernel.KernelSettings;
import dev.mosaic.unit.objects.ObjectSettings;
import dev.mosaic.unit.shell.MeshOpener;
import dev.mosaic.unit.shell.ShellEvents;
import dev.mosaic.unit.shell.ShellOptions;
import dev.mosaic.unit.shell.UnitShell;
import dev.mosaic.warehouse.s3.S3Bucket;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Units that a test puts together one by one, in one JVM with TCP between them, around a monitor. They end in the opposite order. */
public final class UnitsInOneJvm implements AutoCloseable {
    private static final String CLUSTER = "tcp://monitor:7600";

    private final MeshOpener opener;
    private final Path folder;
    private final Map<String, Endpoint> endpoints = new HashMap<>();
    private final Deque<Runnable> ends = new ArrayDeque<>();

    /**
     * A monitor, so far.
     *
     * @param folder for the files of stores
     */
    public UnitsInOneJvm(Path folder) {
        this(SocketMesh::open, folder);
    }

    /** The same, with meshes that are opened so. */
    public UnitsInOneJvm(MeshOpener opener, Path folder) {
        this.opener = opener;
        this.folder = folder;
        MonitorShell monitor =
                MonitorShell.open(endpoint(Member.MONITOR), "", MonitorSettings.DEFAULT, new LeastBusy(), opener);
        ends.push(monitor::close);
    }

    public StoreShell store(String uid, String node, ObjectSettings settings) {
        StoreShell store = StoreShell.open(
                new StoreOptions(
                        uid,
                        0x100 + uid.hashCode(),
                        node,
                        List.of(endpoint(uid)),
                        endpoint(Member.MONITOR),
                        "",
                        settings,
                        folder),
                opener);
        ends.push(store::close);
        return store;
    }

    /** A store that keeps what it has for the next of that uid. Whoever opens it closes it. */
    public StoreShell returning(
            String uid, String node, ObjectSettings settings, Optional<S3Options> s3, long instance) {
        return returning(uid, node, settings, s3, instance, CLUSTER);
    }

    /** The same, of a cluster that others know by that name. */
    public StoreShell returning(
            String uid, String node, ObjectSettings settings, Optional<S3Options> s3, long instance, String cluster) {
        return StoreShell.open(
                new StoreOptions(
                                uid,
                                instance,
                                node,
                                List.of(endpoint(uid)),
                                endpoint(Member.MONITOR),
                                "",
                                settings,
                                folder)
                        .withS3(s3)
                        .ofCluster(cluster)
                        .thatReturns(),
                opener,
                S3Bucket::new);
    }

    /** A head, or a worker that runs one call at once. */
    public UnitShell unit(Member.Kind kind, String uid, String node, long sharedBytes) {
        UnitShell shell = UnitShell.open(
                new ShellOptions(
                        kind,
                        uid,
                        0,
                        node,
                        List.of(endpoint(uid)),
                        endpoint(Member.MONITOR),
                        "",
                        kind == Member.Kind.WORKER ? 1 : 0,
                        UnitsInOneJvm.class.getClassLoader(),
                        KernelSettings.DEFAULT,
                        sharedBytes,
                        0,
                        false,
                        List.of(),
                        ShellEvents.NONE),
                opener);
        ends.push(shell::close);
        return shell;
    }

    /** Makes it the unit of the process. */
    public void install(UnitShell head) {
        CurrentUnit.install(head);
        ends.push(() -> CurrentUnit.remove(head));
    }

    private Endpoint endpoint(String uid) {
        return endpoints.computeIfAbsent(uid, _ -> new Endpoint.Tcp("127.0.0.1", FreePorts.next(1)));
    }

    @Override
    public void close() {
        ends.forEach(Runnable::run);
    }
}
