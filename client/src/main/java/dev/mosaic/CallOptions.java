package dev.mosaic;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What may be said about one call or stateless task, apart from its arguments.
 *
 * <p><b>Threading:</b> used by the thread that makes the call, until it is made.
 */
public final class CallOptions {
    /** The value of {@link #maxRetries} where nobody said one: 0 for a tessera's calls, 3 for stateless tasks. */
    public static final int DEFAULT_RETRIES = -1;

    private Duration timeout = Duration.ZERO;
    private int maxRetries = DEFAULT_RETRIES;
    private List<Class<? extends Throwable>> retryOn = List.of();
    private boolean durableResult;
    private Bundle needs = Bundle.PROCESSOR;

    /** The task fails with {@link TimedOutException} when this time from the call is over; code of it that runs is interrupted. */
    public CallOptions timeout(Duration limit) {
        if (limit.isNegative()) {
            throw new InvalidOptionException("timeout=" + limit + " is negative", "give a positive time, or none");
        }
        timeout = limit;
        return this;
    }

    /** How often the task is started again: elsewhere when its worker is lost, or where it threw what {@link #retryOn} names. */
    public CallOptions maxRetries(int times) {
        if (times < 0) {
            throw new InvalidOptionException("maxRetries=" + times + " is negative", "give 0 or more");
        }
        maxRetries = times;
        return this;
    }

    /**
     * Starts the task again if its code throws this exception, up to {@link #maxRetries} times, 3 by default. Call it several times for
     * several types. A tessera's call is retried after the calls that its caller has made meanwhile. If the class of an exception is
     * not on this program's class path, only its own name is compared.
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

    /** Processors that a stateless task takes; 1 by default. Counted where it is placed, not enforced. */
    public CallOptions cpus(double count) {
        needs = needs.cpus(count);
        return this;
    }

    /**
     * Devices that a stateless task takes: whole ones, or a part of one, such as 0.5, which it shares with others of this program. Its code finds them by
     * {@link Worker#gpus}, and sees no others.
     */
    public CallOptions gpus(double count) {
        needs = needs.gpus(count);
        return this;
    }

    /** Memory that a stateless task takes, in bytes. Counted where it is placed, not enforced. */
    public CallOptions memory(long bytes) {
        needs = needs.memory(bytes);
        return this;
    }

    /** How much a stateless task takes of what nodes offer under that label: {@code mosaic node --resource fpga=4}. */
    public CallOptions resource(String label, double amount) {
        needs = needs.resource(label, amount);
        return this;
    }

    /** All that a stateless task needs. A tessera's call needs what the tessera has. */
    public Bundle needs() {
        return needs;
    }

    /** Empty where nothing thrown is worth another attempt. */
    public List<Class<? extends Throwable>> retryOn() {
        return retryOn;
    }

    /** Zero means none. */
    public Duration timeout() {
        return timeout;
    }

    public int maxRetries() {
        return maxRetries;
    }
}
