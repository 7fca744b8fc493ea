package dev.mosaic.headapi;

import java.util.List;

/**
 * What the processes of a cluster take of their machines, and what their calls did, as {@link HeadHttp#LOAD} gives it. Counts and sums are
 * since units began: two pages tell what was between.
 *
 * @param methods of workers that live, those that took most time first
 * @param silent units that did not answer in time: theirs is missing here
 */
public record LoadPage(List<UnitLoad> units, List<MethodLoad> methods, List<String> silent) {
    public LoadPage {
        units = units == null ? List.of() : List.copyOf(units);
        methods = methods == null ? List.of() : List.copyOf(methods);
        silent = silent == null ? List.of() : List.copyOf(silent);
    }

    /**
     * A worker or a program. Units of one process show that process.
     *
     * @param kind {@code worker}, or {@code head} for a program
     * @param node uid of the node it is on; empty for none
     * @param program uid of the program that a worker works for; empty for none
     * @param devices ids of those that a worker has for itself
     * @param upSeconds since the process began
     * @param cpuSeconds processor time of the process since then
     * @param heapBytes in use, garbage included
     * @param heapLimitBytes the most that the heap may take
     * @param residentBytes of memory, heap included; 0 where the system does not say
     * @param receivedBytes by its machine from others since that began, or by its pod; 0 where the system does not say
     * @param sentBytes by its machine to others, or by its pod
     * @param deviceSeconds of devices, those that the worker has had: two devices for a minute are 120
     * @param deviceBusySeconds those of them in which a call ran
     */
    public record UnitLoad(
            String uid,
            String kind,
            String node,
            String program,
            List<String> devices,
            long pid,
            double upSeconds,
            double cpuSeconds,
            long heapBytes,
            long heapLimitBytes,
            long residentBytes,
            int threads,
            long receivedBytes,
            long sentBytes,
            double deviceSeconds,
            double deviceBusySeconds) {
        public UnitLoad {
            devices = devices == null ? List.of() : List.copyOf(devices);
        }
    }

    /**
     * The calls of a method.
     *
     * @param name {@code Solver.solve}; of stateless tasks the class of their function
     * @param running now
     * @param queued in workers now
     * @param failed how many failed in their worker, or with it; an item of a batch that failed is one beside its batch
     * @param upstreamFailed how many did not run, since an argument failed
     * @param ran how many of those that ended ran to their end in a worker that lives
     * @param seconds how long these have run, in sum
     * @param p50Seconds how long half of them have run at most, within 4 %
     * @param p95Seconds how long 95 % of them have run at most, within 4 %
     * @param p99Seconds how long 99 % of them have run at most, within 4 %
     * @param mostSeconds how long the longest of them has run
     * @param waitSeconds how long they waited in their worker before, in sum
     * @param deviceSeconds of devices, those in which they ran, calls that run now too; where several calls run in a worker at a time,
     *     each has an equal part
     */
    public record MethodLoad(
            String name,
            int running,
            int queued,
            long done,
            long failed,
            long upstreamFailed,
            long cancelled,
            long ran,
            double seconds,
            double p50Seconds,
            double p95Seconds,
            double p99Seconds,
            double mostSeconds,
            double waitSeconds,
            double deviceSeconds) {
        /** How many have ended, in whichever way. */
        public long ended() {
            return done + failed + upstreamFailed + cancelled;
        }

        /** How long one of them has run in the mean; 0 where none did. */
        public double meanSeconds() {
            return seconds / Math.max(1, ran);
        }

        /** How long one of them waited in its worker in the mean; 0 where none did. */
        public double meanWaitSeconds() {
            return waitSeconds / Math.max(1, ran);
        }
    }
}
