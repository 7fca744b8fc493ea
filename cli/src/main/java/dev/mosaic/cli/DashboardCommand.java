package dev.mosaic.cli;

import dev.mosaic.StartException;
import dev.mosaic.http.Response;
import dev.mosaic.mesh.MeshException;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.report.Dashboard;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mosaic dashboard}: what is going on in a cluster, in a browser. */
@Command(
        name = "dashboard",
        description = {
            "Serves a web page that shows the state of a cluster, until you stop the command.",
            "Prints a link that works on this machine only. Anyone with the link can see what the cluster does, but cannot change anything."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class DashboardCommand implements Callable<Integer> {
    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port at 127.0.0.1 for the page; any free port by default.")
    private int port;

    @Mixin
    private AskedCluster cluster = new AskedCluster();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private final Object lock = new Object();

    /** Null where none is open. */
    private AskedCluster.@Nullable Way way;

    DashboardCommand() {}

    @Override
    public Integer call() {
        var _ = way(); // where there is no cluster, it says so at once
        Dashboard dashboard;
        try {
            dashboard = Dashboard.open(port, this::ask);
        } catch (IOException e) {
            throw new StartException("port=" + port + " cannot be opened: " + e, "give another port with --port", e);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println("The dashboard is at " + dashboard.link() + " until this is ended.");
        out.flush();
        Termination.await(
                () -> {
                    dashboard.close();
                    leave(way);
                },
                new CompletableFuture<>());
        return 0;
    }

    private Response ask(String path, Duration work) {
        AskedCluster.Way asked = null;
        try {
            asked = way();
            ClusterMessage.QueryResult result = asked.get(path, work);
            String body = AskedCluster.Way.body(result);
            return Response.whole(result.status(), body.startsWith("{") ? "application/json" : "text/plain", body);
        } catch (StartException | MeshException e) {
            leave(asked);
            return Response.problem(503, String.valueOf(e.getMessage()));
        }
    }

    /** Opened again after one that did not answer: the cluster may be elsewhere by now. */
    private AskedCluster.Way way() {
        synchronized (lock) {
            if (way == null) {
                way = cluster.way();
            }
            return way;
        }
    }

    private void leave(AskedCluster.@Nullable Way old) {
        synchronized (lock) {
            if (old != null && old.equals(way)) {
                way = null;
                old.close();
            }
        }
    }
}
