package dev.mosaic.examples.brain;

import dev.mosaic.CallOptions;
import dev.mosaic.Mosaic;
import dev.mosaic.ResultLostException;
import dev.mosaic.Task;
import dev.mosaic.WorkerLostException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Hands out numbered items to tesserae, one at a time to each, so that a fast worker gets more of them.
 *
 * <p><b>Threading:</b> one thread; while it runs it has one of its own for each tessera. <b>Failure:</b> where a worker is
 * lost, another tessera takes the place of the lost one, and its item is handed out again; results outlive workers. After {@value
 * #LOSSES} losses of one place in one run the loss is thrown.
 */
final class Rota {
    private static final int LOSSES = 10;

    private final Supplier<ShotProxy> maker;
    private final List<ShotProxy> shots = new ArrayList<>();

    /** A call for an item. */
    interface Call<T> {
        Task<T> on(ShotProxy shot, int item);
    }

    /** With that many tesserae. */
    Rota(int count, Supplier<ShotProxy> maker) {
        this.maker = maker;
        for (int i = 0; i < count; i++) {
            shots.add(maker.get());
        }
    }

    /** Whether a failure comes from the loss of a worker, so that trying again can help. */
    static boolean isLoss(Throwable failure) {
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof WorkerLostException || cause instanceof ResultLostException) {
                return true;
            }
        }
        return false;
    }

    /** Calls for the items 0 to {@code count - 1}, and returns when all are done. Their values are in the warehouse. */
    <T> List<Task<T>> run(int count, Call<T> call) {
        spread();
        Queue<Integer> open =
                new ConcurrentLinkedQueue<>(IntStream.range(0, count).boxed().toList());
        ConcurrentHashMap<Integer, Task<T>> done = new ConcurrentHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture.allOf(IntStream.range(0, shots.size())
                            .mapToObj(place -> CompletableFuture.runAsync(() -> work(place, open, done, call), threads))
                            .toArray(CompletableFuture<?>[]::new))
                    .join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw failed;
        }
        return IntStream.range(0, count).mapToObj(done::get).toList();
    }

    private <T> void work(int place, Queue<Integer> open, ConcurrentHashMap<Integer, Task<T>> done, Call<T> call) {
        int losses = 0;
        for (Integer item = open.poll(); item != null; item = open.poll()) {
            try {
                done.put(
                        item,
                        call.on(shots.get(place).calling(CallOptions::durableResult), item)
                                .await());
            } catch (RuntimeException failed) {
                if (!isLoss(failed) || ++losses > LOSSES) {
                    throw failed;
                }
                shots.set(place, maker.get());
                open.add(item);
            }
        }
    }

    /** Tesserae that share a worker, since one was lost, move to the worker that came in its place. */
    private void spread() {
        Set<String> free = new HashSet<>(Mosaic.current().workers());
        Set<String> taken = new HashSet<>();
        shots.forEach(shot -> free.remove(shot.worker()));
        for (int i = 0; i < shots.size(); i++) {
            String worker = shots.get(i).worker();
            if (!worker.isEmpty() && !taken.add(worker) && !free.isEmpty()) {
                shots.set(i, maker.get());
                free.remove(free.iterator().next());
            }
        }
    }
}
