package dev.mosaic.program;

import dev.mosaic.CallOptions;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.function.Function0;
import dev.mosaic.function.Function1;
import dev.mosaic.unit.Unit;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Code that changes the thread that it runs in, and a tessera whose method runs in a virtual thread. */
public class Guest {
    private static final InheritableThreadLocal<String> LEFT = new InheritableThreadLocal<>();

    public CompletionStage<String> inherited() {
        return CompletableFuture.completedFuture(Objects.requireNonNullElse(LEFT.get(), "nothing"));
    }

    /** Which thread runs it, and all of that which a task can change. */
    public static Function0<List<Object>> look() {
        return Guest::thread;
    }

    private static List<Object> thread() {
        Thread thread = Thread.currentThread();
        return List.of(
                thread.threadId(),
                thread.getName(),
                thread.getPriority(),
                String.valueOf(thread.getContextClassLoader()),
                thread.getUncaughtExceptionHandler().equals(thread.getThreadGroup()),
                thread.isInterrupted());
    }

    /** Changes all that, and ends with a value, a promise or a failure. */
    public static Function1<String, Object> leave() {
        return ending -> {
            change(Thread.currentThread());
            Thread.currentThread().interrupt();
            return switch (ending) {
                case "value" -> ending;
                case "promise" -> CompletableFuture.completedFuture(ending);
                default -> throw new IllegalStateException(ending);
            };
        };
    }

    @SuppressWarnings("ThreadPriorityCheck") // is what is looked at
    private static void change(Thread thread) {
        thread.setName("left by a task");
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        thread.setUncaughtExceptionHandler((any, thrown) -> {});
    }

    /** What a task finds, and a call of a tessera, that run while this one waits, so that threads are made for them out of its own. */
    public static Function1<Remote<Guest>, List<Object>> makeThreads() {
        return guest -> {
            change(Thread.currentThread());
            LEFT.set("by a task");
            Task<List<Object>> task =
                    Unit.current().submit(look(), new CallOptions()).send();
            List<Object> found = task.result();
            String inherited = Task.flat(guest.call(Guest::inherited)).result();
            LEFT.remove();
            return List.of(found, inherited);
        };
    }
}
