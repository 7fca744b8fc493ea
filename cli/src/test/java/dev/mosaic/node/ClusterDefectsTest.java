package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.ObjectLostException;
import dev.mosaic.PutOption;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.StartException;
import dev.mosaic.cli.Said;
import dev.mosaic.cluster.UnitsInOneJvm;
import dev.mosaic.mesh.Incoming;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.mesh.socket.SocketMesh;
import dev.mosaic.message.Member;
import dev.mosaic.store.StoreShell;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import dev.mosaic.unit.objects.ObjectSettings;
import dev.mosaic.unit.shell.MeshOpener;
import dev.mosaic.unit.shell.UnitShell;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import program.Ledger;

/** The defects of the original that take several machines to show, by their numbers. The others: {@link OriginalDefectsSuite}. */
class ClusterDefectsTest {
    private static final Duration LONG = Eventually.PATIENCE;
    private static final int COUNT = 1 << 19; // 4 MiB
    private static final int NODES = 8;

    @TempDir
    static Path kept;

    @RegisterExtension
    static final SharedMachines SHARED = new SharedMachines(ClusterDefectsTest::start);

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path folder;

    private static Machines start() throws IOException {
        Machines started = Machines.onLoopback()
                .node("one", 1)
                .head("--folder", kept.toString())
                .node("two", 1);
        started.awaitJoined("one");
        started.awaitJoined("two");
        return started;
    }

    /** Counts the bytes that each unit sent to others. */
    private record Scales(MeshOpener inner, Map<String, LongAdder> sent) implements MeshOpener {
        @Override
        public dev.mosaic.mesh.Mesh open(MeshOptions options, Receiver receiver) {
            return inner.open(options, new Receiver() {
                @Override
                public void received(Peer from, Incoming message) {
                    LongAdder adder = sent.computeIfAbsent(from.identity().uid(), any -> new LongAdder());
                    IntStream.range(0, message.parts()).forEach(part -> adder.add(message.sizeBytes(part)));
                    receiver.received(from, message);
                }

                @Override
                public void connected(Peer peer) {
                    receiver.connected(peer);
                }

                @Override
                public void disconnected(Peer peer, String reason) {
                    receiver.disconnected(peer, reason);
                }

                @Override
                public void writable(Peer peer) {
                    receiver.writable(peer);
                }
            });
        }
    }

    private static StoreShell store(UnitsInOneJvm units, String uid, String node) {
        return units.store(
                uid, node, ObjectSettings.DEFAULT.withMemoryBytes(16 << 20).withDiskBytes(0));
    }

    /** A drop reaches one copy of a published entry; and (13) who publishes sends it to every node itself. */
    @Test
    void defect07and13_publishingGoesAlongATreeAndDropEndsEveryCopy() {
        Scales scales = new Scales(SocketMesh::open, new ConcurrentHashMap<>());
        try (UnitsInOneJvm units = new UnitsInOneJvm(scales, folder)) {
            StoreShell home = store(units, "warehouse:0", "node:0");
            List<StoreShell> nodes = IntStream.rangeClosed(1, NODES)
                    .mapToObj(i -> store(units, "node:" + i, "node:" + i))
                    .toList();
            UnitShell head = units.unit(Member.Kind.PROGRAM, "head:0", "node:0", 0);
            units.unit(Member.Kind.WORKER, "worker:1:0", "node:1", 0);
            assertThat(head.awaitWorkers(1, LONG)).isTrue();
            units.install(head);

            Ref<double[]> ref = Mosaic.current().put(new double[COUNT], PutOption.broadcast());

            Eventually.holds(
                    "every node has it",
                    LONG,
                    () -> nodes.stream().allMatch(store -> store.usedBytes()[0] == 8L * COUNT));
            assertThat(scales.sent().get("warehouse:0").sum())
                    .as("bytes that the home sent, for %s nodes", NODES)
                    .isLessThan(8L * COUNT * NODES / 2);

            ref.drop();

            assertThatThrownBy(ref::value).isInstanceOf(ObjectLostException.class);
            Eventually.holds(
                    "no copy is left",
                    LONG,
                    () -> home.usedBytes()[0] == 0 && nodes.stream().allMatch(store -> store.usedBytes()[0] == 0));
        }
    }

