package dev.mosaic.head;

import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.http.Request;
import dev.mosaic.http.Response;
import dev.mosaic.inspect.LineFilter;
import dev.mosaic.inspect.ProfileOrder;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/**
 * Asks one unit, and passes its answer on.
 *
 * <p><b>Threading:</b> the request's own, which waits up to {@value #PATIENCE_SECONDS} s, and as long as a profile takes.
 */
final class UnitPages {
    private static final int PATIENCE_SECONDS = 5;
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String JSON = "application/json";

    private final MonitorShell monitor;

    UnitPages(MonitorShell monitor) {
        this.monitor = monitor;
    }

    Response stack(Request request) throws InterruptedException {
        String uid = request.variable("uid");
        return answer(uid, Set.of(Member.Kind.WORKER), HeadHttp.stack(uid), TEXT, PATIENCE_SECONDS);
    }

    Response profile(Request request) throws InterruptedException {
        String uid = request.variable("uid");
        ProfileOrder order;
        try {
            order = ProfileOrder.of(request.query());
        } catch (IllegalArgumentException e) {
            return Response.problem(400, "the query is none: " + e.getMessage());
        }
        return answer(
                uid,
                Set.of(Member.Kind.WORKER, Member.Kind.PROGRAM),
                order.path(uid),
                TEXT,
                order.seconds() + PATIENCE_SECONDS);
    }

    Response lines(Request request) throws InterruptedException {
        String uid = request.variable("uid");
        LineFilter filter;
        try {
            filter = LineFilter.of(request.query());
        } catch (IllegalArgumentException e) {
            return Response.problem(400, "the query is none: " + e.getMessage());
        }
        return answer(uid, Set.of(Member.Kind.WORKER), filter.path(uid), JSON, PATIENCE_SECONDS);
    }

    private Response answer(String uid, Set<Member.Kind> kinds, String path, String type, int seconds)
            throws InterruptedException {
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
        if (!kinds.contains(unit.get().kind())) {
            return Response.problem(422, "unit=" + uid + " is no worker, and runs no calls");
        }
        try {
            ClusterMessage.QueryResult result = monitor.ask(unit.get().instance(), path, Duration.ofSeconds(seconds))
                    .get();
            String text = new String(result.body().inline(), StandardCharsets.UTF_8);
            return result.status() == 200
                    ? Response.whole(200, type, text)
                    : Response.problem(502, "unit=" + uid + ": " + text);
        } catch (ExecutionException silent) {
            return Response.problem(
                    504, "unit=" + uid + " does not answer within " + seconds + " s, its process may be stopped");
        }
    }
}
