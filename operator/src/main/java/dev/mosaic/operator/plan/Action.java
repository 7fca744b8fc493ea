package dev.mosaic.operator.plan;

import dev.mosaic.operator.reason.Reason;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;

/** One thing to do to Kubernetes. */
public sealed interface Action {
    /** What an Event tells about it; empty where it is no news. */
    Optional<Reason> reason();

    /** What it is about, for people. */
    String message();

    /**
     * Write an object whole, as far as it is ours.
     *
     * @param fresh whether there is none yet of ours under that name
     */
    record Apply(HasMetadata object, boolean fresh, Optional<Reason> reason, String message) implements Action {}

    /** Make pods, side by side. */
    record Create(Pod pod, int count, Optional<Reason> reason, String message) implements Action {}

    /** Delete an object; pods have their time to end. A pod that ends already is not waited for any more. */
    record Delete(HasMetadata object, Optional<Reason> reason, String message) implements Action {}
}
