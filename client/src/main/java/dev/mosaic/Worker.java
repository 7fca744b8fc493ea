package dev.mosaic;

import dev.mosaic.unit.Unit;
import java.util.List;

/**
 * A worker: a process that runs tesserae and tasks. {@link #current} is the worker of the calling code.
 *
 * @param uid its id, such as {@code worker:0:1}
 * @param node the id of its node, such as {@code node:0}
 * @param devices the devices that its process has until it ends; empty in most workers
 */
public record Worker(String uid, String node, List<Device> devices) {
    public Worker {
        devices = List.copyOf(devices);
    }

    /** The ids of the devices of this worker, as in {@code CUDA_VISIBLE_DEVICES}. */
    public List<String> gpus() {
        return devices.stream().map(Device::id).toList();
    }

    /**
     * The worker that runs the calling code.
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
