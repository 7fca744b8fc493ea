package dev.mosaic.operator;

import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.javaoperatorsdk.operator.api.config.InformerStoppedHandler;
import org.jspecify.annotations.Nullable;

/**
 * Says that a watch has ended for good. Watches begin anew by themselves, later and later, whatever ends them but an object that cannot be
 * read; {@link OddFields} and the readers of our own kinds leave hardly any of those. The other watches go on, and so does what is
 * reconciled for them; {@link ReconcilingWorks} asks Kubernetes for a new process after a while.
 */
final class BrokenWatch implements InformerStoppedHandler {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.operator");

    @Override
    @SuppressWarnings("rawtypes") // as the Java Operator SDK has it
    public void onStop(SharedIndexInformer informer, @Nullable Throwable cause) {
        if (cause != null) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "the watch of " + informer.getApiTypeClass().getSimpleName()
                            + " has ended: changes of those are not seen",
                    cause);
        }
    }
}
