package dev.mosaic.mesh.memory;

import java.util.function.BooleanSupplier;

/** Time as it passes. Nothing takes any of it to travel. */
final class RealTime implements Timeline {
    private final NetworkLock lock;

    RealTime(NetworkLock lock) {
        this.lock = lock;
    }

    @Override
    public long nowNanos() {
        return System.nanoTime();
    }

    @Override
    public boolean drawSlow() {
        return false;
    }

    @Override
    public long drawTravelNanos(boolean slow) {
        return 0;
    }

    @Override
    public Strand strand(String name) {
        return new ThreadStrand(lock, name);
    }

    @Override
    public boolean await(BooleanSupplier condition, long timeoutNanos) {
        lock.await(condition, timeoutNanos);
        return true;
    }
}
