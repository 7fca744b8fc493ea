package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.NoMosaicException;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.process.Access;
import dev.mosaic.store.StoreOptions;
import dev.mosaic.store.StoreShell;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import dev.mosaic.unit.objects.ObjectSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import program.Sleeper;

/** What processes and programs do that are told that another unit is in the place of one of theirs. */
class ExcludedProcessTest {
    private static final String ADVICE = "start it again, where no other one is to be in its place";

    private static final Duration LONG = Eventually.PATIENCE;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path files;

    private Machines machines;

    @BeforeEach
    void open() throws IOException {
        machines = Machines.onLoopback();
    }

    @AfterEach
    void close() {
        machines.close();
    }

    @Test
    void shouldEndAWarehouseThatAnotherReplacedWithExitCode1_S7_3() throws Exception {
        machines.head("--no-warehouse").warehouse("--folder", folder("first"));
        endsExcluded(machines.process("warehouse"));
    }

    @Test
    void shouldEndAHeadWhoseWarehouseAnotherReplacedWithExitCode1_S7_3() throws Exception {
        machines.head("--folder", folder("first"));
        endsExcluded(machines.process("head"));
    }

    @Test
    void shouldHaveANodeComeAgainWhoseStoreIsHeldForDead_S7_1() throws Exception {
        machines.head().node("node", 1).awaitJoined("node");
        RunningProgram node = machines.process("node");
        try (StoreShell _ = other("store:0", "node:0")) {
            Eventually.holds(
                    "it has joined again",
                    () -> node.output()
                                    .contains("is held for dead and comes again: the monitor holds store:0 for dead: ")
                            && node.output().split(" joined ", -1).length == 3);
            log.expect(1, "the monitor holds store:0 for dead"); // this one, as its node has gone
        }
        // The node's next store may have dialled this one: both have that name.
        log.expect(log.count("is this unit's own"), "is this unit's own");
        try (Transcript _ = new Transcript();
                Mosaic mosaic = Mosaic.connect(machines.address())) {
            Ref<String> put = mosaic.submit(() -> Mosaic.current().put("there")).result(LONG);
            assertThat(put.value()).isEqualTo("there");
        }
    }

    @Test
    void shouldCloseAConnectedProgramWhoseStoreIsHeldForDead_S3_6() throws Exception {
        machines.head().node("node", 1);
        try (Transcript _ = new Transcript();
                Mosaic mosaic = Mosaic.connect(machines.address())) {
            Remote<Sleeper> busy = mosaic.remote(Sleeper::new);
            Task<long[]> running = busy.call(Sleeper::sleep, 30_000L);
            try (StoreShell _ = other("store:head:0", "head:0")) {
                assertThatThrownBy(() -> running.result(LONG))
                        .isInstanceOf(NoMosaicException.class)
                        .hasMessageContaining("this Mosaic was closed");
            }
            assertThatThrownBy(() -> mosaic.put("after")).isInstanceOf(NoMosaicException.class);
        }
        log.expect(
                1,
                "this program's Mosaic is closed: a unit of this program is held for dead: the monitor holds store:head:0 for dead");
        log.expect(1, "the monitor holds store:head:0 for dead");
        log.expect(log.count("is this unit's own"), "is this unit's own"); // the twins have dialled each other
    }

    /** The monitor holds the one that has that name for dead then. */
    private StoreShell other(String uid, String node) {
        Access access = Access.of("");
        return StoreShell.open(
                new StoreOptions(
                        uid,
                        3,
                        node,
                        List.of(new Endpoint.Tcp("127.0.0.1", 0)),
                        Endpoint.parse(machines.address()),
                        access.token(),
                        ObjectSettings.DEFAULT.withMemoryBytes(1 << 20),
                        files),
                access.opener());
    }

    private void endsExcluded(RunningProgram first) throws IOException, InterruptedException {
        machines.warehouse("--folder", folder("second"));
        assertThat(first.awaitEnd(40)).as(first.output()).isEqualTo(1);
        assertThat(first.output())
                .contains("the monitor holds warehouse:0 for dead: ")
                .contains("(MOSAIC-START-003, mosaic.dev/errors)")
                .contains(ADVICE)
                .doesNotContain("\tat ");
    }

    private String folder(String name) {
        return files.resolve(name).toString();
    }
}
