package dev.mosaic.benchmarks.monitor;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.process.Access;
import dev.mosaic.service.Service;
import dev.mosaic.service.ServiceUnit;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A program that asks for places and gives them back, some at a time. */
final class Placing implements Service {
    static final long INSTANCE = 77;

    private static final int WINDOW = 64;

    private final Endpoint monitor;
    private final ServiceUnit unit;
    private final Semaphore open = new Semaphore(WINDOW);
    private final CountDownLatch linked = new CountDownLatch(1);
    private volatile long instance;
    private volatile int units;
    private long next;

    Placing(Endpoint monitor) {
        this.monitor = monitor;
        Identity identity = new Identity("head:0", INSTANCE, MeshOptions.PROTOCOL);
        this.unit = ServiceUnit.open(
                MeshOptions.of("head:0").withIdentity(identity),
                Access.local("").opener());
        unit.run(this, Duration.ofMillis(250));
    }

    @Override
    public void connected(long now, Identity who) {
        instance = who.instance();
        Member self = new Member("head:0", INSTANCE, Member.Kind.PROGRAM, "", "", 0);
        unit.send(instance, new ClusterMessage.Hello(self, 0, List.of(), List.of(), List.of()));
        linked.countDown();
    }

    @Override
    public void disconnected(long gone) {}

    @Override
    public void received(long now, Identity from, UnitMessage message) {
        if (message instanceof ClusterMessage.Placed placed) {
            unit.send(instance, new ClusterMessage.Ended(placed.tessera()));
            open.release();
        } else if (message instanceof ClusterMessage.Surveyed found) {
            units = found.units().size();
        }
    }

    @Override
    public void tick(long now) {
        unit.send("monitor", monitor, new ClusterMessage.Heartbeat(0, 0, 0));
    }

    /** Waits until that many units are there. */
    void await(int count) throws InterruptedException {
        linked.await();
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(4);
        while (units < count) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("units=" + units + " of " + count + " came");
            }
            unit.execute(() -> unit.send(instance, new ClusterMessage.Survey(1)));
            TimeUnit.MILLISECONDS.sleep(500);
        }
    }

    /** Asks for that many places; returns when all were given, and are given back. */
    void place(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            open.acquire();
            Id tessera = new Id(INSTANCE, ++next);
            unit.execute(() -> unit.send(instance, new ClusterMessage.Place(tessera, "a.Solver", 7, "", 0)));
        }
        open.acquire(WINDOW);
        open.release(WINDOW);
    }

    void close() {
        unit.close();
    }
}
