package dev.mosaic.kubernetes;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.util.List;

/** How far a pod is, as a person would read it in {@code kubectl describe}. */
record PodState(String words) {
    static PodState of(Pod pod) {
        for (ContainerStatus each : containers(pod)) {
            if (each.getState() != null && each.getState().getWaiting() != null) {
                return new PodState(said(
                        "waiting",
                        each.getState().getWaiting().getReason(),
                        each.getState().getWaiting().getMessage()));
            }
            if (each.getState() != null && each.getState().getTerminated() != null) {
                return new PodState(said(
                        "ended",
                        each.getState().getTerminated().getReason(),
                        each.getState().getTerminated().getMessage()));
            }
        }
        for (PodCondition each : pod.getStatus().getConditions()) {
            if ("PodScheduled".equals(each.getType()) && "False".equals(each.getStatus())) {
                return new PodState(said("not scheduled", each.getReason(), each.getMessage()));
            }
        }
        return new PodState(pod.getStatus().getPhase() + ", not ready yet");
    }

    private static List<ContainerStatus> containers(Pod pod) {
        return pod.getStatus() == null ? List.of() : pod.getStatus().getContainerStatuses();
    }

    private static String said(String what, String reason, String message) {
        return what + (reason == null ? "" : ", reason=" + reason) + (message == null ? "" : ": " + message);
    }
}
