package dev.mosaic.program;

import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.Worker;
import io.smallrye.mutiny.Uni;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;

/** What the tests call. */
public class Counter {

    volatile int total;
    private final CountDownLatch gate = new CountDownLatch(1);
    final List<Integer> seen = new ArrayList<>();

    public Counter() {}

    public Counter(int start) {
        if (start < 0) {
            throw new IllegalArgumentException("start=" + start);
        }
        total = start;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one call at a time; what runs beside them only reads
    public int add(int amount) {
        total += amount;
        return total;
    }

    public void note(int number) {
        seen.add(number);
    }

    public int[] seen() {
        return seen.stream().mapToInt(Integer::intValue).toArray();
    }

    public float[] scale(float[] values) {
        float[] scaled = values.clone();
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] *= 2;
        }
        return scaled;
    }

    public String where() {
        return Worker.current().uid();
    }

    public int fail(String text) {
        throw new IllegalStateException(text);
    }

    public int failChecked(String text) throws IOException {
        throw new IOException(text);
    }

    public int overflow(int depth) {
        return depth < 0 ? 0 : overflow(depth + 1) + 1;
    }

    public void refuse() {
        throw new AssertionError("refused");
    }

    public int slow(int millis) throws InterruptedException {
        new CountDownLatch(1).await(millis, java.util.concurrent.TimeUnit.MILLISECONDS);
        return millis;
    }

    public CompletionStage<Integer> later(int value) {
        return CompletableFuture.supplyAsync(
                () -> value + 1, CompletableFuture.delayedExecutor(20, java.util.concurrent.TimeUnit.MILLISECONDS));
    }

    /** Adds 1, and throws while there is less. */
    public int addUntil(int enough) {
        int sum = add(1);
        if (sum < enough) {
            throw new IllegalStateException("too little");
        }
        return sum;
    }

    /** Whether it runs in a virtual thread, with the task of a wait before it returns. */
    public CompletionStage<Boolean> isVirtual(Remote<Counter> other) {
        other.<Integer, Integer>call(Counter::add, 1).result();
        return CompletableFuture.completedFuture(Thread.currentThread().isVirtual());
    }

    /** Does its work when it is subscribed to, which waits for {@link #open}. */
    public Uni<Integer> uniBehindTheGate() {
        return Uni.createFrom().item(() -> {
            try {
                gate.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            return total;
        });
    }

    public void open() {
        gate.countDown();
    }

    /** Never done by itself. */
    public Uni<Integer> neverUni() {
        return Uni.createFrom().<Integer>emitter(emitter -> {}).onCancellation().invoke(() -> total = -1);
    }

    public Uni<Integer> failUni(String text) {
        return Uni.createFrom().failure(() -> new IllegalStateException(text));
    }

    /** Calls itself and does not wait. */
    public Task<Integer> addToSelfLater(Remote<Counter> self) {
        return self.<Integer, Integer>call(Counter::add, 1);
    }

    /** Never done by itself. */
    public CompletionStage<Integer> never() {
        return new CompletableFuture<>();
    }

    /** Has another one be slow, and waits for it. */
    public int slowThrough(Remote<Counter> other, int millis) {
        return other.<Integer, Integer>call(Counter::slow, millis).result();
    }

    /** Calls another one, and waits for it. */
    public int addThrough(Remote<Counter> other, int amount) {
        return other.<Integer, Integer>call(Counter::add, amount).result();
    }

    /** Calls itself and waits for that. */
    public int addToSelf(Remote<Counter> self) {
        return self.<Integer, Integer>call(Counter::add, 1).result();
    }

    public int callBack(Remote<Counter> other, Remote<Counter> self) {
        return other.call(Counter::addToSelf, self).result();
    }
}
