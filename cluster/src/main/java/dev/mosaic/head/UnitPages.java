package dev.mosaic.head;

import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.http.Request;
import dev.mosaic.http.Response;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/**
 * Asks one unit, and passes its answer on.
 *
 * <p><b>Threading:</b> the request's own, which waits up to {@value #PATIENCE_SECONDS} s.
 */
final class UnitPages {
    private static final int PATIENCE_SECONDS = 5;

    private final MonitorShell monitor;

    UnitPages(MonitorShell monitor) {
        this.monitor = monitor;
    }

    Response stack(Request request) throws InterruptedException {
        String uid = request.variable("uid");
        Optional<ClusterMessage.Surveyed> survey = monitor.survey();
        if (survey.isEmpty()) {
            return ClusterPages.stuck();
        }
        Optional<Member> unit = survey.get().units().stream()
                .map(ClusterMessage.UnitLoad::unit)
                .filter(each -> each.uid().equals(uid))
                .findFirst();
        if (unit.isEmpty()) {
            return Response.problem(404, "unit=" + uid + " is not in this cluster");
        }
        if (unit.get().kind() != Member.Kind.WORKER) {
            return Response.problem(422, "unit=" + uid + " is no worker, and runs no calls");
        }
        try {
            ClusterMessage.QueryResult result = monitor.ask(
                            unit.get().instance(), HeadHttp.stack(uid), Duration.ofSeconds(PATIENCE_SECONDS))
                    .get();
            String text = new String(result.body().inline(), StandardCharsets.UTF_8);
            return result.status() == 200
                    ? Response.whole(200, "text/plain; charset=utf-8", text)
                    : Response.problem(502, "unit=" + uid + ": " + text);
        } catch (ExecutionException silent) {
            return Response.problem(
                    504,
                    "unit=" + uid + " does not answer within " + PATIENCE_SECONDS + " s, its process may be stopped");
        }
    }
}
