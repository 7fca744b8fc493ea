package dev.mosaic.cli;

import dev.mosaic.process.Passage;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options {@code --cluster}, {@code --namespace} and {@code --context}, which choose a cluster on Kubernetes. */
public final class ClusterOption {
    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            description = "Name of a MosaicCluster on Kubernetes, found by the kubeconfig.")
    private @Nullable String name;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "Namespace of the MosaicCluster; by default that of the context.")
    private @Nullable String namespace;

    @Option(
            names = "--context",
            paramLabel = "CONTEXT",
            description = "Context of the kubeconfig; the current one by default.")
    private @Nullable String context;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** For picocli. */
    public ClusterOption() {}

    /** As {@code Mosaic.connect} takes it: {@code kubernetes://namespace/name?context=context}. */
    public String address() {
        if (name == null) {
            throw new ParameterException(spec.commandLine(), "Missing required option: '--cluster=NAME'");
        }
        return address(name, namespace, context);
    }

    static String address(String name, @Nullable String namespace, @Nullable String context) {
        return Passage.KUBERNETES
                + (namespace == null ? "" : namespace + "/")
                + name
                + (context == null ? "" : "?context=" + URLEncoder.encode(context, StandardCharsets.UTF_8));
    }

    /** The name of the cluster; empty if the option is not given. */
    public Optional<String> name() {
        return Optional.ofNullable(name);
    }

    /** The namespace of the cluster; empty for that of the context. */
    public Optional<String> namespace() {
        return Optional.ofNullable(namespace);
    }

    /** The context of the kubeconfig; empty for the current one. */
    public Optional<String> context() {
        return Optional.ofNullable(context);
    }
}
