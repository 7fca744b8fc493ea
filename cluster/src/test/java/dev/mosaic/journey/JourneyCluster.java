package dev.mosaic.journey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.cluster.UnitsInOneJvm;
import dev.mosaic.mesh.socket.SocketMesh;
import dev.mosaic.message.Member;
import dev.mosaic.unit.objects.ObjectSettings;
import dev.mosaic.unit.shell.UnitShell;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The units of {@code Mosaic.start(2)} in one JVM, without a node, over a mesh that is recorded. Large values lie in shared memory, as
 * between processes.
 */
final class JourneyCluster implements AutoCloseable {
    private static final int WORKERS = 2;
    private static final long SHARED_BYTES = 64 << 20;
    private static final String NODE = "node:0";

    private final Recorder recorder = new Recorder(SocketMesh::open);
    private final UnitsInOneJvm units;

    JourneyCluster(Path folder) {
        units = new UnitsInOneJvm(recorder, folder);
        units.store("warehouse:0", NODE, ObjectSettings.DEFAULT.withMemoryBytes(SHARED_BYTES));
        UnitShell head = units.unit(Member.Kind.PROGRAM, "head:0", NODE, SHARED_BYTES);
        for (int worker = 0; worker < WORKERS; worker++) {
            units.unit(Member.Kind.WORKER, "worker:0:" + worker, NODE, SHARED_BYTES);
            assertThat(head.awaitWorkers(worker + 1, Duration.ofSeconds(20)))
                    .isTrue(); // the order decides who gets what
        }
        units.install(head);
    }

    Mosaic mosaic() {
        return Mosaic.current();
    }

    Recorder recorder() {
        return recorder;
    }

    @Override
    public void close() {
        units.close();
    }
}
