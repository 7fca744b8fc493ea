package dev.mosaic.operator.snapshot;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What a pod's fields mean. */
public final class Pods {
    /** Where pods of the runtime have their keys. */
    public static final String KEYS_VOLUME = "keys";

    /** A kubelet that answers has killed it by then, after its time to end. */
    private static final Duration LOST = Duration.ofSeconds(30);

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

    /** How long until it {@link #isLost}; empty where nobody has deleted it. */
    public static Optional<Duration> untilLost(Pod pod, Instant now) {
        return ends(pod)
                ? Optional.of(Duration.between(
                        now,
                        Instant.parse(pod.getMetadata().getDeletionTimestamp()).plus(LOST)))
                : Optional.empty();
    }

    /** Its time to end has long been over: its node does not answer. */
    public static boolean isLost(Pod pod, Instant now) {
        return untilLost(pod, now).filter(left -> !left.isPositive()).isPresent();
    }

    /** Deleting it once more does nothing: somebody's finalizer holds it, or nobody waits for its kubelet any more. */
    public static boolean isHeld(Pod pod) {
        Long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
        return ends(pod) && (!orNone(pod.getMetadata().getFinalizers()).isEmpty() || (grace != null && grace == 0));
    }

    /** It counts: it runs or will. */
    public static boolean lives(Pod pod) {
        return !ended(pod) && !ends(pod);
    }

    /** The scheduler found no node for it yet. */
    public static boolean waitsForNode(Pod pod) {
        return condition(pod, "PodScheduled")
                .filter(each -> each.getStatus().equals("False"))
                .isPresent();
    }

    /** It says that it is ready, and nobody has deleted it. */
    public static boolean ready(Pod pod) {
        return lives(pod)
                && condition(pod, "Ready")
                        .filter(each -> each.getStatus().equals("True"))
                        .isPresent();
    }

    /** Since when it has not been ready: its creation, or later. Of one that is ready it says nothing. */
    public static Instant notReadySince(Pod pod) {
        Instant created = created(pod);
        return condition(pod, "Ready")
                .flatMap(each -> Optional.ofNullable(each.getLastTransitionTime()))
                .map(Instant::parse)
                .filter(created::isBefore)
                .orElse(created);
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

    /** What runs in the container of Mosaic; empty where the pod does not say it. */
    public static Optional<String> image(Pod pod) {
        return Optional.ofNullable(pod.getSpec())
                .flatMap(spec -> orNone(spec.getContainers()).stream()
                        .filter(each -> "mosaic".equals(each.getName()))
                        .findFirst())
                .flatMap(each -> Optional.ofNullable(each.getImage()));
    }

    public static String label(Pod pod, String name) {
        return pod.getMetadata().getLabels() == null
                ? ""
                : pod.getMetadata().getLabels().getOrDefault(name, "");
    }

    /** The Secret that it has its keys from; empty where that is not known. */
    public static Optional<String> keysSecret(Pod pod) {
        return pod.getSpec() == null
                ? Optional.empty()
                : pod.getSpec().getVolumes().stream()
                        .filter(each -> each.getName().equals(KEYS_VOLUME))
                        .flatMap(each -> Optional.ofNullable(each.getSecret()).stream())
                        .flatMap(each -> Optional.ofNullable(each.getSecretName()).stream())
                        .findFirst();
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
