package dev.mosaic;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Options of a call or a stateless task.
 *
 * <p><b>Threading:</b> used by the thread that makes the call, until it is made.
 */
public final class CallOptions {
    /** The default of {@link #maxRetries}. It stands for 0 retries of a call of a tessera, and for 3 retries of a stateless task. */
    public static final int DEFAULT_RETRIES = -1;

    private Duration timeout = Duration.ZERO;
    private int maxRetries = DEFAULT_RETRIES;
    private List<Class<? extends Throwable>> retryOn = List.of();
    private boolean durableResult;
    private Bundle needs = Bundle.PROCESSOR;

    /** Sets a time limit, which begins with the call. When it is over, the task fails with {@link TimedOutException}; running code is interrupted. */
    public CallOptions timeout(Duration limit) {
        if (limit.isNegative()) {
            throw new InvalidOptionException("timeout=" + limit + " is negative", "give a positive time, or none");
        }
        timeout = limit;
        return this;
    }

    /** Sets how often the task runs again if its worker is lost (on another worker), or if its code throws an exception of {@link #retryOn}. */
    public CallOptions maxRetries(int times) {
        if (times < 0) {
            throw new InvalidOptionException("maxRetries=" + times + " is negative", "give 0 or more");
        }
        maxRetries = times;
        return this;
    }

    /**
     * Starts the task again if its code throws this exception, up to {@link #maxRetries} times, 3 by default. Call it several times for
     * several types. The retry of a tessera's call runs after the calls that its caller has made meanwhile. If the class of an exception
     * is not on this program's class path, only its own name is compared.
     */
    public CallOptions retryOn(Class<? extends Throwable> type) {
        retryOn = Stream.concat(retryOn.stream(), Stream.of(type)).toList();
        return this;
    }

    /**
     * Stores the result in the warehouse, durably, before the task is done. So the result outlives its worker. The task
     * fails if storing fails. It has no effect for a method that returns a {@code Multi}.
     */
    public CallOptions durableResult() {
        durableResult = true;
        return this;
    }

    public boolean isDurableResult() {
        return durableResult;
    }

    /** The number of processors of a stateless task, for scheduling only; 1 by default. The task may use more. */
    public CallOptions cpus(double count) {
        needs = needs.cpus(count);
        return this;
    }

    /**
     * The number of GPUs or other devices of a stateless task: whole ones, or a fraction of one such as 0.5, shared with other tasks of this
     * program. {@link Worker#gpus} returns their ids; the code sees no other devices.
     */
    public CallOptions gpus(double count) {
        needs = needs.gpus(count);
        return this;
    }

    /** The memory of a stateless task in bytes, for scheduling only. The task may use more. */
    public CallOptions memory(long bytes) {
        needs = needs.memory(bytes);
        return this;
    }

    /** The amount of a custom resource that a stateless task needs. A node offers it by {@code mosaic node --resource fpga=4}. */
    public CallOptions resource(String label, double amount) {
        needs = needs.resource(label, amount);
        return this;
    }

    /** All resources of a stateless task. The call of a tessera uses those of the tessera. */
    public Bundle needs() {
        return needs;
    }

    /** The exceptions after which the task runs again. Empty by default: no exception of the code causes a retry. */
    public List<Class<? extends Throwable>> retryOn() {
        return retryOn;
    }

    /** The time limit; zero if there is none. */
    public Duration timeout() {
        return timeout;
    }

    public int maxRetries() {
        return maxRetries;
    }
}
