package dev.mosaic.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.mosaic.Task;
import dev.mosaic.invoke.Result;
import io.smallrye.mutiny.Uni;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletionStage;

/** What a dispatcher gave for one call. */
final class Outcome {
    private Object value;
    private String how = "";

    /** Hands this to the dispatcher. */
    Result taker() {
        return (Result) Proxy.newProxyInstance(
                Outcome.class.getClassLoader(), new Class<?>[] {Result.class}, (self, method, arguments) -> {
                    assertThat(how).as("how a value was given before").isEmpty();
                    how = method.getName();
                    value = arguments == null ? null : arguments[0];
                    return self;
                });
    }

    /** The task as the caller holds it; {@code uid} tells how the value was given. */
    @SuppressWarnings("unchecked") // of whatever type the proxy says
    <T> Task<T> task() {
        return (Task<T>) Proxy.newProxyInstance(
                Outcome.class.getClassLoader(), new Class<?>[] {Task.class}, (self, method, arguments) -> {
                    return switch (method.getName()) {
                        case "result" -> resolved();
                        case "await" -> self;
                        case "uid" -> how;
                        default -> fail("no test needs " + method);
                    };
                });
    }

    private Object resolved() {
        return switch (value) {
            case CompletionStage<?> stage
            when how.equals("promise") -> stage.toCompletableFuture().join();
            case Uni<?> uni when how.equals("promise") -> uni.await().indefinitely();
            case Task<?> task when how.equals("promise") -> task.result();
            case null, default -> value;
        };
    }
}
