package dev.mosaic.program;

import dev.mosaic.Task;
import io.smallrye.mutiny.Uni;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;

/** Fails in ways that are no exceptions of a program. */
public class Faulty {
    /** Those that spin; the test that has them spin releases them. */
    private static final Set<AtomicBoolean> SPINNING = ConcurrentHashMap.newKeySet();

    /** Heeds no interrupt. */
    public int spin() {
        AtomicBoolean spins = new AtomicBoolean(true);
        SPINNING.add(spins);
        while (spins.get()) {
            LockSupport.parkNanos(this, 100_000);
        }
        SPINNING.remove(spins);
        return 1;
    }

    public static void release() {
        SPINNING.forEach(spins -> spins.set(false));
    }

    public int works() {
        return 1;
    }

    public int breaks(String how) {
        if (how.equals("message")) {
            throw new Unspeakable();
        }
        throw new NoClassDefFoundError("org/absent/Absent");
    }

    public CompletionStage<Integer> promises(String how) {
        if (how.equals("promise")) {
            return CompletableFuture.failedFuture(new StackOverflowError());
        }
        return how.equals("stage")
                ? new Deaf()
                : Uni.createFrom()
                        .<Integer>emitter(emitter -> {
                            throw new ExceptionInInitializerError("no");
                        })
                        .subscribeAsCompletionStage();
    }

    @SuppressWarnings("NullAway") // on purpose
    public CompletionStage<Integer> noStage() {
        return null;
    }

    @SuppressWarnings("NullAway") // on purpose
    public Uni<Integer> noUni() {
        return null;
    }

    @SuppressWarnings("NullAway") // on purpose
    public Task<Integer> noTask() {
        return null;
    }

    /** An Error whose message cannot be had. */
    public static final class Unspeakable extends Error {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new StackOverflowError();
        }
    }

    /** A stage that nobody can follow. */
    public static final class Deaf extends CompletableFuture<Integer> {
        @Override
        public CompletableFuture<Integer> whenComplete(BiConsumer<? super Integer, ? super Throwable> action) {
            throw new LinkageError("no followers");
        }
    }
}
