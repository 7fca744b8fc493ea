package dev.mosaic.journey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.memory.MemoryNetwork;
import dev.mosaic.message.Member;
import dev.mosaic.monitor.MonitorSettings;
import dev.mosaic.monitor.MonitorShell;
import dev.mosaic.placement.LeastBusy;
import dev.mosaic.unit.CurrentUnit;
import dev.mosaic.unit.kernel.KernelSettings;
import dev.mosaic.unit.objects.ObjectSettings;
import dev.mosaic.unit.shell.ShellEvents;
import dev.mosaic.unit.shell.ShellOptions;
import dev.mosaic.unit.shell.UnitShell;
import dev.mosaic.warehouse.StoreOptions;
import dev.mosaic.warehouse.StoreShell;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The units of {@code Mosaic.start(2)} in one JVM, without a node, over a mesh in memory that is recorded. Large values lie in shared
 * memory, as between processes.
 */
final class JourneyCluster implements AutoCloseable {
    private static final int WORKERS = 2;
    private static final long SHARED_BYTES = 64 << 20;
    private static final String NODE = "node:0";

    private final Recorder recorder = new Recorder(MemoryNetwork.direct()::join);
    private final Deque<Runnable> ends = new ArrayDeque<>();

    JourneyCluster(Path folder) {
        MonitorShell monitor = MonitorShell.open(monitor(), "", MonitorSettings.DEFAULT, new LeastBusy(), recorder);
        ends.push(monitor::close);
        StoreShell warehouse = StoreShell.open(
                new StoreOptions(
                        "warehouse:0",
                        7,
                        NODE,
                        new Endpoint.InProcess("warehouse"),
                        monitor(),
                        "",
                        ObjectSettings.DEFAULT.withMemoryBytes(SHARED_BYTES),
                        folder),
                recorder);
        ends.push(warehouse::close);
        UnitShell head = open(Member.Kind.HEAD, "head:0");
        for (int worker = 0; worker < WORKERS; worker++) {
            open(Member.Kind.WORKER, "worker:0:" + worker);
            assertThat(head.awaitWorkers(worker + 1, Duration.ofSeconds(20)))
                    .isTrue(); // the order decides who gets what
        }
        CurrentUnit.install(head);
        ends.push(() -> CurrentUnit.remove(head));
    }

    private UnitShell open(Member.Kind kind, String uid) {
        UnitShell shell = UnitShell.open(
                new ShellOptions(
                        kind,
                        uid,
                        0,
                        NODE,
                        new Endpoint.InProcess(uid.replace(':', '-')),
                        MonitorShell.UID,
                        monitor(),
                        "",
                        kind == Member.Kind.WORKER ? 1 : 0,
                        JourneyCluster.class.getClassLoader(),
                        KernelSettings.DEFAULT,
                        SHARED_BYTES,
                        ShellEvents.NONE),
                recorder);
        ends.push(shell::close);
        return shell;
    }

    private static Endpoint monitor() {
        return new Endpoint.InProcess("monitor");
    }

    Mosaic mosaic() {
        return Mosaic.current();
    }

    Recorder recorder() {
        return recorder;
    }

    @Override
    public void close() {
        ends.forEach(Runnable::run);
    }
}
