package dev.mosaic.cli;

import dev.mosaic.process.Passage;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --cluster}, {@code --namespace}, {@code --context}: which cluster on Kubernetes is meant. */
public final class ClusterOption {
    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            required = true,
            description = "A MosaicCluster on Kubernetes, by the kubeconfig.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "Where it is; the namespace of the context unless said.")
    private @Nullable String namespace;

    @Option(
            names = "--context",
            paramLabel = "CONTEXT",
            description = "Of the kubeconfig; its current one unless said.")
    private @Nullable String context;

    /** For picocli. */
    public ClusterOption() {}

    /** As {@code Mosaic.connect} takes it: {@code kubernetes://namespace/name?context=context}. */
    public String address() {
        return Passage.KUBERNETES
                + (namespace == null ? "" : namespace + "/")
                + name
                + (context == null ? "" : "?context=" + URLEncoder.encode(context, StandardCharsets.UTF_8));
    }
}
