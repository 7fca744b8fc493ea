package dev.mosaic;

import dev.mosaic.unit.CurrentUnit;
import dev.mosaic.unit.Unit;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Mutiny pipelines of code that waits. Each subscription runs the code once, on a virtual thread of its own that belongs to the unit;
 * where the subscription is cancelled, that thread is interrupted.
 *
 * <p><b>Threading:</b> any thread.
 */
final class Pipelines {
    private Pipelines() {}

    static <R extends @Nullable Object> Uni<R> uni(Unit unit, Supplier<? extends R> wait) {
        return Uni.createFrom().emitter(emitter -> {
            Thread thread = thread(unit, () -> {
                R value;
                try {
                    value = wait.get();
                } catch (Throwable failed) {
                    emitter.fail(failed);
                    return;
                }
                emitter.complete(value);
            });
            emitter.onTermination(thread::interrupt);
            thread.start();
        });
    }

    static <R> Multi<R> multi(Unit unit, Supplier<? extends Stream<? extends R>> wait) {
        return Multi.createFrom().emitter(emitter -> {
            Thread thread = thread(unit, () -> {
                try (Stream<? extends R> items = wait.get()) {
                    items.forEach(emitter::emit);
                } catch (Throwable failed) {
                    emitter.fail(failed);
                    return;
                }
                emitter.complete();
            });
            emitter.onTermination(thread::interrupt);
            thread.start();
        });
    }

    private static Thread thread(Unit unit, Runnable code) {
        return Thread.ofVirtual().name("mosaic-pipeline").unstarted(() -> CurrentUnit.runIn(unit, code));
    }
}
