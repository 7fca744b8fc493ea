package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.StartOptions;
import dev.mosaic.connect.Closer;
import dev.mosaic.connect.Console;
import dev.mosaic.connect.ProgramUnit;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.Peer;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import dev.mosaic.unit.CurrentUnit;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import program.Inhabitant;

/** Units in a program's own process whose loops stand still for longer than the monitor waits for a machine. */
@Tag("long")
@Tag("variants")
class LateUnitsTest {
    /** The monitor waits 8 s for a machine. */
    private static final long STANDS_SECONDS = 10;

    private static final Duration LONG = Eventually.PATIENCE;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private final Transcript transcript = new Transcript();
    private final Closer closer = new Closer();
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch stood = new CountDownLatch(1);
    private volatile String late = "";

    @BeforeEach
    void start() {
        StartOptions options = new StartOptions().workers(1).inProcess();
        Console console = new Console(System.out, System.err);
        LocalStart start = new LocalStart(
                options,
                new Roll(0, 1),
                console,
                closer,
                opener -> (mesh, receiver) -> new Standing(opener.open(mesh, receiver)));
        ProgramUnit program = new ProgramUnit(start.start("head:0"), closer);
        CurrentUnit.install(program);
        closer.before(() -> CurrentUnit.remove(program));
    }

    @AfterEach
    void end() {
        released.countDown();
        closer.close();
        transcript.close();
    }

    /** Whoever ticks dials the monitor, in the unit's loop: until this goes on, nothing else does there. */
    private void standStill(String uid) {
        if (late.equals(uid) && Thread.currentThread().getName().equals("mosaic-" + uid)) {
            stood.countDown();
            try {
                var _ = released.await(LONG.toSeconds(), TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"warehouse:0", "node:0"})
    void shouldGoOnAfterAUnitOfTheProgramStoodStill_S1_6(String uid) throws InterruptedException {
        Mosaic mosaic = Mosaic.current();
        Ref<String> before = mosaic.put("before");
        Remote<Inhabitant> tessera = mosaic.remote(Inhabitant::new);
        String worker = tessera.call(Inhabitant::worker).result(LONG);
        late = uid;
        assertThat(stood.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(STANDS_SECONDS));
        late = "";
        released.countDown();

        assertThat(mosaic.put("after").value()).isEqualTo("after");
        assertThat(before.value()).isEqualTo("before");
        assertThat(tessera.call(Inhabitant::worker).result(LONG)).isEqualTo(worker);
    }

    /** That of a unit, whose loop may stand still in it. */
    private final class Standing implements Mesh {
        private final Mesh mesh;

        Standing(Mesh mesh) {
            this.mesh = mesh;
        }

        @Override
        public Identity identity() {
            return mesh.identity();
        }

        @Override
        public Endpoint listen(Endpoint endpoint) {
            return mesh.listen(endpoint);
        }

        @Override
        public Peer peer(String uid, Endpoint endpoint) {
            standStill(mesh.identity().uid());
            return mesh.peer(uid, endpoint);
        }

        @Override
        public Optional<Peer> find(String uid) {
            return mesh.find(uid);
        }

        @Override
        public Collection<Peer> peers() {
            return mesh.peers();
        }

        @Override
        public boolean carry(BooleanSupplier done, long timeoutNanos) {
            return mesh.carry(done, timeoutNanos);
        }

        @Override
        public void wake(Thread waiting) {
            mesh.wake(waiting);
        }

        @Override
        public void close() {
            mesh.close();
        }
    }
}
