package dev.mosaic.worker;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.management.NotificationEmitter;

/**
 * Runs full collections of the serial collector, which by itself waits with them until the heap has its largest size: where the old generation
 * has twice what the last one kept and a spare more than that, and where the worker is at rest. What is free then goes back to the system. The
 * spare is {@value #LEAST_MIB} MiB, and grows, to an eighth of the largest size, while collections take more than a tenth of the time.
 *
 * <p><b>Threading:</b> a thread of its own. <b>Cost:</b> full collections, whose time is that of what lives and of the number of objects.
 */
final class HeapTrimmer {
    private static final String SERIAL_OLD = "Tenured Gen";
    private static final int LEAST_MIB = 192;
    private static final long LEAST = (long) LEAST_MIB << 20;
    private static final long LEAST_GAIN = 16L << 20;
    /** So long without a collection, the worker is at rest. */
    private static final long REST_SECONDS = 5;
    /** Of the time between two collections that one may take: more, and there is more space until the next. */
    private static final double MOST_SHARE = 0.1;
    /** Of the largest size of the old generation: the most that is spare. */
    private static final int MOST_PART = 8;

    private final HotSpotDiagnosticMXBean flags = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    private final MemoryPoolMXBean old;
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private final Semaphore grown = new Semaphore(0);
    private long spare = LEAST;
    private long endNanos = System.nanoTime();
    /** Room was made since the last rest: what lived then may be garbage now, and no collection has seen it. */
    private boolean madeRoom;

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
        keepsItsSize(true);
        expectGrowth();
        try {
            for (long before = collections(); ; before = collections()) {
                if (grown.tryAcquire(REST_SECONDS, TimeUnit.SECONDS)) {
                    makeRoom();
                } else if (collections() == before && (madeRoom || canGain())) {
                    giveBack();
                } else {
                    continue;
                }
                grown.drainPermits();
            }
        } catch (InterruptedException ends) {
            Thread.currentThread().interrupt();
        }
    }

    private void makeRoom() {
        madeRoom = true;
        long begun = System.nanoTime();
        long between = begun - endNanos;
        System.gc();
        endNanos = System.nanoTime();
        if (endNanos - begun > MOST_SHARE * between) {
            spare = Math.max(LEAST, Math.min(2 * spare, old.getUsage().getMax() / MOST_PART));
        }
        expectGrowth();
    }

    private void giveBack() {
        madeRoom = false;
        spare = LEAST;
        keepsItsSize(false);
        System.gc();
        keepsItsSize(true);
        expectGrowth();
    }

    /** Whether a collection leaves the heap as large as it is: what works on will need it again. */
    private void keepsItsSize(boolean keeps) {
        flags.setVMOption("MaxHeapFreeRatio", keeps ? "100" : "70");
    }

    private void expectGrowth() {
        long max = old.getUsage().getMax();
        old.setUsageThreshold(Math.min(max, kept() + Math.max(kept(), spare)));
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
