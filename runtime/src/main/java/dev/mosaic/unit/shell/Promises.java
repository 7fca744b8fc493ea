package dev.mosaic.unit.shell;

import dev.mosaic.Task;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What user code may return in the place of a value. */
final class Promises {
    private Promises() {}

    static boolean isPromise(@Nullable Object value) {
        return value instanceof CompletionStage<?> || value instanceof Uni<?> || value instanceof Task<?>;
    }

    /** Begins a promise: a {@code Uni} is subscribed to. What that throws at once is a broken promise; another value is a kept one. */
    static CompletionStage<?> begun(@Nullable Object promise) {
        try {
            return switch (promise) {
                case null -> CompletableFuture.completedFuture(null);
                case CompletionStage<?> stage -> stage;
                case Uni<?> uni -> uni.subscribeAsCompletionStage();
                case Task<?> task -> task.toCompletionStage();
                default -> CompletableFuture.completedFuture(promise);
            };
        } catch (Throwable thrown) {
            return CompletableFuture.failedFuture(thrown);
        }
    }

    /** What broke a promise, without what stages put around it. */
    static Throwable cause(Throwable thrown) {
        return thrown instanceof CompletionException wrapped && wrapped.getCause() != null
                ? wrapped.getCause()
                : thrown;
    }
}
