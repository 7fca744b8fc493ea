package dev.mosaic.parallel;

import dev.mosaic.Bundle;
import dev.mosaic.Mosaic;
import dev.mosaic.MosaicException;
import dev.mosaic.NodeInfo;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The number of workers that a program can have: those that it has, or what the nodes offer, whichever is more. A worker is started when something
 * is sent, so a program that has just connected has none.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> another thread asks the monitor, each second at most; only a program without workers waits for its first answer.
 */
final class Capacity {
    private static final long ASK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long COUNT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Mosaic mosaic;
    private final Bundle need;
    private final AtomicBoolean isAsking = new AtomicBoolean();
    private volatile int offered;
    private volatile long askedNanos;
    private volatile int workers;
    private volatile long countedNanos;

    /** @param need of each worker; where it needs nothing, a processor is counted */
    Capacity(Mosaic mosaic, Bundle need) {
        this.mosaic = mosaic;
        this.need = need.equals(Bundle.EMPTY) ? Bundle.PROCESSOR : need;
        if (mosaic.workers().isEmpty()) {
            ask();
        } else {
            askedNanos = System.nanoTime() - ASK_NANOS - 1;
        }
        count();
    }

    /** Of now, within a second. 1 or more. */
    int workers() {
        long now = System.nanoTime();
        if (now - askedNanos > ASK_NANOS && isAsking.compareAndSet(false, true)) {
            Thread.startVirtualThread(() -> {
                ask();
                isAsking.set(false);
            });
        }
        if (now - countedNanos > COUNT_NANOS) {
            count();
        }
        return workers;
    }

    private void count() {
        workers = Math.max(1, Math.max(mosaic.workers().size(), offered));
        countedNanos = System.nanoTime();
    }

    private void ask() {
        try {
            offered = mosaic.nodes().stream().mapToInt(this::room).sum();
        } catch (MosaicException noAnswer) {
            // The last answer is the best guess.
        }
        askedNanos = System.nanoTime();
    }

    private int room(NodeInfo node) {
        Bundle offer = node.offered();
        double room = Math.min(part(offer.cpus(), need.cpus()), part(offer.gpus(), need.gpus()));
        room = Math.min(room, part((double) offer.memory(), (double) need.memory()));
        for (var each : need.resources().entrySet()) {
            room = Math.min(room, part(offer.resources().getOrDefault(each.getKey(), 0.0), each.getValue()));
        }
        return (int) room;
    }

    private static double part(double offered, double needed) {
        return needed == 0 ? Double.MAX_VALUE : offered / needed;
    }
}