    /** The end of the monitor, or of the warehouse, is the end of all. More: {@link SharedClusterTest}, {@code WarehouseReturnTest}. */
    @Test
    void defect09_monitorAndWarehouseMayDieAndComeBack() throws Exception {
        Machines machines = SHARED.get();
        try (Transcript transcript = new Transcript()) {
            try (Mosaic mosaic = Mosaic.connect(machines.address())) {
                Remote<Ledger> ledger = mosaic.remote(Ledger::new);
                assertThat(ledger.call(Ledger::note, 1).result(LONG)).isEqualTo(1);
                double[] values = {1, 2, 3};
                Ref<double[]> ref = mosaic.put(values, PutOption.durable());

                machines.kill("head"); // with the monitor and the warehouse
                assertThat(ledger.call(Ledger::note, 2).result(LONG)).isEqualTo(2);
                machines.head("--folder", kept.toString());

                Remote<Ledger> next = mosaic.remote(Ledger::new);
                assertThat(next.call(Ledger::note, 7).result(LONG))
                        .as("placed by the next monitor")
                        .isEqualTo(1);
                assertThat(ref.value()).isEqualTo(values);
                assertThat(ledger.call(Ledger::note, 3).result(LONG)).isEqualTo(3);
            }
            assertThat(transcript.out()).doesNotContain("lost");
        }
        log.expect(log.count("is lost"), "is lost");
    }

    /** Anybody who reaches a socket is served, and what he sends is run. More: {@link WrongKeysTest}, the hostile suites of the mesh. */
    @Test
    void defect11_strangersAreRefusedAndBytesAreNoCode() throws Exception {
        Path keys = Machines.keys(folder);
        try (Machines machines = Machines.onLoopback(keys).head()) {
            String[] door = machines.address().replace("tcp://", "").split(":", 2);
            try (Socket stranger = new Socket(door[0], Integer.parseInt(door[1]))) {
                stranger.setSoTimeout(20_000);
                stranger.getOutputStream()
                        .write("cos\nsystem\n(S'touch /tmp/owned'\ntR."
                                .repeat(100)
                                .getBytes(StandardCharsets.UTF_8));
                stranger.getOutputStream().flush();
                assertThat(end(stranger.getInputStream()))
                        .as("the stranger's connection is closed")
                        .isTrue();
            }
            assertThatThrownBy(() -> Mosaic.connect(machines.address())).isInstanceOf(StartException.class);
            log.expect(log.count("TLS"), "TLS");
            try (Mosaic friend = Mosaic.connect(machines.address(), options -> options.keys(keys))) {
                assertThat(friend.put(7).value()).as("the unit lives on").isEqualTo(7);
            }
        }
    }

    /** True once there is nothing more to read. */
    private static boolean end(InputStream from) throws IOException {
        try {
            var _ = from.readAllBytes();
            return true;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (SocketException reset) {
            return true;
        }
    }

    /** A cluster started by hand, outside a batch system, is none: all runs on one machine. More: {@code ScriptCommandTest}. */
    @Test
    void defect15_aClusterNeedsNoBatchSystem() throws Exception {
        assertThat(System.getenv()).doesNotContainKeys("SLURM_JOB_ID", "PBS_JOBID", "PE_HOSTFILE");
        Machines machines = SHARED.get();
        try (Transcript transcript = new Transcript()) {
            try (Mosaic mosaic = Mosaic.connect(machines.address())) {
                assertThat(mosaic.submit(() -> 4).result(LONG)).isEqualTo(4);
                List<Remote<Ledger>> many = IntStream.range(0, 12)
                        .mapToObj(i -> mosaic.remote(Ledger::new))
                        .toList();
                many.forEach(each -> each.call(Ledger::count).await(LONG));
                Eventually.holds(
                        "both nodes have workers for it",
                        LONG,
                        () -> mosaic.workers().stream()
                                        .map(uid -> uid.replaceAll("worker:(\\d+):.*", "$1"))
                                        .distinct()
                                        .count()
                                == 2);
            }
            assertThat(transcript.error()).contains("Connected to");
            Said script = Said.by("script", "slurm", "--nodes", "2", "--", "echo");
            assertThat(script.status()).as(script.errors()).isZero();
            assertThat(transcript.out()).contains("#SBATCH --nodes=2", "head --listen", "node --join");
        }
    }
}
