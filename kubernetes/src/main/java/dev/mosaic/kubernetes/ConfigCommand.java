package dev.mosaic.kubernetes;

import dev.mosaic.StartException;
import dev.mosaic.cli.ClusterOption;
import dev.mosaic.cli.Verb;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code mosaic config}: has the programs of a shell run on a cluster on Kubernetes. */
@Command(
        name = "config",
        description = {
            "Writes the keys of a cluster on Kubernetes into a folder, and prints the environment variables for programs that connect to it:",
            "  eval \"$(mosaic config --cluster demo)\"",
            "Programs on this machine then connect by a tunnel through the API server of the kubeconfig; they need mosaic-kubernetes on the class path. With --inside, the command prints the address for programs in pods, which need only the keys."
        },
        mixinStandardHelpOptions = true)
public final class ConfigCommand implements Verb {
    @Mixin
    private ClusterOption cluster = new ClusterOption();

    @Option(
            names = "--keys",
            paramLabel = "FOLDER",
            description = "The folder for the keys; by default a folder in ~/.mosaic/keys.")
    private @Nullable Path folder;

    @Option(
            names = "--inside",
            description = "Prints the address for programs in pods, tcp://NAME-head.NAMESPACE.svc:7600.")
    private boolean isInside;

    /** For {@link java.util.ServiceLoader}. */
    public ConfigCommand() {}

    @Override
    public Integer call() {
        ClusterAddress address = ClusterAddress.parse(cluster.address());
        try (Api api = Api.open(address.context())) {
            KubernetesCluster found = new KubernetesCluster(api, address);
            found.mustExist();
            SecretFolder keys = SecretFolder.at(folder == null ? usual(api, found) : folder.toAbsolutePath());
            keys.write(found.keys());
            System.out.println(
                    "export MOSAIC_ADDRESS=" + quoted(isInside ? found.inside() : found.address(address.context())));
            System.out.println("export MOSAIC_KEYS=" + quoted(keys.path().toString()));
            return 0;
        } catch (IOException e) {
            throw new StartException(
                    "the keys cannot be written: " + e, "give a folder that you may write to with --keys", e);
        }
    }

    private static Path usual(Api api, KubernetesCluster cluster) {
        String name = String.join("_", api.context(), cluster.namespace(), cluster.name());
        return Path.of(System.getProperty("user.home"), ".mosaic", "keys", name.replaceAll("[^\\w.-]", "-"));
    }

    /** For the shell, as it is. */
    private static String quoted(String word) {
        return word.matches("[\\w./:@%+=,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
