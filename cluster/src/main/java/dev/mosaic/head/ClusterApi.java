package dev.mosaic.head;

import dev.mosaic.headapi.ClusterPage;
import dev.mosaic.headapi.DrainOrder;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.http.Json;
import dev.mosaic.http.Request;
import dev.mosaic.http.Response;
import dev.mosaic.http.Route;
import dev.mosaic.http.Router;
import dev.mosaic.http.Scope;
import dev.mosaic.message.Resources;
import dev.mosaic.monitor.ClusterState;
import dev.mosaic.monitor.DrainAnswer;
import dev.mosaic.report.PageSource;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks and says who adds nodes to a cluster and takes them away.
 *
 * <pre>
 *   GET  /v1/openapi.json         all that a head serves, as a document of OpenAPI
 *   GET  /v1/status               units with their load, and what waits
 *   GET  /v1/tasks                tasks that run, wait, or have ended; ?state, name, id, tessera, unit, since, before, limit
 *   GET  /v1/instances            tesserae and where they live; ?state, name, id, unit, limit
 *   GET  /v1/objects              what stores keep, the largest first; ?tier, id, limit
 *   GET  /v1/events               which units joined, left or were lost; ?after
 *   GET  /v1/load                 what processes take of their machines, and sums of calls by method; ?unit
 *   GET  /metrics                 metrics of processes and calls, in the format of Prometheus
 *   GET  /v1/units/{uid}/stack    the stacks of what runs in a unit, as text
 *   GET  /v1/units/{uid}/profile  where the time of a unit goes, as collapsed stacks; ?seconds, event
 *   GET  /v1/units/{uid}/lines    the last lines that calls printed in a worker; ?task, tessera, after, limit
 *   GET  /v1/cluster              what waits, and which nodes are idle
 *   GET  /v1/cluster?watch=true   the same, one object a line: at once, on each change, and each 5 s
 *   POST /v1/nodes/{host}/drain   {"deadlineSeconds":60,"onlyIfIdle":true}
 *   PUT  /v1/announced            [{"cpus":4,"gpus":1}, ..]   what one node of each kind offers that may be added
 * </pre>
 *
 * All of it needs {@link Scope#ADMIN}, but for the document: that is for all who show a token. What is a {@code GET} and no stream is answered over the mesh too, to {@link
 * dev.mosaic.message.ClusterMessage.Query}.
 *
 * <p><b>Threading:</b> the requests' own. <b>Cost:</b> an event of the monitor for each request, and for each change while somebody
 * watches, but at most one in {@value #PAUSE_MILLIS} ms.
 */
public final class ClusterApi implements PageSource {
    private static final int PAUSE_MILLIS = 50;
    private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(5);
    private static final long DEADLINE_SECONDS = 60;

    private final MonitorShell monitor;
    private final boolean showsInputs;
    private final Router router;

    private ClusterApi(MonitorShell monitor, boolean showsInputs) {
        this.monitor = monitor;
        this.showsInputs = showsInputs;
        this.router = new Router(routes());
    }

    /**
     * What these routes show is answered to units that ask the monitor.
     *
     * @param showsInputs whether tasks are shown with what they were called with
     */
    public static ClusterApi answering(MonitorShell monitor, boolean showsInputs) {
        ClusterApi api = new ClusterApi(monitor, showsInputs);
        monitor.answer(api.router);
        return api;
    }

    /** The answer to a {@code GET} of that path with its query, whatever its status. */
    public Response get(String path) {
        return router.get(path);
    }

    @Override
    public <T> T page(String path, Class<T> type) {
        Response answer = get(path);
        if (answer.status() != 200 || !(answer.body() instanceof Response.Whole(String text))) {
            throw new IllegalStateException("path=" + path + " was answered with status=" + answer.status());
        }
        try {
            return Json.read(text, type);
        } catch (Json.MalformedException e) {
            throw new IllegalStateException("path=" + path + " is no " + type.getSimpleName(), e);
        }
    }

    List<Route> routes() {
        UnitPages units = new UnitPages(monitor);
        return List.of(
                new Route("GET", HeadHttp.OPENAPI, Scope.CALL, _ -> ApiDocument.response()),
                new Route("GET", HeadHttp.STATUS, Scope.ADMIN, this::status),
                new Route("GET", HeadHttp.TASKS, Scope.ADMIN, new TaskPages(monitor, showsInputs)::tasks),
                new Route("GET", HeadHttp.INSTANCES, Scope.ADMIN, new InstancePages(monitor)::tesserae),
                new Route("GET", HeadHttp.OBJECTS, Scope.ADMIN, new ObjectPages(monitor)::objects),
                new Route("GET", HeadHttp.EVENTS, Scope.ADMIN, monitor.events()::page),
                new Route("GET", HeadHttp.LOAD, Scope.ADMIN, new LoadPages(monitor)::load),
                new Route("GET", HeadHttp.METRICS, Scope.ADMIN, new MetricPages(monitor)::metrics),
                new Route("GET", HeadHttp.STACK, Scope.ADMIN, units::stack),
                new Route("GET", HeadHttp.PROFILE, Scope.ADMIN, units::profile),
                new Route("GET", HeadHttp.LINES, Scope.ADMIN, units::lines),
                new Route("GET", HeadHttp.CLUSTER, Scope.ADMIN, this::cluster),
                new Route("POST", HeadHttp.DRAIN, Scope.ADMIN, this::drain),
                new Route("PUT", HeadHttp.ANNOUNCED, Scope.ADMIN, this::announce));
    }

    private Response status(Request request) {
        return monitor.survey().map(ClusterPages::of).map(Response::json).orElseGet(ClusterPages::stuck);
    }

    private Response cluster(Request request) {
        if (request.query("watch").filter("true"::equals).isPresent()) {
            return Response.lines(this::watch);
        }
        return monitor.state()
                .map(seen -> ClusterPages.of(seen))
                .map(Response::json)
                .orElseGet(ClusterPages::stuck);
    }

    /** Ends where the monitor is stuck: who watches comes again, and is told. */
    private void watch(Response.Sink sink) throws IOException, InterruptedException {
        @Nullable ClusterState said = null;
        long saidNanos = System.nanoTime() - SIGN_OF_LIFE.toNanos();
        while (!Thread.currentThread().isInterrupted()) {
            Optional<MonitorShell.Seen> seen = monitor.state();
            if (seen.isEmpty()) {
                return;
            }
            Duration quiet = Duration.ofNanos(System.nanoTime() - saidNanos);
            if (!seen.get().state().equals(said) || quiet.compareTo(SIGN_OF_LIFE) >= 0) {
                sink.line(ClusterPages.of(seen.get()));
                said = seen.get().state();
                saidNanos = System.nanoTime();
                quiet = Duration.ZERO;
            }
            if (monitor.awaitChange(seen.get().changes(), SIGN_OF_LIFE.minus(quiet))) {
                LockSupport.parkNanos(Duration.ofMillis(PAUSE_MILLIS).toNanos() - (System.nanoTime() - saidNanos));
            }
        }
    }

    /** Whether that is done, and why not. */
    record Drained(boolean accepted, String reason) {}

    private Response drain(Request request) throws Json.MalformedException {
        DrainOrder order = request.body().isBlank() ? new DrainOrder(null, null) : request.json(DrainOrder.class);
        double seconds = order.deadlineSeconds() == null ? DEADLINE_SECONDS : order.deadlineSeconds();
        if (!(seconds >= 0 && seconds <= Integer.MAX_VALUE)) {
            return Response.problem(422, "deadlineSeconds=" + seconds + " is no time to wait");
        }
        Duration deadline = Duration.ofMillis((long) (seconds * 1_000));
        boolean onlyIfIdle = order.onlyIfIdle() != null && order.onlyIfIdle();
        Optional<DrainAnswer> answer = monitor.drain(request.variable("host"), deadline, onlyIfIdle);
        if (answer.isEmpty()) {
            return ClusterPages.stuck();
        }
        return switch (answer.get()) {
            case DrainAnswer.Accepted accepted -> Response.json(new Drained(true, ""));
            case DrainAnswer.Busy busy -> Response.json(409, new Drained(false, busy.reason()));
            case DrainAnswer.Unknown unknown -> Response.problem(404, unknown.reason());
        };
    }

    private Response announce(Request request) throws Json.MalformedException {
        List<Resources> kinds = request.jsonList(ClusterPage.Amounts.class).stream()
                .map(ClusterPages::resources)
                .toList();
        return monitor.announce(kinds) ? Response.empty(204) : ClusterPages.stuck();
    }
}
