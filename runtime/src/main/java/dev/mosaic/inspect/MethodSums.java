package dev.mosaic.inspect;

import dev.mosaic.invoke.OtherCalls;
import dev.mosaic.unit.mailbox.CallView;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many calls of each method have ended in a unit, and how long they took. They stay when single calls are displaced.
 *
 * <p>Calls that ended in no worker, or in one that is gone, are counted by the program that made them, so that all units together count each
 * once. An item of a batch that failed counts as a call that failed, beside its batch.
 *
 * <p><b>Threading:</b> one thread. <b>Cost:</b> for a call a look into a map and eight numbers; memory for each method that was called, of the
 * first {@value #MOST_CLASSES} classes, some kB: calls of all others are summed as those of one.
 */
public final class MethodSums {
    static final int MOST_CLASSES = 4_096;

    /** Stands for classes beyond these. */
    private static final String OTHERS = "others";

    /** The end of a tessera has the lowest number. */
    private static final int LOWEST = CallView.DROP;

    private static final class Sum {
        private long done;
        private long failed;
        private long upstreamFailed;
        private long cancelled;
        private long nanos;
        private long mostNanos;
        private long waitNanos;
        private long deviceNanos;
        private long[] times = new long[0];

        private void add(CallView.State state) {
            switch (state) {
                case FAILED -> failed++;
                case UPSTREAM_FAILED -> upstreamFailed++;
                case CANCELLED -> cancelled++;
                case DONE, PENDING, QUEUED, RUNNING -> done++;
            }
        }

        private void ran(CallView call, long endedNanos, long ofDevices) {
            long ran = endedNanos - call.startedNanos();
            nanos += ran;
            mostNanos = Math.max(mostNanos, ran);
            waitNanos += call.startedNanos() - call.arrivedNanos();
            deviceNanos += ofDevices;
            int ofTime = RunTimes.classOf(ran);
            times = ofTime < times.length ? times : Arrays.copyOf(times, ofTime + 1);
            times[ofTime]++;
        }

        private MethodEntry entry(String name) {
            return new MethodEntry(
                    name,
                    0,
                    0,
                    done,
                    failed,
                    upstreamFailed,
                    cancelled,
                    nanos,
                    mostNanos,
                    waitNanos,
                    deviceNanos,
                    RunTimes.of(times));
        }
    }

    /** By class, of which each has its methods by number. */
    private final Map<String, @Nullable Sum[]> ofTesserae = new HashMap<>();

    private final Map<String, @Nullable Sum[]> ofFunctions = new HashMap<>();

    /** By name, of those that this unit counts for others. */
    private final Map<String, Sum> ofCaller = new HashMap<>();

    private final Sum all = new Sum();

    /** Names a method of a class, or a function. */
    @FunctionalInterface
    public interface Names {
        /** {@code method} is {@link OtherCalls#FUNCTION} for a function, whose name is in the place of the class. */
        String of(String className, int method);
    }

    /** Of its method; {@link OtherCalls#FUNCTION} of a stateless task too. */
    public static int index(CallView call) {
        return call.tessera().isPool() ? OtherCalls.FUNCTION : call.method();
    }

    /**
     * Adds a call that has run, and has ended.
     *
     * @param deviceNanos of the unit's devices, those that were its own
     */
    public void add(CallView call, long endedNanos, long deviceNanos) {
        Sum sum = sum(call);
        sum.add(call.state());
        sum.ran(call, endedNanos, deviceNanos);
        all.add(call.state());
    }

    /** Adds an item of a batch that has failed. */
    public void addItem(CallView batch) {
        sum(batch).add(CallView.State.FAILED);
        all.add(CallView.State.FAILED);
    }

    /** Adds a task that this unit made, and that ended so in no worker that lives. */
    public void addOwn(String name, CallView.State state) {
        boolean isCounted = ofCaller.containsKey(name) || ofCaller.size() < MOST_CLASSES;
        ofCaller.computeIfAbsent(isCounted ? name : OTHERS, any -> new Sum()).add(state);
        all.add(state);
    }

    /** All of them together. */
    public MethodEntry all() {
        return all.entry("");
    }

    private Sum sum(CallView call) {
        boolean isFunction = index(call) == OtherCalls.FUNCTION;
        Map<String, @Nullable Sum[]> classes = isFunction ? ofFunctions : ofTesserae;
        int index = isFunction ? 0 : call.method() - LOWEST;
        String className = call.className();
        @Nullable Sum[] sums = classes.get(className);
        if (sums == null || sums.length <= index) {
            className = sums == null && classes.size() >= MOST_CLASSES ? OTHERS : className;
            sums = Arrays.copyOf(classes.getOrDefault(className, new Sum[0]), index + 1);
            classes.put(className, sums);
        }
        Sum sum = sums[index];
        if (sum == null) {
            sum = new Sum();
            sums[index] = sum;
        }
        return sum;
    }

    /** By name. */
    public Map<String, MethodEntry> entries(Names names) {
        Map<String, MethodEntry> entries = new HashMap<>();
        ofTesserae.forEach((className, sums) -> collect(entries, names, className, false, sums));
        ofFunctions.forEach((className, sums) -> collect(entries, names, className, true, sums));
        ofCaller.forEach((name, sum) -> entries.merge(name, sum.entry(name), MethodEntry::plus));
        return entries;
    }

    private static void collect(
            Map<String, MethodEntry> entries, Names names, String className, boolean isFunction, @Nullable Sum[] sums) {
        for (int index = 0; index < sums.length; index++) {
            Sum sum = sums[index];
            if (sum != null) {
                String name = names.of(className, isFunction ? OtherCalls.FUNCTION : index + LOWEST);
                entries.merge(name, sum.entry(name), MethodEntry::plus);
            }
        }
    }
}
