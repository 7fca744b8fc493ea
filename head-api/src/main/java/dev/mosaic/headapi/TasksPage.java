package dev.mosaic.headapi;

import java.util.List;

/**
 * Tasks of a cluster, as {@link HeadHttp#TASKS} gives them: those that run, those that wait in a worker, those that wait with their
 * caller, and those that have ended, the latest first. What is behind its last one is the page {@code before} the end of that.
 *
 * @param matched how many there are; more than tasks where the limit was reached
 * @param ended how many calls have ended, as far as the units that live know
 * @param failed how many of these failed: the sum over all methods
 * @param upstreamFailed how many of these did not run, since an argument failed
 * @param displaced of those that ended or failed, how many nobody remembers any more
 * @param silent units that did not answer in time: their tasks are missing here
 */
public record TasksPage(
        List<TaskState> tasks,
        long matched,
        long ended,
        long failed,
        long upstreamFailed,
        long displaced,
        List<String> silent) {
    public TasksPage {
        tasks = tasks == null ? List.of() : List.copyOf(tasks);
        silent = silent == null ? List.of() : List.copyOf(silent);
    }

    /**
     * A task.
     *
     * @param id as it stands at the end of its uid
     * @param name what it calls: {@code Solver.solve}; of a stateless task its function
     * @param state {@code PENDING} with its caller, {@code QUEUED} in a worker, {@code RUNNING}, {@code DONE}, {@code FAILED}, {@code UPSTREAM_FAILED}
     *     where it did not run since an argument failed, or {@code CANCELLED}
     * @param unit uid of its worker; empty for none, and for one that was lost
     * @param tessera where it runs; empty for a stateless one
     * @param caller uid of the unit that made it; empty for one that is gone
     * @param attempt 0, and one more for each time it was sent elsewhere
     * @param queuedAt in ISO 8601, by the clock of its worker
     * @param startedAt the same; empty before
     * @param endedAt the same; empty before
     * @param seconds how long its code has run; of one that failed in no worker, how long it took
     * @param waitingFor {@code task=ID}, or in words; empty where it waits for nothing but its turn, and where that is not known
     * @param failure why it failed; empty where it did not
     * @param input arguments or item in words, of what failed and of a single one that runs; empty where that is not known
     */
    public record TaskState(
            String id,
            String name,
            String state,
            String unit,
            String tessera,
            String caller,
            int attempt,
            String queuedAt,
            String startedAt,
            String endedAt,
            double seconds,
            String waitingFor,
            String failure,
            String input) {
        /** Why it failed, and with which input. */
        public String failureWithInput() {
            return failure.isEmpty() || input.isEmpty() ? failure : failure + "; input: " + input;
        }
    }
}
