package dev.mosaic.operator.plan;

import dev.mosaic.crd.AttemptEnd;
import dev.mosaic.crd.AttemptStatus;
import dev.mosaic.crd.FailureAction;
import dev.mosaic.crd.FailureRule;
import dev.mosaic.crd.MosaicJobSpec;
import dev.mosaic.crd.MosaicJobStatus;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.desired.Names;
import dev.mosaic.operator.snapshot.Ending;
import dev.mosaic.operator.snapshot.JobSnapshot;
import dev.mosaic.operator.snapshot.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of a job: what its status tells of them, and what its pods have shown since. A pod that is gone without having shown how
 * main ended is a deleted one, never a success.
 *
 * @param attempts the last ones, oldest first
 * @param count how many there were in all
 * @param failures those that count
 * @param interruptions those that ended without counting
 * @param start when the first pod since the last resumption was made
 */
public record JobHistory(
        List<AttemptStatus> attempts, int count, int failures, int interruptions, Optional<Instant> start) {

    /** As it is now. */
    public static JobHistory of(JobSnapshot snapshot) {
        MosaicJobStatus before = snapshot.before();
        TreeMap<Integer, AttemptStatus> attempts = new TreeMap<>();
        before.attempts().forEach(each -> attempts.put(each.number(), each));
        snapshot.pods().stream()
                .filter(each -> number(each) > before.attemptCount())
                .forEach(each -> attempts.put(number(each), begun(each)));
        int count = Math.max(before.attemptCount(), attempts.isEmpty() ? 0 : attempts.lastKey());
        int failures = before.failures();
        int interruptions = before.interruptions();
        List<AttemptStatus> now = new ArrayList<>();
        for (AttemptStatus each : attempts.values()) {
            AttemptStatus seen = each.over() ? each : seen(each, snapshot);
            now.add(seen);
            if (seen.over() && !each.over()) {
                AttemptEnd end = Objects.requireNonNull(seen.reason());
                boolean isSilent = end == AttemptEnd.SUCCEEDED || end == AttemptEnd.SUSPENDED;
                boolean counts = action(snapshot.job().getSpec(), seen) != FailureAction.RETRY_WITHOUT_COUNTING;
                failures += !isSilent && counts ? 1 : 0;
                interruptions += !isSilent && !counts ? 1 : 0;
            }
        }
        List<AttemptStatus> kept = now.subList(Math.max(0, now.size() - MosaicJobStatus.MOST_ATTEMPTS), now.size());
        return new JobHistory(List.copyOf(kept), count, failures, interruptions, start(snapshot, kept));
    }

    /** As the status tells it. */
    public static JobHistory before(JobSnapshot snapshot) {
        MosaicJobStatus before = snapshot.before();
        return new JobHistory(
                before.attempts(),
                before.attemptCount(),
                before.failures(),
                before.interruptions(),
                time(before.startTime()));
    }

    /** The number of the attempt that a pod is. */
    static int number(Pod pod) {
        return Pods.number(pod, Labels.ATTEMPT);
    }

    /** The newest. */
    public Optional<AttemptStatus> last() {
        return attempts.isEmpty() ? Optional.empty() : Optional.of(attempts.getLast());
    }

    /** The newest, where it is not over. */
    public Optional<AttemptStatus> open() {
        return last().filter(each -> !each.over());
    }

    /** How long after the end of the last attempt the next one is made. */
    Duration pause(MosaicJobSpec spec) {
        Optional<AttemptStatus> last = last();
        if (last.isEmpty() || last.get().reason() == AttemptEnd.SUSPENDED) {
            return Duration.ZERO;
        }
        int doublings = Math.max(0, Math.min(failures + interruptions - 1, 10));
        Duration grown = spec.retry().firstPause().multipliedBy(1L << doublings);
        Duration most = Duration.ofMinutes(5);
        return grown.compareTo(most) < 0 ? grown : most;
    }

    /** What follows from the end of an attempt: what the first rule about it says, else the usual. */
    static FailureAction action(MosaicJobSpec spec, AttemptStatus attempt) {
        AttemptEnd end = Objects.requireNonNull(attempt.reason());
        return spec.failurePolicy().rules().stream()
                .filter(rule -> rule.matches(end, attempt.exitCode()))
                .map(FailureRule::action)
                .findFirst()
                .orElse(end.isOwnFault() ? FailureAction.RETRY : FailureAction.RETRY_WITHOUT_COUNTING);
    }

    private static AttemptStatus begun(Pod pod) {
        return new AttemptStatus(
                number(pod), Pods.name(pod), Pods.label(pod, Labels.CLUSTER), null, null, null, null, null);
    }

    private static AttemptStatus seen(AttemptStatus attempt, JobSnapshot snapshot) {
        Optional<Pod> pod = snapshot.pods().stream()
                .filter(each -> Pods.name(each).equals(attempt.pod()))
                .findFirst();
        if (pod.isEmpty()) {
            AttemptEnd end = stopped(snapshot).orElse(AttemptEnd.DELETED);
            return over(
                    attempt, attempt.startTime(), new Ending(end, null, Optional.empty(), "its pod is gone"), snapshot);
        }
        String start =
                Ending.begin(pod.get(), Names.CONTAINER).map(Instant::toString).orElse(attempt.startTime());
        return Ending.of(pod.get(), Names.CONTAINER)
                .map(end -> over(attempt, start, precise(attempt, end, snapshot), snapshot))
                .orElseGet(() -> new AttemptStatus(
                        attempt.number(), attempt.pod(), attempt.clusterName(), start, null, null, null, null));
    }

    /** Who was stopped by the operator was not deleted by somebody, and who lost its cluster has no fault of its own. */
    private static Ending precise(AttemptStatus attempt, Ending ending, JobSnapshot snapshot) {
        AttemptEnd end = switch (ending.end()) {
            case DELETED -> stopped(snapshot).orElse(AttemptEnd.DELETED);
            case APPLICATION_FAILED -> isClusterGone(attempt, snapshot) ? AttemptEnd.CLUSTER_FAILED : ending.end();
            case SUCCEEDED,
                    OUT_OF_MEMORY,
                    ARTIFACT_FAILED,
                    CLUSTER_FAILED,
                    PREEMPTED,
                    EVICTED,
                    NODE_LOST,
                    NOT_ADMITTED,
                    SUSPENDED,
                    START_DEADLINE_EXCEEDED,
                    ACTIVE_DEADLINE_EXCEEDED -> ending.end();
        };
        return new Ending(end, ending.exitCode(), ending.at(), ending.message());
    }

    private static boolean isClusterGone(AttemptStatus attempt, JobSnapshot snapshot) {
        String name = attempt.clusterName();
        return name != null && snapshot.living(name).isEmpty();
    }

    /** Why the operator would have stopped it. */
    private static Optional<AttemptEnd> stopped(JobSnapshot snapshot) {
        MosaicJobSpec spec = snapshot.job().getSpec();
        if (spec.suspend()) {
            return Optional.of(AttemptEnd.SUSPENDED);
        }
        return isPast(snapshot, time(snapshot.before().startTime()))
                ? Optional.of(AttemptEnd.ACTIVE_DEADLINE_EXCEEDED)
                : Optional.empty();
    }

    /** Whether a job that began then has had all its time. */
    static boolean isPast(JobSnapshot snapshot, Optional<Instant> start) {
        Optional<Duration> most = snapshot.job().getSpec().mostTime();
        return start.isPresent()
                && most.isPresent()
                && !snapshot.now().isBefore(start.get().plus(most.get()));
    }

    private static AttemptStatus over(
            AttemptStatus attempt, @Nullable String start, Ending ending, JobSnapshot snapshot) {
        Instant end = ending.at().orElse(snapshot.now().truncatedTo(ChronoUnit.SECONDS));
        return new AttemptStatus(
                attempt.number(),
                attempt.pod(),
                attempt.clusterName(),
                start,
                end.toString(),
                ending.exitCode(),
                ending.end(),
                ending.message().isEmpty() ? null : ending.message());
    }

    private static Optional<Instant> start(JobSnapshot snapshot, List<AttemptStatus> attempts) {
        boolean isOpen = !attempts.isEmpty() && !attempts.getLast().over();
        if (snapshot.job().getSpec().suspend() && !isOpen) {
            return Optional.empty();
        }
        return time(snapshot.before().startTime())
                .or(() -> snapshot.pods().stream()
                        .filter(each -> number(each) > snapshot.before().attemptCount())
                        .map(Pods::created)
                        .min(Comparator.naturalOrder()));
    }

    static Optional<Instant> time(@Nullable String text) {
        return Optional.ofNullable(text).map(Instant::parse);
    }
}
