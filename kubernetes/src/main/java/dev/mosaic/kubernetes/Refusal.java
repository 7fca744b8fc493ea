package dev.mosaic.kubernetes;

import dev.mosaic.StartException;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import org.jspecify.annotations.Nullable;

/** Says why Kubernetes did not do something, and what helps. */
final class Refusal {
    private Refusal() {}

    /**
     * In words.
     *
     * @param doing what was tried, such as {@code reading the Secret demo-keys}
     * @param server which API server was asked
     * @param right what one must be allowed for that, such as {@code get secrets}
     */
    static StartException of(String doing, String server, String right, KubernetesClientException failure) {
        String said = "said=" + words(failure);
        return switch (failure.getCode()) {
            case HttpURLConnection.HTTP_UNAUTHORIZED ->
                new StartException(
                        doing + " was refused: the API server at " + server + " does not know this user, " + said,
                        "log in again, or choose another context: kubectl config get-contexts",
                        failure);
            case HttpURLConnection.HTTP_FORBIDDEN ->
                new StartException(
                        doing + " is forbidden, " + said,
                        "ask for the right to " + right + " in that namespace, such as by the ClusterRole admin",
                        failure);
            case 0, -1 ->
                new StartException(
                        "the API server at " + server + " cannot be reached for " + doing + ", " + said,
                        "see that the cluster runs and that the kubeconfig is its own: kubectl cluster-info",
                        failure);
            default -> new StartException(doing + " failed, " + said, "see kubectl cluster-info", failure);
        };
    }

    /** The innermost cause that says something; what Kubernetes answered says most. */
    private static String words(KubernetesClientException failure) {
        if (failure.getStatus() != null && failure.getStatus().getMessage() != null) {
            return failure.getStatus().getMessage();
        }
        String said = failure.getMessage();
        for (@Nullable Throwable each = failure.getCause(); each != null; each = each.getCause()) {
            said = each.getMessage() == null ? each.getClass().getSimpleName() : each.getMessage();
        }
        return said == null ? "nothing" : said;
    }
}
