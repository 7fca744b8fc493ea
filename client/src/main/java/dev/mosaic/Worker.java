package dev.mosaic;

import dev.mosaic.unit.Unit;
import java.util.List;

/**
 * The worker that the calling code runs in.
 *
 * @param uid its name, such as {@code worker:0:1}
 * @param node the name of the node it belongs to, such as {@code node:0}
 * @param devices those that its process has for itself, for its life; none in most workers
 */
public record Worker(String uid, String node, List<Device> devices) {
    public Worker {
        devices = List.copyOf(devices);
    }

    /** The ids of its devices, as in {@code CUDA_VISIBLE_DEVICES}. */
    public List<String> gpus() {
        return devices.stream().map(Device::id).toList();
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
