package dev.mosaic.operator.snapshot;

import dev.mosaic.crd.AttemptEnd;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the program in a pod ended.
 *
 * @param exitCode of main, where it ran
 * @param at when; empty where the kubelet did not say it
 * @param message for people; may be empty
 */
public record Ending(AttemptEnd end, @Nullable Integer exitCode, Optional<Instant> at, String message) {
    /** Of who was told to end, or made to. */
    private static final Set<Integer> BY_SIGNAL = Set.of(143, 137);

    private static final int LONGEST_MESSAGE = 900;

    /**
     * Its end, as far as there is one.
     *
     * @param container in which main runs
     */
    public static Optional<Ending> of(Pod pod, String container) {
        Optional<ContainerStateTerminated> main = terminated(
                orNone(pod.getStatus() == null ? null : pod.getStatus().getContainerStatuses()).stream()
                        .filter(each -> each.getName().equals(container))
                        .findFirst());
        if (main.isPresent()) {
            return Optional.of(ofMain(pod, main.get()));
        }
        if (!Pods.ended(pod)) {
            return Optional.empty();
        }
        Optional<AttemptEnd> disruption = disruption(pod);
        if (disruption.isPresent()) {
            return Optional.of(new Ending(disruption.get(), null, Optional.empty(), said(pod)));
        }
        Optional<ContainerStateTerminated> start = Pods.containers(pod)
                .flatMap(each -> terminated(Optional.of(each)).stream())
                .filter(each -> each.getExitCode() != 0)
                .findFirst();
        return Optional.of(start.map(each -> new Ending(
                        AttemptEnd.ARTIFACT_FAILED, null, time(each), "the artifacts were not fetched" + last(each)))
                .orElseGet(() -> new Ending(AttemptEnd.NOT_ADMITTED, null, Optional.empty(), said(pod))));
    }

    /** When main began, where it did. */
    public static Optional<Instant> begin(Pod pod, String container) {
        return orNone(pod.getStatus() == null ? null : pod.getStatus().getContainerStatuses()).stream()
                .filter(each -> each.getName().equals(container) && each.getState() != null)
                .map(ContainerStatus::getState)
                .flatMap(state -> {
                    if (state.getRunning() != null) {
                        return Optional.ofNullable(state.getRunning().getStartedAt()).stream();
                    }
                    return state.getTerminated() == null
                            ? Optional.<String>empty().stream()
                            : Optional.ofNullable(state.getTerminated().getStartedAt()).stream();
                })
                .map(Instant::parse)
                .findFirst();
    }

    private static Ending ofMain(Pod pod, ContainerStateTerminated main) {
        int code = Objects.requireNonNullElse(main.getExitCode(), -1);
        if (code == 0) {
            return new Ending(AttemptEnd.SUCCEEDED, 0, time(main), "");
        }
        Optional<AttemptEnd> disruption = disruption(pod);
        if (disruption.isPresent()) {
            return new Ending(disruption.get(), code, time(main), said(pod));
        }
        if ("OOMKilled".equals(main.getReason())) {
            return new Ending(AttemptEnd.OUT_OF_MEMORY, code, time(main), "it used more memory than its limit");
        }
        if (Pods.ends(pod) && BY_SIGNAL.contains(code)) {
            return new Ending(AttemptEnd.DELETED, code, time(main), "its pod was deleted");
        }
        return new Ending(AttemptEnd.APPLICATION_FAILED, code, time(main), "exit code " + code + last(main));
    }

    /** What befell the pod, as whoever did it wrote it on it. */
    private static Optional<AttemptEnd> disruption(Pod pod) {
        Optional<AttemptEnd> said = Pods.condition(pod, "DisruptionTarget")
                .filter(each -> each.getStatus().equals("True"))
                .map(each -> switch (Objects.requireNonNullElse(each.getReason(), "")) {
                    case "PreemptionByScheduler" -> AttemptEnd.PREEMPTED;
                    case "DeletionByTaintManager", "DeletionByPodGC" -> AttemptEnd.NODE_LOST;
                    default -> AttemptEnd.EVICTED;
                });
        return said.or(() -> switch (reason(pod)) {
            case "Evicted" -> Optional.of(AttemptEnd.EVICTED);
            case "NodeLost", "NodeShutdown", "Shutdown", "Terminated" -> Optional.of(AttemptEnd.NODE_LOST);
            default -> Optional.empty();
        });
    }

    private static String reason(Pod pod) {
        return pod.getStatus() == null
                ? ""
                : Objects.requireNonNullElse(pod.getStatus().getReason(), "");
    }

    private static String said(Pod pod) {
        String condition = Pods.condition(pod, "DisruptionTarget")
                .map(each -> Objects.requireNonNullElse(each.getMessage(), ""))
                .orElse("");
        String status = Objects.requireNonNullElse(pod.getStatus().getMessage(), "");
        return shortened(status.isEmpty() ? condition.isEmpty() ? reason(pod) : condition : status);
    }

    private static String last(ContainerStateTerminated ended) {
        String message = Objects.requireNonNullElse(ended.getMessage(), "").strip();
        return message.isEmpty() ? "" : shortened(": " + message);
    }

    private static String shortened(String words) {
        return words.length() > LONGEST_MESSAGE ? words.substring(0, LONGEST_MESSAGE) : words;
    }

    private static Optional<Instant> time(ContainerStateTerminated ended) {
        return Optional.ofNullable(ended.getFinishedAt()).map(Instant::parse);
    }

    private static Optional<ContainerStateTerminated> terminated(Optional<ContainerStatus> container) {
        return container
                .flatMap(each -> Optional.ofNullable(each.getState()))
                .flatMap(state -> Optional.ofNullable(state.getTerminated()));
    }

    private static <T> List<T> orNone(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }
}
