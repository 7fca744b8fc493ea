package dev.mosaic;

import dev.mosaic.function.Function0;
import dev.mosaic.function.TaskName;
import dev.mosaic.unit.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Stateless tasks behind the interface of the JDK's executors. It has no threads; what is left after {@link #shutdownNow} was cancelled.
 *
 * <p><b>Threading:</b> any thread.
 */
final class TaskExecutor extends AbstractExecutorService {
    private static final long LOOK_NANOS = 10_000_000;

    private static final int FIRST_LOOK = 1_024;
    private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE);

    private final Unit program;
    private final Set<Task<?>> open = new LinkedHashSet<>();
    private int nextLook = FIRST_LOOK;
    private boolean shutdown;

    TaskExecutor(Unit program) {
        this.program = program;
    }

    @Override
    protected <T extends @Nullable Object> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        return new TaskFuture<>(() -> begin(new Called<>(callable)));
    }

    @Override
    protected <T extends @Nullable Object> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return new TaskFuture<>(() -> begin(new Ran<>(runnable, value)));
    }

    private record Called<T extends @Nullable Object>(Callable<T> callable) implements Function0<T>, TaskName {
        @Override
        public String name() {
            return TaskName.of(callable);
        }

        @Override
        public T apply() throws Exception {
            return callable.call();
        }
    }

    private record Ran<T extends @Nullable Object>(Runnable runnable, T value) implements Function0<T>, TaskName {
        @Override
        public String name() {
            return TaskName.of(runnable);
        }

        @Override
        public T apply() {
            runnable.run();
            return value;
        }
    }

    private <T extends @Nullable Object> Task<T> begin(Function0<T> function) {
        return opened(program.submit(function, new CallOptions()).send());
    }

    private synchronized <T extends @Nullable Object> Task<T> opened(Task<T> task) {
        open.add(task);
        if (open.size() >= nextLook) {
            forgetFinal();
            nextLook = Math.max(FIRST_LOOK, 2 * open.size());
        }
        return task;
    }

    @SuppressWarnings("unchecked") // only whether they are final is asked
    private synchronized void forgetFinal() {
        List<Task<Object>> all = new ArrayList<>();
        open.forEach(task -> all.add((Task<Object>) task));
        program.waitFor(all, all.size(), Duration.ZERO).forEach(open::remove);
    }

    @Override
    public void execute(Runnable command) {
        if (isShutdown()) {
            throw new RejectedExecutionException("this executor was shut down");
        }
        if (command instanceof TaskFuture<?> future) {
            future.run();
        } else {
            var _ = begin(new Ran<@Nullable Object>(command, null));
        }
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        try {
            return any(tasks, LONGEST);
        } catch (TimeoutException never) {
            throw new AssertionError(never);
        }
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        return any(tasks, Duration.of(timeout, unit.toChronoUnit()));
    }

    private <T> T any(Collection<? extends Callable<T>> callables, Duration timeout)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (callables.isEmpty()) {
            throw new IllegalArgumentException("there is no task");
        }
        long begun = System.nanoTime();
        List<Task<T>> waiting = new ArrayList<>();
        for (Callable<T> callable : callables) {
            waiting.add(begin(callable::call));
        }
        try {
            ExecutionException last = null;
            while (!waiting.isEmpty()) {
                Duration left = timeout.minusNanos(System.nanoTime() - begun);
                List<Task<T>> ended = program.waitFor(waiting, 1, left.isNegative() ? Duration.ZERO : left);
                if (ended.isEmpty()) {
                    throw new TimeoutException("no task was done within " + timeout);
                }
                for (Task<T> task : ended) {
                    try {
                        return TaskFuture.value(task);
                    } catch (ExecutionException failed) {
                        last = failed;
                    }
                }
                waiting.removeAll(ended);
            }
            throw java.util.Objects.requireNonNull(last);
        } finally {
            waiting.forEach(Task::cancel);
        }
    }

    @Override
    public synchronized void shutdown() {
        shutdown = true;
    }

    /** Cancels what is open. What was begun and never ran cannot be told from what ran. */
    @Override
    public synchronized List<Runnable> shutdownNow() {
        shutdown = true;
        open.forEach(Task::cancel);
        return List.of();
    }

    @Override
    public synchronized boolean isShutdown() {
        return shutdown;
    }

    @Override
    public synchronized boolean isTerminated() {
        if (shutdown) {
            forgetFinal();
        }
        return shutdown && open.isEmpty();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        List<Task<?>> all;
        synchronized (this) {
            all = List.copyOf(open);
        }
        long deadline = System.nanoTime() + unit.toNanos(timeout);
        for (Task<?> task : all) {
            Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            if (program.waitFor(List.of(task), 1, left).isEmpty()) {
                return false;
            }
        }
        // A task that was cancelled is waited for no longer, but it is over when its code is.
        while (!isTerminated() && isShutdown() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(this, LOOK_NANOS);
            if (Thread.currentThread().isInterrupted()) {
                break;
            }
        }
        return isTerminated();
    }
}
