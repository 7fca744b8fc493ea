package dev.mosaic.window;

import dev.mosaic.Bundle;
import dev.mosaic.MosaicException;
import dev.mosaic.NodeInfo;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The number of workers that a program can have: those that it has, or what the nodes offer, whichever is more. A worker is started when something
 * is sent, so a program that has just connected has none.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> another thread asks the monitor, each second at most; its first answer is waited for, for a second at most.
 */
public final class Capacity {
    private static final long ASK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Duration FIRST_ANSWER = Duration.ofSeconds(1);
    private static final long COUNT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Supplier<? extends List<?>> there;
    private final Supplier<List<NodeInfo>> nodes;
    private final Bundle need;
    private final AtomicBoolean isAsking = new AtomicBoolean();
    private volatile boolean isKnown;
    private volatile int offered;
    private volatile long askedNanos = System.nanoTime() - ASK_NANOS - 1;
    private volatile int workers;
    private volatile long countedNanos = System.nanoTime() - COUNT_NANOS - 1;

    /**
     * Asks nobody yet.
     *
     * @param there the workers that the program has now
     * @param nodes that are there now; throws a {@link MosaicException} where nobody answers
     * @param need of each worker; where it needs nothing, a processor is counted
     */
    public Capacity(Supplier<? extends List<?>> there, Supplier<List<NodeInfo>> nodes, Bundle need) {
        this.there = there;
        this.nodes = nodes;
        this.need = need.equals(Bundle.EMPTY) ? Bundle.PROCESSOR : need;
    }

    /** Of now, within a second. 1 or more. */
    public int workers() {
        long now = System.nanoTime();
        if (now - askedNanos > ASK_NANOS && isAsking.compareAndSet(false, true)) {
            Thread asking = Thread.startVirtualThread(this::ask);
            if (!isKnown) {
                isKnown = true;
                await(asking);
            }
        }
        if (now - countedNanos > COUNT_NANOS) {
            count();
        }
        return workers;
    }

    private static void await(Thread asking) {
        try {
            var _ = asking.join(FIRST_ANSWER);
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
        }
    }

    private void count() {
        workers = Math.max(1, Math.max(there.get().size(), offered));
        countedNanos = System.nanoTime();
    }

    private void ask() {
        try {
            offered = nodes.get().stream().mapToInt(this::room).sum();
        } catch (MosaicException noAnswer) {
            // The last answer is the best guess.
        }
        askedNanos = System.nanoTime();
        isAsking.set(false);
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
