package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Inbox;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.socket.ForeignZmq.Setup;
import dev.mosaic.mesh.socket.ForeignZmq.SocketKind;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Units and foreign peers find each other at once, again and again, where no processor is free. */
class StartUnderLoadTest {
    private static final int STARTS = 40;
    private static final int BUSY_THREADS = 2 * Runtime.getRuntime().availableProcessors();

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path folder;

    private final AtomicBoolean over = new AtomicBoolean();
    private int sockets;

    @BeforeEach
    void keepProcessorsBusy() {
        for (int i = 0; i < BUSY_THREADS; i++) {
            Thread.ofPlatform().daemon(true).name("busy").start(() -> {
                while (!over.get()) {
                    Thread.onSpinWait();
                }
            });
        }
    }

    @AfterEach
    void letProcessorsRest() {
        over.set(true);
    }

    @RepeatedTest(2)
    void shouldLinkWithWhoIsDialled() {
        for (int start = 0; start < STARTS; start++) {
            Inbox inbox = new Inbox();
            try (Mesh one = SocketMesh.open(MeshOptions.of("one"), new Inbox());
                    Mesh two = SocketMesh.open(MeshOptions.of("two"), inbox)) {
                greet(one.peer("two", two.listen(endpoint(start))));

                Eventually.holds("start " + start + " carries a message", () -> inbox.count() == 1);
            }
        }
    }

    @RepeatedTest(2)
    void shouldLinkOnceWhereBothDial() throws InterruptedException {
        for (int start = 0; start < STARTS; start++) {
            Inbox atOne = new Inbox();
            Inbox atTwo = new Inbox();
            try (Mesh one = SocketMesh.open(MeshOptions.of("one"), atOne);
                    Mesh two = SocketMesh.open(MeshOptions.of("two"), atTwo)) {
                Peer toTwo = one.peer("two", two.listen(endpoint(start)));
                Peer toOne = two.peer("one", one.listen(endpoint(start)));
                CountDownLatch go = new CountDownLatch(1);
                Thread other = Thread.ofPlatform().start(() -> {
                    Eventually.holds("both are ready", () -> go.getCount() == 0);
                    greet(toOne);
                });
                go.countDown();
                greet(toTwo);
                other.join();

                Eventually.holds(
                        "start " + start + " carries a message each way",
                        () -> atOne.count() == 1 && atTwo.count() == 1);
                assertThat(atOne.story()).startsWith("connected " + two.identity());
                assertThat(atOne.links()).isEqualTo(1);
                assertThat(atTwo.links()).isEqualTo(1);
            }
        }
    }

    /** JeroMQ fails to write after one connect in thirty; it must be able to notice, and to dial again. */
    @RepeatedTest(2)
    void shouldBeLinkedByJeroMq() {
        try (JeroMqContext jeroMq = new JeroMqContext()) {
            for (int start = 0; start < STARTS; start++) {
                try (Mesh mesh = SocketMesh.open(MeshOptions.of("host"), new Inbox());
                        ForeignSocket dealer =
                                jeroMq.open(Setup.dialling(SocketKind.DEALER, mesh.listen(FreeEndpoint.next()))
                                        .named("them"))) {
                    Eventually.holds(
                            "start " + start + " of " + dealer.endpoint(),
                            () -> mesh.find("them").isPresent());
                }
            }
        }
    }

    @RepeatedTest(2)
    void shouldLinkWithJeroMqThatIsDialled() {
        try (JeroMqContext jeroMq = new JeroMqContext()) {
            for (int start = 0; start < STARTS; start++) {
                try (Mesh mesh = SocketMesh.open(MeshOptions.of("host"), new Inbox());
                        ForeignSocket router = jeroMq.open(Setup.bound(SocketKind.ROUTER, FreeEndpoint.next()))) {
                    greet(mesh.peer("them", router.endpoint()));

                    assertThat(Eventually.get(router.receive(), "start " + start + " carries a message"))
                            .hasSize(1);
                }
            }
        }
    }

    private static void greet(Peer peer) {
        assertThat(peer.send(HostFixture.text("hello"))).isEqualTo(Outcome.SENT);
    }

    /** TCP and unix sockets by turns. */
    private Endpoint endpoint(int start) {
        return start % 2 == 0 ? HostFixture.LOOPBACK : new Endpoint.Unix(folder.resolve("s" + sockets++));
    }
}
