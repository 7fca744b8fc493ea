package dev.mosaic;

import dev.mosaic.unit.Unit;
import java.util.List;

/**
 * The worker that the calling code runs in.
 *
 * @param uid its name, such as {@code worker:0:1}
 * @param node the name of the node it belongs to, such as {@code node:0}
 * @param gpus ids of the devices that its process alone has, for its life, as in {@code CUDA_VISIBLE_DEVICES}; most have none
 */
public record Worker(String uid, String node, List<String> gpus) {
    public Worker {
        gpus = List.copyOf(gpus);
    }

    /**
     * Of the calling thread.
     *
     * @throws NoMosaicException outside a worker
     */
    public static Worker current() {
        return Unit.current()
                .worker()
                .orElseThrow(() -> new NoMosaicException(
                        "this code does not run in a worker", "call Worker.current() inside a tessera or a task"));
    }
}
