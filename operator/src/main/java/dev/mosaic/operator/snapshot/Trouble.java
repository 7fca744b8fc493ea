package dev.mosaic.operator.snapshot;

import dev.mosaic.operator.reason.Reason;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Why a pod does not run, in the words of the scheduler or the kubelet.
 *
 * @param reason one of those that are trouble
 */
public record Trouble(Reason reason, String message) {
    /** Containers that wait for nothing else than their turn. */
    private static final Set<String> USUAL = Set.of("ContainerCreating", "PodInitializing");

    /** What is wrong with it, if something is. */
    public static Optional<Trouble> of(Pod pod) {
        Optional<Trouble> unplaced = Pods.condition(pod, "PodScheduled")
                .filter(each -> each.getStatus().equals("False"))
                .map(each -> new Trouble(Reason.UNSCHEDULABLE, said(pod, each.getMessage())));
        if (unplaced.isPresent()) {
            return unplaced;
        }
        return Pods.containers(pod).flatMap(each -> of(pod, each).stream()).findFirst();
    }

    /** How one that ended did so, in the words of the kubelet. */
    public static Trouble ofEnded(Pod pod) {
        List<String> words = new ArrayList<>();
        Optional.ofNullable(pod.getStatus().getReason()).ifPresent(words::add);
        Optional.ofNullable(pod.getStatus().getMessage()).ifPresent(words::add);
        if (words.isEmpty()) {
            Pods.containers(pod)
                    .flatMap(each -> Pods.terminated(each).stream())
                    .reduce((_, last) -> last)
                    .ifPresent(last -> words.add(exit(last)));
        }
        return new Trouble(
                Reason.POD_FAILED, said(pod, words.isEmpty() ? "it ended" : "it ended: " + String.join(": ", words)));
    }

    private static Optional<Trouble> of(Pod pod, ContainerStatus container) {
        ContainerState state = container.getState();
        if (state == null || state.getWaiting() == null) {
            return Optional.empty();
        }
        String reason = Objects.requireNonNullElse(state.getWaiting().getReason(), "");
        return switch (reason) {
            case "CrashLoopBackOff" -> Optional.of(new Trouble(Reason.CRASH_LOOP, said(pod, ended(container))));
            case "ErrImagePull", "ImagePullBackOff", "ErrImageNeverPull", "InvalidImageName" ->
                Optional.of(new Trouble(
                        Reason.IMAGE_NOT_PULLED,
                        said(pod, reason + " " + state.getWaiting().getMessage())));
            default ->
                reason.isEmpty() || USUAL.contains(reason)
                        ? Optional.empty()
                        : Optional.of(new Trouble(
                                Reason.POD_NOT_STARTED,
                                said(pod, reason + " " + state.getWaiting().getMessage())));
        };
    }

    private static String ended(ContainerStatus container) {
        ContainerState last = container.getLastState();
        ContainerStateTerminated ended = last == null ? null : last.getTerminated();
        return "ends again and again" + (ended == null ? "" : ", last with " + exit(ended));
    }

    /** With the last line of its log, where it failed. */
    private static String exit(ContainerStateTerminated ended) {
        String code = "exit code " + ended.getExitCode();
        String reason = ended.getReason() == null ? code : code + " (" + ended.getReason() + ")";
        String log = Objects.requireNonNullElse(ended.getMessage(), "").strip();
        String line = log.substring(log.lastIndexOf('\n') + 1).strip();
        return line.isEmpty() ? reason : reason + ": " + line;
    }

    private static String said(Pod pod, String words) {
        return "pod " + Pods.name(pod) + ": "
                + Objects.requireNonNullElse(words, "").strip();
    }
}
