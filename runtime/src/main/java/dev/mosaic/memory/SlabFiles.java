package dev.mosaic.memory;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Makes and ends the slabs of one owner.
 *
 * <p><b>Threading:</b> any. <b>Cost:</b> a GB of pages takes 0.4 s to get and 0.2 s to give back; so it is called without locks.
 */
final class SlabFiles {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.memory");
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final SlabFolder folder;
    private final long owner;
    private final AtomicBoolean full = new AtomicBoolean();
    private final List<Slab> stillMapped = new ArrayList<>();

    SlabFiles(SlabFolder folder, long owner) {
        this.folder = folder;
        this.owner = owner;
    }

    /**
     * A new slab; null where there is no room.
     *
     * @param reserved with all its pages
     * @param tell whether a line in the log says that there is none, the first time
     */
    @Nullable Slab create(long bytes, boolean reserved, boolean tell) {
        try {
            Slab slab = Slab.create(folder, owner, NUMBERS.incrementAndGet(), bytes, reserved);
            full.set(false);
            return slab;
        } catch (IOException e) {
            if (tell && full.compareAndSet(false, true)) {
                LOG.log(
                        Level.WARNING,
                        "No shared memory folder=" + folder.path() + " bytes=" + bytes + ": " + e.getMessage());
            }
            return null;
        }
    }

    /** Ends slabs of which nobody reads any more: their pages go, whoever has them mapped. */
    void giveBack(List<Slab> slabs) {
        for (Slab slab : slabs) {
            try {
                slab.giveBack();
            } catch (IOException e) {
                LOG.log(Level.WARNING, "Shared memory is kept until its readers unmap it: " + e.getMessage());
            }
        }
        close(slabs);
    }

    /** Ends slabs that others may go on to read. */
    synchronized void close(List<Slab> slabs) {
        stillMapped.addAll(slabs);
        stillMapped.removeIf(Slab::close);
    }
}
