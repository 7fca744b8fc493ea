package dev.mosaic.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import java.net.HttpURLConnection;

/** A reconciliation that threw: it is tried again. Said once, in a line, unless it is no news. */
final class Failure {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.operator");

    private Failure() {}

    /** What was reconciled is tried again, later and later. */
    static <P extends HasMetadata> ErrorStatusUpdateControl<P> again(P resource, Exception failure) {
        LOG.log(
                isNoNews(failure) ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
                () -> resource.getKind() + " " + resource.getMetadata().getNamespace() + "/"
                        + resource.getMetadata().getName() + " is tried again: " + failure);
        return ErrorStatusUpdateControl.defaultErrorProcessing();
    }

    /**
     * It was deleted, or its namespace is being, or somebody wrote it, while we were at it. The Java Operator SDK may have wrapped
     * that.
     */
    private static boolean isNoNews(Throwable failure) {
        if (failure instanceof KubernetesClientException answer
                && (answer.getCode() == HttpURLConnection.HTTP_NOT_FOUND
                        || answer.getCode() == HttpURLConnection.HTTP_CONFLICT
                        || isNamespaceTerminating(answer))) {
            return true;
        }
        Throwable cause = failure.getCause();
        return cause != null && isNoNews(cause);
    }

    private static boolean isNamespaceTerminating(KubernetesClientException answer) {
        return answer.getStatus() != null
                && answer.getStatus().getDetails() != null
                && answer.getStatus().getDetails().getCauses().stream()
                        .anyMatch(cause -> "NamespaceTerminating".equals(cause.getReason()));
    }
}
