package dev.mosaic.worker;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.management.NotificationEmitter;

/**
 * Runs full collections of the serial collector, which by itself waits with them until the heap has its largest size: where the old generation
 * has twice what the last one kept and {@value #SPARE_MIB} MiB more than that, and where the worker is at rest. What is free then goes back to
 * the system.
 *
 * <p><b>Threading:</b> a thread of its own. <b>Cost:</b> full collections, whose time is that of what lives.
 */
final class HeapTrimmer {
    private static final String SERIAL_OLD = "Tenured Gen";
    private static final int SPARE_MIB = 192;
    private static final long SPARE = (long) SPARE_MIB << 20;
    private static final long LEAST_GAIN = 16L << 20;
    /** So long without a collection, the worker is at rest. */
    private static final long REST_SECONDS = 5;

    private final MemoryPoolMXBean old;
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private final Semaphore grown = new Semaphore(0);

    private HeapTrimmer(MemoryPoolMXBean old) {
        this.old = old;
    }

    /** From now to the end of this process; nothing where it has another collector. */
    static void start() {
        Thread.ofPlatform().daemon().name("heap").start(HeapTrimmer::look);
    }

    private static void look() {
        ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals(SERIAL_OLD))
                .findFirst()
                .ifPresent(pool -> new HeapTrimmer(pool).run());
    }

    private void run() {
        ((NotificationEmitter) ManagementFactory.getMemoryMXBean())
                .addNotificationListener((crossed, none) -> grown.release(), null, null);
        expectGrowth();
        try {
            for (long before = collections(); ; before = collections()) {
                boolean hasGrown = grown.tryAcquire(REST_SECONDS, TimeUnit.SECONDS);
                if (hasGrown || (collections() == before && canGain())) {
                    System.gc();
                    expectGrowth();
                    grown.drainPermits();
                }
            }
        } catch (InterruptedException ends) {
            Thread.currentThread().interrupt();
        }
    }

    private void expectGrowth() {
        long max = old.getUsage().getMax();
        old.setUsageThreshold(Math.min(max, Math.max(2 * kept(), kept() + SPARE)));
    }

    /** Whether a collection is worth its time. */
    private boolean canGain() {
        return old.getUsage().getUsed() - kept() > Math.max(LEAST_GAIN, kept() / 4);
    }

    /** Bytes of the old generation after the last full collection. */
    private long kept() {
        return old.getCollectionUsage().getUsed();
    }

    private long collections() {
        return collectors.stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }
}
