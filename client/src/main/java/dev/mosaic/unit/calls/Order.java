package dev.mosaic.unit.calls;

import dev.mosaic.message.Payload;
import java.util.List;

/**
 * A call as it is made: what to call, with what, and how.
 *
 * @param method index of the member; of a stateless task, whatever the shell put there
 * @param peek true where it runs at once, out of order
 * @param timeoutNanos 0 for none
 * @param maxRetries how often a stateless task is sent elsewhere when its worker is lost
 * @param dependencies in the order in which the arguments count them
 */
public record Order(
        int method, boolean peek, long timeoutNanos, int maxRetries, List<Dependency> dependencies, Payload arguments) {
    public Order {
        dependencies = List.copyOf(dependencies);
    }
}
