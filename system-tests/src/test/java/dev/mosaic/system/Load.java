package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import program.Tally;

/**
 * Work that never stops: calls of tesserae that count, each caller some ahead of the answers, and stateless tasks. What is answered is
 * compared at once: a call that was lost, or ran twice, shows in the next count.
 */
final class Load implements AutoCloseable {
    /** One answer has to come within that time, whatever is killed meanwhile. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final int AHEAD = 8;
    private static final int TASK_MILLIS = 20;

    private final List<Remote<Tally>> tallies = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<String> wrong = new CopyOnWriteArrayList<>();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong longestNanos = new AtomicLong();
    private volatile boolean ends;

    private Load() {}

    /** Begins, with so many tesserae that may move and be made again. */
    static Load on(Mosaic mosaic, int tesserae) {
        Load load = new Load();
        for (int i = 0; i < tesserae; i++) {
            Remote<Tally> tally = mosaic.with(o -> o.maxRestarts(-1)).remote(Tally::new, 0);
            load.tallies.add(tally);
            load.start("calls-" + i, n -> tally.call(Tally::add), n -> (int) n);
        }
        load.start("tasks", n -> mosaic.submit(Load::squared, (int) n), n -> (int) (n * n));
        return load;
    }

    private static int squared(int number) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(TASK_MILLIS);
        return number * number;
    }

    private void start(String name, LongFunction<Task<Integer>> send, LongFunction<Integer> expected) {
        threads.add(Thread.ofPlatform().name(name).daemon().start(() -> work(name, send, expected)));
    }

    private void work(String name, LongFunction<Task<Integer>> send, LongFunction<Integer> expected) {
        Deque<Task<Integer>> ahead = new ArrayDeque<>();
        long sent = 0;
        long heard = 0;
        try {
            while (!ends || !ahead.isEmpty()) {
                while (!ends && ahead.size() < AHEAD) {
                    ahead.add(send.apply(++sent));
                }
                Task<Integer> next = ahead.poll();
                if (next == null) {
                    continue;
                }
                long since = System.nanoTime();
                Integer result = next.result(PATIENCE);
                longestNanos.accumulateAndGet(System.nanoTime() - since, Math::max);
                answered.incrementAndGet();
                if (!expected.apply(++heard).equals(result)) {
                    wrong.add(name + ": answer " + heard + " is " + result);
                    return;
                }
            }
        } catch (RuntimeException e) {
            wrong.add(name + ": answer " + (heard + 1) + " of " + sent + ": " + e);
        }
    }

    /** How many answers there were. */
    long answered() {
        return answered.get();
    }

    /** Until there is work done anew. */
    void awaitMore(int answers, @Nullable String after) {
        long target = answered() + answers;
        Waiting.until(
                answers + " answers more after " + after,
                PATIENCE,
                () -> !wrong.isEmpty() || answered() >= target,
                () -> answered() + " answers");
        assertThat(wrong).as("what failed, after %s", after).isEmpty();
    }

    /** The longest time that somebody waited for an answer. */
    Duration longest() {
        return Duration.ofNanos(longestNanos.get());
    }

    /** In which processes the tesserae are. */
    List<Long> pids() {
        return tallies.stream()
                .map(each -> each.call(Tally::pid).result(PATIENCE))
                .toList();
    }

    /** The last answers are waited for; none failed and none was wrong. */
    @Override
    public void close() throws InterruptedException {
        ends = true;
        for (Thread thread : threads) {
            assertThat(thread.join(PATIENCE.plusSeconds(10)))
                    .as("%s ends", thread.getName())
                    .isTrue();
        }
        assertThat(wrong).as("what failed").isEmpty();
        assertThat(answered()).isPositive();
    }
}
