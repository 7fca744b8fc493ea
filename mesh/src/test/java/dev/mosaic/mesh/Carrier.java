package dev.mosaic.mesh;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** What carries the messages under a {@link MeshSuite}, and how time passes there. Made anew for each test. */
public interface Carrier extends AutoCloseable {
    /** A mesh of its own for a unit. The suite closes it. */
    Mesh open(MeshOptions options, Receiver receiver);

    /** An endpoint nobody listens on, and nobody will but the suite. Another one each time, never one with port 0. */
    Endpoint endpoint();

    /**
     * Lets things happen until the condition holds or the time is over. In real time that is waiting.
     *
     * @return whether the condition holds
     */
    default boolean within(Duration time, BooleanSupplier condition) {
        long startNanos = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - startNanos > time.toNanos()) {
                return condition.getAsBoolean();
            }
            LockSupport.parkNanos(200_000);
        }
        return true;
    }

    /** After the meshes were closed. */
    @Override
    default void close() {}
}
