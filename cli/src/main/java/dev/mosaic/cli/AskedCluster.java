package dev.mosaic.cli;

import dev.mosaic.StartException;
import dev.mosaic.headapi.Variables;
import dev.mosaic.http.Json;
import dev.mosaic.local.RunningCluster;
import dev.mosaic.local.RunningClusters;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.MeshException;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.process.Entrance;
import dev.mosaic.process.Guest;
import dev.mosaic.process.Passage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The cluster that a verb asks, by options: one on this machine, one at an address, or one on Kubernetes. Without any it is that of {@value
 * Variables#ADDRESS}, else the only one that this user runs on this machine.
 */
final class AskedCluster {
    @Option(
            names = "--cluster",
            paramLabel = "[NAMESPACE/]NAME",
            description = {
                "Name of a cluster: one on this machine, as mosaic list clusters shows it (or the beginning of that name), or a MosaicCluster on Kubernetes, found by the kubeconfig.",
                "By default the cluster on this machine, if there is only one."
            })
    private @Nullable String name;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "Namespace of a MosaicCluster; that of the context by default.")
    private @Nullable String namespace;

    @Option(
            names = "--context",
            paramLabel = "CONTEXT",
            description = "Context of the kubeconfig; the current one by default.")
    private @Nullable String context;

    @Option(
            names = "--join",
            paramLabel = "ADDRESS",
            converter = Address.class,
            description = "Address of the monitor of a cluster that is not on Kubernetes.")
    private Endpoint.@Nullable Tcp join;

    @Option(names = "--wait", paramLabel = "SECONDS", description = "How long to wait for an answer; 10 by default.")
    private long waitSeconds = 10;

    @Mixin
    private KeysOption keys = new KeysOption();

    AskedCluster() {}

    /**
     * What its head answers at that path.
     *
     * @throws StartException where no head can be reached, or it refuses
     */
    <T> T get(String path, Class<T> page) {
        String body = text(path);
        try {
            return Json.read(body, page);
        } catch (Json.MalformedException e) {
            throw new StartException(
                    "the answer to path=" + path + " cannot be read: " + e.detail(),
                    "run the same version of Mosaic in both",
                    e);
        }
    }

    /** {@link #get} of what is text. */
    String text(String path) {
        return text(path, Duration.ZERO);
    }

    /** {@link #text(String)} of what takes that long to find out. */
    String text(String path, Duration work) {
        try (Way way = way()) {
            return way.text(path, work);
        }
    }

    /** The way to it, for whoever asks more than once. */
    Way way() {
        Optional<RunningCluster> here = here();
        if (here.isPresent()) {
            RunningCluster found = here.get();
            return new Way(Guest.of(found.monitor(), found.access()), () -> {}, patience());
        }
        Passage passage = passage();
        try {
            Entrance entrance = Entrance.at(passage);
            return new Way(Guest.of(entrance.monitor(), entrance.access()), passage::close, patience());
        } catch (StartException | MeshException e) {
            passage.close();
            throw e;
        }
    }

    /**
     * A way to a head, open until it is closed.
     *
     * <p><b>Threading:</b> any thread. <b>Failure:</b> {@link StartException} where the head does not answer.
     *
     * @param passage closes what was opened for it
     */
    record Way(Guest guest, Runnable passage, Duration patience) implements AutoCloseable {
        /** What is answered at that path, whatever the status. */
        ClusterMessage.QueryResult get(String path, Duration work) {
            return guest.get(path, patience.plus(work));
        }

        /** @throws StartException where it is refused */
        String text(String path, Duration work) {
            ClusterMessage.QueryResult result = get(path, work);
            String body = body(result);
            if (result.status() != 200) {
                throw new StartException(
                        "path=" + path + " was answered with status=" + result.status() + ": " + body,
                        "see the log of the head");
            }
            return body;
        }

        static String body(ClusterMessage.QueryResult result) {
            return new String(result.body().inline(), StandardCharsets.UTF_8);
        }

        @Override
        public void close() {
            guest.close();
            passage.run();
        }
    }

    private Passage passage() {
        try {
            return Passage.open(address(), keys.folder(), keys.tokenFile(), patience());
        } catch (StartException elsewhere) {
            if (name == null || !mayBeHere()) {
                throw elsewhere;
            }
            throw new StartException(
                    "cluster=" + name + " does not run on this machine, and on Kubernetes: " + elsewhere.what(),
                    "mosaic list clusters shows those of this machine; " + elsewhere.advice(),
                    elsewhere);
        }
    }

    private Duration patience() {
        return Duration.ofSeconds(waitSeconds);
    }

    /** Empty where it is at an address. */
    private Optional<RunningCluster> here() {
        if (!mayBeHere()) {
            return Optional.empty();
        }
        if (name != null) {
            return named(name);
        }
        return fromEnvironment() == null ? Optional.of(only()) : Optional.empty();
    }

    /** False where the options say that it is elsewhere. */
    private boolean mayBeHere() {
        return join == null && namespace == null && context == null && (name == null || !name.contains("/"));
    }

    private static Optional<RunningCluster> named(String name) {
        List<RunningCluster> all;
        try {
            all = RunningClusters.own().all();
        } catch (StartException noFolder) {
            return Optional.empty(); // it can be on Kubernetes all the same
        }
        List<RunningCluster> exact =
                all.stream().filter(each -> each.name().equals(name)).toList();
        List<RunningCluster> found = exact.isEmpty()
                ? all.stream().filter(each -> each.name().startsWith(name)).toList()
                : exact;
        if (found.size() > 1) {
            throw several("name=" + name + " is the beginning of several clusters on this machine", found);
        }
        return found.stream().findFirst();
    }

    private static RunningCluster only() {
        List<RunningCluster> all = RunningClusters.own().all();
        if (all.isEmpty()) {
            throw new StartException(
                    "no cluster of this user runs on this machine",
                    "start a program with Mosaic.start, or give another cluster: --join ADDRESS, or --cluster [NAMESPACE/]NAME on Kubernetes");
        }
        if (all.size() > 1) {
            throw several("several clusters of this user run on this machine", all);
        }
        return all.getFirst();
    }

    private static StartException several(String what, List<RunningCluster> found) {
        return new StartException(
                what + ": " + found.stream().map(RunningCluster::name).toList(), "choose one with --cluster NAME");
    }

    private static @Nullable String fromEnvironment() {
        String said = System.getenv(Variables.ADDRESS);
        return said == null || said.isEmpty() ? null : said;
    }

    private String address() {
        if (join != null) {
            return join.toString();
        }
        if (name == null) {
            String said = fromEnvironment();
            if (said != null) {
                return said;
            }
            throw new StartException(
                    "--namespace and --context are only for a cluster on Kubernetes",
                    "add the name of the cluster: --cluster NAME");
        }
        int slash = name.indexOf('/');
        return slash < 0
                ? ClusterOption.address(name, namespace, context)
                : ClusterOption.address(name.substring(slash + 1), name.substring(0, slash), context);
    }
}
