package dev.mosaic.inspect;

import dev.mosaic.message.Id;
import java.util.HashMap;
import java.util.Map;

/**
 * The time of a worker's devices: how long the worker has had them, how long calls have run meanwhile, and which. Each second of a device goes
 * to the calls that run in it, in equal parts, so that those of all calls together are the time in which any ran.
 *
 * <p>That a call runs does not say that its kernels do: the worker knows the call, and only the device's driver knows the kernels.
 *
 * <p><b>Threading:</b> one thread. <b>Cost:</b> a number for each call that runs; nothing in a worker without devices.
 */
public final class DeviceClock {
    private final int devices;
    private final long begunNanos;

    /** What a call that had run since the beginning would have by now, and what each that runs was spared of that. */
    private double perCall;

    private final Map<Id, Double> spared = new HashMap<>();
    private long busyNanos;
    private long lastNanos;

    /** Of a worker that has so many, from now on. */
    public DeviceClock(int devices, long begunNanos) {
        this.devices = devices;
        this.begunNanos = begunNanos;
        this.lastNanos = begunNanos;
    }

    private void advance(long now) {
        long passed = Math.max(0, now - lastNanos);
        lastNanos += passed;
        if (!spared.isEmpty()) {
            busyNanos += passed * devices;
            perCall += (double) passed * devices / spared.size();
        }
    }

    /** False where this worker has none, and nothing is to be counted. */
    public boolean hasDevices() {
        return devices > 0;
    }

    /** The code of a call begins. */
    public void started(long now, Id task) {
        advance(now);
        spared.putIfAbsent(task, perCall);
    }

    /** It has ended; gives the nanoseconds of devices that were its own. */
    public long ended(long now, Id task) {
        long own = own(now, task);
        spared.remove(task);
        return own;
    }

    /** The nanoseconds of devices that are those of a call which runs; 0 where it does not. */
    public long own(long now, Id task) {
        advance(now);
        Double before = spared.get(task);
        return before == null ? 0 : Math.round(perCall - before);
    }

    /** Nanoseconds of devices in which a call ran. */
    public long busyNanos(long now) {
        advance(now);
        return busyNanos;
    }

    /** Nanoseconds of devices that this worker has had. */
    public long heldNanos(long now) {
        return (now - begunNanos) * devices;
    }
}
