package dev.mosaic.operator.snapshot;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What a pod's fields mean. */
public final class Pods {
    private Pods() {}

    /** It ended and will not run again. */
    public static boolean ended(Pod pod) {
        String phase = pod.getStatus() == null
                ? ""
                : Objects.requireNonNullElse(pod.getStatus().getPhase(), "");
        return phase.equals("Failed") || phase.equals("Succeeded");
    }

    /** Somebody has deleted it, and it has time to end. */
    public static boolean ends(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() != null;
    }

    /** It counts: it runs or will. */
    public static boolean lives(Pod pod) {
        return !ended(pod) && !ends(pod);
    }

    /** It says that it is ready, and nobody has deleted it. */
    public static boolean ready(Pod pod) {
        return lives(pod)
                && condition(pod, "Ready")
                        .filter(each -> each.getStatus().equals("True"))
                        .isPresent();
    }

    /** It ended, and had been ready: the kubelet changed its mind about that after the container's start. */
    public static boolean wasReady(Pod pod) {
        Optional<Instant> changed =
                condition(pod, "Ready").map(PodCondition::getLastTransitionTime).map(Instant::parse);
        return changed.isPresent()
                && containers(pod)
                        .flatMap(each -> terminated(each).stream())
                        .flatMap(ended -> Optional.ofNullable(ended.getStartedAt()).stream())
                        .map(Instant::parse)
                        .anyMatch(changed.get()::isAfter);
    }

    /** How a container ended. */
    public static Optional<ContainerStateTerminated> terminated(ContainerStatus container) {
        return Optional.ofNullable(container.getState()).map(ContainerState::getTerminated);
    }

    public static String name(Pod pod) {
        return pod.getMetadata().getName();
    }

    /** Where it listens; empty before it has an address. */
    public static String address(Pod pod) {
        return pod.getStatus() == null
                ? ""
                : Objects.requireNonNullElse(pod.getStatus().getPodIP(), "");
    }

    public static String label(Pod pod, String name) {
        return pod.getMetadata().getLabels() == null
                ? ""
                : pod.getMetadata().getLabels().getOrDefault(name, "");
    }

    /** A number that the operator wrote on it; 0 where there is none. */
    public static int number(Pod pod, String annotation) {
        String text = pod.getMetadata().getAnnotations() == null
                ? null
                : pod.getMetadata().getAnnotations().get(annotation);
        return text != null && text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
    }

    /** When the API server took it. */
    public static Instant created(Pod pod) {
        String time = pod.getMetadata().getCreationTimestamp();
        return time == null ? Instant.EPOCH : Instant.parse(time);
    }

    public static Optional<PodCondition> condition(Pod pod, String type) {
        return pod.getStatus() == null || pod.getStatus().getConditions() == null
                ? Optional.empty()
                : pod.getStatus().getConditions().stream()
                        .filter(each -> each.getType().equals(type))
                        .findFirst();
    }

    /** Of the containers, those of the start first. */
    public static Stream<ContainerStatus> containers(Pod pod) {
        return pod.getStatus() == null
                ? Stream.of()
                : Stream.concat(
                        orNone(pod.getStatus().getInitContainerStatuses()).stream(),
                        orNone(pod.getStatus().getContainerStatuses()).stream());
    }

    private static <T> List<T> orNone(List<T> list) {
        return list == null ? List.of() : list;
    }
}
