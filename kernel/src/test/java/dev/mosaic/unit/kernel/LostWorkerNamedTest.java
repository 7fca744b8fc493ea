package dev.mosaic.unit.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.unit.calls.Birth;
import dev.mosaic.unit.calls.Order;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What callers are told of a worker that is lost: which one it was, and why. */
class LostWorkerNamedTest {
    private static final long MONITOR = 2;
    private static final Member HEAD = new Member("head:0", 1, Member.Kind.PROGRAM, "", "", 0);
    private static final Member WORKER = new Member("worker:0:2", 3, Member.Kind.WORKER, "", "node:0", 1, 1);

    /** What it says is heard by nobody. */
    private final KernelOutput out = (KernelOutput) Proxy.newProxyInstance(
            LostWorkerNamedTest.class.getClassLoader(),
            new Class<?>[] {KernelOutput.class},
            (proxy, method, arguments) -> method.getReturnType() == boolean.class ? Boolean.FALSE : null);

    private final UnitKernel kernel =
            new UnitKernel(HEAD, KernelSettings.DEFAULT, (className, method) -> className, out);
    private final long now = 1_000_000_000L;
    private Id tessera = new Id(0, 0);

    @BeforeEach
    void meet() {
        kernel.connected(now, "monitor", MONITOR);
        kernel.received(now, MONITOR, new ClusterMessage.Members(1, List.of(WORKER), List.of()));
        kernel.connected(now, WORKER.uid(), WORKER.instance());
        tessera = kernel.nextId();
        Birth birth = new Birth("Solver", 7, 0, 1, "", List.of(), Payload.EMPTY);
        kernel.create(now, kernel.nextId(), tessera, birth, null, Order.NO_ERA);
        kernel.received(now, MONITOR, new ClusterMessage.Placed(tessera, WORKER.instance()));
    }

    @Test
    void shouldNameTheWorkerThatATesseraAndItsCallsWereLostWith() {
        Id before = call();
        lose("its process ended with 137");
        assertThat(failure(before).kind()).isEqualTo(Failure.Kind.WORKER_LOST);
        assertThat(failure(before).what()).endsWith("was lost with its worker: worker:0:2, its process ended with 137");
        assertThat(failure(call()).what())
                .isEqualTo("worker of tessera=" + tessera + " was lost: worker:0:2, its process ended with 137");
    }

    @Test
    void shouldNameTheWorkerThatAStatelessTaskWasLostWith() {
        Id task = kernel.nextId();
        kernel.submit(now, task, new Order(0, false, 0, 0, List.of(), Payload.EMPTY));
        kernel.received(now, MONITOR, new ClusterMessage.Leased(List.of(WORKER.instance())));
        lose("its process ended with 137");
        assertThat(failure(task).what())
                .isEqualTo("task=" + task
                        + " was lost with its worker, attempts=1: worker:0:2, its process ended with 137");
    }

    @Test
    void shouldTellADrainFromALossThoughTheWorkerIsNamed() {
        Id before = call();
        lose(ClusterMessage.DRAINED);
        assertThat(failure(before).kind()).isEqualTo(Failure.Kind.WORKER_DRAINED);
        assertThat(failure(before).what()).endsWith(": worker:0:2, it was drained");
        assertThat(failure(call()).kind()).isEqualTo(Failure.Kind.WORKER_DRAINED);
    }

    private Id call() {
        Id task = kernel.nextId();
        kernel.call(now, task, tessera, new Order(1, false, 0, 0, List.of(), Payload.EMPTY));
        return task;
    }

    private void lose(String reason) {
        ClusterMessage.Loss loss = new ClusterMessage.Loss(WORKER.instance(), reason);
        kernel.received(now, MONITOR, new ClusterMessage.Members(1, List.of(), List.of(loss)));
    }

    private Failure failure(Id task) {
        if (kernel.task(task).outcome() instanceof Outcome.Failed failed) {
            return failed.failure();
        }
        throw new AssertionError(kernel.task(task).toString());
    }
}
