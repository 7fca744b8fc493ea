package dev.mosaic.kubernetes;

import dev.mosaic.StartException;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The API server of a Kubernetes cluster, as a kubeconfig leads to it.
 *
 * <p><b>Threading:</b> any thread. <b>Failure:</b> {@link StartException} with what is missing, or forbidden.
 */
final class Api implements AutoCloseable {
    private static final String SERVICE_ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount/token";
    private static final int CONNECT_MILLIS = (int) Duration.ofSeconds(10).toMillis();
    private static final int REQUEST_MILLIS = (int) Duration.ofSeconds(20).toMillis();
    private static final int AGAIN = 2;

    private final KubernetesClient client;

    private Api(KubernetesClient client) {
        this.client = client;
    }

    /** Reads the kubeconfig; nothing is asked yet. */
    static Api open(Optional<String> context) {
        Config found = Config.autoConfigure(context.orElse(null));
        List<String> contexts =
                found.getContexts().stream().map(NamedContext::getName).sorted().toList();
        if (context.isPresent() && !contexts.contains(context.get())) {
            throw new StartException(
                    "context=" + context.get() + " is not in the kubeconfig, contexts=" + contexts,
                    "give one of them: kubectl config get-contexts");
        }
        if (contexts.isEmpty() && !isNamedOtherwise()) {
            throw new StartException(
                    "no kubeconfig was found, looked at=" + Config.getKubeconfigFilenames(),
                    "name one with KUBECONFIG; kubectl config view shows what it finds");
        }
        Config config = new ConfigBuilder(found)
                .withConnectionTimeout(CONNECT_MILLIS)
                .withRequestTimeout(REQUEST_MILLIS)
                .withRequestRetryBackoffLimit(AGAIN)
                .build();
        return new Api(new KubernetesClientBuilder()
                .withConfig(config)
                .withHttpClientFactory(new JdkHttpClientFactory())
                .build());
    }

    /** In a pod with a service account, or by Fabric8's own settings. */
    private static boolean isNamedOtherwise() {
        return new java.io.File(SERVICE_ACCOUNT).exists()
                || System.getenv("KUBERNETES_MASTER") != null
                || System.getProperty(Config.KUBERNETES_MASTER_SYSTEM_PROPERTY) != null;
    }

    KubernetesClient client() {
        return client;
    }

    /** Where it is. */
    String url() {
        return client.getMasterUrl().toString();
    }

    /** The context of the kubeconfig; empty in a pod. */
    String context() {
        NamedContext chosen = client.getConfiguration().getCurrentContext();
        return chosen == null ? "" : chosen.getName();
    }

    /** That of the context. */
    String namespace() {
        String named = client.getNamespace();
        return named == null || named.isBlank() ? "default" : named;
    }

    /**
     * Asks something.
     *
     * @param doing what for, as the error would say it
     * @param right what one must be allowed
     */
    <T> T ask(String doing, String right, Function<KubernetesClient, T> question) {
        try {
            return question.apply(client);
        } catch (KubernetesClientException e) {
            throw Refusal.of(doing, url(), right, e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
