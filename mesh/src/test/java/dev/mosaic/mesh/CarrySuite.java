package dev.mosaic.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Threads that send, wait and carry together, on every carrier that lets them. */
public abstract class CarrySuite extends MeshFixture<Carrier> {
    private static final int THREADS = 4;
    private static final int ROUNDS = 500;

    @RepeatedTest(3)
    void shouldCarryForManyThreadsThatWaitForTheirOwnAnswers() throws Exception {
        Unit a = unit("a");
        Unit b = unit("b");
        b.inbox().then((from, message) -> from.send(message.bytes(0)));
        Peer peer = link(a, b);
        ConcurrentHashMap<Integer, Thread> waiting = new ConcurrentHashMap<>();
        a.inbox().then((from, message) -> {
            Thread waiter = waiting.remove(message.bytes(0).getInt());
            LockSupport.unpark(waiter);
        });

        inParallel(thread -> {
            for (int round = 0; round < ROUNDS; round++) {
                int question = thread * ROUNDS + round;
                waiting.put(question, Thread.currentThread());
                assertThat(peer.send(number(question))).isEqualTo(Outcome.SENT);
                assertThat(a.mesh().carry(() -> !waiting.containsKey(question), TimeUnit.SECONDS.toNanos(10)))
                        .as("question " + question + " is answered")
                        .isTrue();
            }
        });

        assertThat(numbers(a, "b")).hasSize(THREADS * ROUNDS);
    }

    @Test
    void shouldKeepTheOrderOfEachSendingThread() throws Exception {
        Unit a = unit("a");
        Unit b = unit("b");
        Peer peer = link(a, b);

        inParallel(thread -> {
            for (int i = 0; i < ROUNDS; i++) {
                assertThat(peer.send(number(thread * ROUNDS + i))).isEqualTo(Outcome.SENT);
            }
        });

        until("all are there", () -> b.inbox().count() == THREADS * ROUNDS + 1);
        for (int thread = 0; thread < THREADS; thread++) {
            int of = thread;
            assertThat(numbers(b, "a").stream().filter(number -> number / ROUNDS == of))
                    .as("messages of thread " + thread)
                    .hasSize(ROUNDS)
                    .isSorted();
        }
    }

    @Test
    void shouldReturnFromCarryWhenAnotherThreadMakesItDone() throws Exception {
        Unit a = unit("a");
        ConcurrentHashMap<String, Thread> waiting = new ConcurrentHashMap<>();
        waiting.put("main", Thread.currentThread());

        Thread other = Thread.ofPlatform().start(() -> {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            LockSupport.unpark(waiting.remove("main"));
        });

        assertThat(a.mesh().carry(waiting::isEmpty, TimeUnit.SECONDS.toNanos(30)))
                .isTrue();
        other.join();
    }

    @Test
    void shouldReceiveWhetherAnybodyCarriesOrNot() throws Exception {
        Unit a = unit("a");
        Unit b = unit("b");
        Peer peer = link(a, b);
        for (int i = 0; i < 100; i++) {
            int number = i;
            peer.send(number(i));
            if (i % 2 == 0) {
                b.mesh().carry(() -> b.inbox().count() == number + 2, TimeUnit.SECONDS.toNanos(10));
            }
            until("message " + i + " is there", () -> b.inbox().count() == number + 2);
        }
    }

    private static void inParallel(Work work) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int number = thread;
                tasks.add(() -> {
                    work.run(number);
                    return null;
                });
            }
            for (Future<Void> task : threads.invokeAll(tasks)) {
                task.get();
            }
        }
    }

    private interface Work {
        void run(int thread);
    }
}
