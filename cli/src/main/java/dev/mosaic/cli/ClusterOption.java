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

/** {@code --cluster}, {@code --namespace}, {@code --context}: which cluster on Kubernetes is meant. */
public final class ClusterOption {
    @Option(names = "--cluster", paramLabel = "NAME", description = "A MosaicCluster on Kubernetes, by the kubeconfig.")
    private @Nullable String name;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "Where it is; the namespace of the context by default.")
    private @Nullable String namespace;

    @Option(names = "--context", paramLabel = "CONTEXT", description = "Of the kubeconfig; its current one by default.")
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

    /** The cluster, where one is named. */
    public Optional<String> name() {
        return Optional.ofNullable(name);
    }

    /** Where it is, if not in the namespace of the context. */
    public Optional<String> namespace() {
        return Optional.ofNullable(namespace);
    }

    /** Of the kubeconfig, if not its current one. */
    public Optional<String> context() {
        return Optional.ofNullable(context);
    }
}
