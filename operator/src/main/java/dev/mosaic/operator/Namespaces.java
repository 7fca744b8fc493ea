package dev.mosaic.operator;

import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.observe.Sources;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Constants;
import java.net.HttpURLConnection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The namespaces that the operator is to serve, and those of them in which it may not list what it watches. The Java Operator SDK would end
 * the process for one of those.
 *
 * <p><b>Threading:</b> one thread asks, any thread reads.
 */
final class Namespaces {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.operator");

    private final KubernetesClient client;
    private final Set<String> wanted;
    private volatile Set<String> refused = Set.of();

    Namespaces(KubernetesClient client, Set<String> wanted) {
        this.client = client;
        this.wanted = wanted.stream().map(String::strip).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Finds those that can be served.
     *
     * @param watched those of which all watches are open: they are not asked for
     */
    Set<String> ask(Set<String> watched) {
        Set<String> served = new TreeSet<>(watched);
        Set<String> without = new TreeSet<>();
        wanted.stream()
                .filter(each -> !watched.contains(each))
                .forEach(each -> (mayList(each) ? served : without).add(each));
        refused = without;
        return served;
    }

    /** Whether these are all. */
    boolean areAll(Set<String> namespaces) {
        return namespaces.containsAll(wanted);
    }

    /** As they were found last. */
    Set<String> refused() {
        return refused;
    }

    private boolean mayList(String namespace) {
        try {
            Stream.concat(Kinds.ALL.stream(), Sources.WATCHED.stream()).forEach(each -> list(each, namespace));
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) {
                throw e;
            }
            if (!refused.contains(namespace)) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "namespace {0} is not served until the operator has its rights there again; others are: {1}",
                        namespace,
                        e.getMessage());
            }
            return false;
        }
    }

    private void list(Class<? extends HasMetadata> kind, String namespace) {
        var all = client.resources(kind);
        (Constants.WATCH_ALL_NAMESPACES.equals(namespace) ? all.inAnyNamespace() : all.inNamespace(namespace))
                .withLabelSelector(Labels.SELECTOR)
                .list(new ListOptionsBuilder().withLimit(1L).build());
    }
}
