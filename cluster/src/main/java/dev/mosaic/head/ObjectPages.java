package dev.mosaic.head;

import dev.mosaic.headapi.ObjectsPage;
import dev.mosaic.http.Json;
import dev.mosaic.http.Request;
import dev.mosaic.http.Response;
import dev.mosaic.inspect.ObjectFilter;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Asks the warehouse for objects and the stores of nodes for sums, and makes one page of their answers. The warehouse knows every object,
 * so each is there once.
 *
 * <p><b>Threading:</b> the request's own, which waits. <b>Cost:</b> a message to each and back; nothing is kept. <b>Failure:</b> who
 * does not answer within {@value #PATIENCE_SECONDS} s is named in the page.
 */
final class ObjectPages {
    private static final int PATIENCE_SECONDS = 3;
    private static final int OK = 200;
    private static final String HOME = "warehouse:";

    private final MonitorShell monitor;

    ObjectPages(MonitorShell monitor) {
        this.monitor = monitor;
    }

    Response objects(Request request) throws InterruptedException {
        ObjectFilter filter;
        try {
            filter = ObjectFilter.of(request.query());
        } catch (IllegalArgumentException e) {
            return Response.problem(400, "the query is none: " + e.getMessage());
        }
        Optional<ClusterMessage.Surveyed> survey = monitor.survey();
        if (survey.isEmpty()) {
            return ClusterPages.stuck();
        }
        return Response.json(page(
                filter,
                survey.get().units().stream()
                        .map(ClusterMessage.UnitLoad::unit)
                        .filter(unit -> unit.kind() == Member.Kind.WAREHOUSE)
                        .sorted(Comparator.comparing(Member::uid))
                        .toList()));
    }

    private ObjectsPage page(ObjectFilter filter, List<Member> stores) throws InterruptedException {
        Map<Member, CompletableFuture<ClusterMessage.QueryResult>> asked = new LinkedHashMap<>();
        for (Member store : stores) {
            ObjectFilter each = store.uid().startsWith(HOME) ? filter : filter.sums();
            asked.put(store, monitor.ask(store.instance(), each.path(), Duration.ofSeconds(PATIENCE_SECONDS)));
        }
        List<ObjectsPage.ObjectState> objects = new ArrayList<>();
        List<ObjectsPage.StoreState> sums = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        long matched = 0;
        for (Map.Entry<Member, CompletableFuture<ClusterMessage.QueryResult>> each : asked.entrySet()) {
            Optional<ObjectsPage> answer = answer(each.getValue());
            if (answer.isEmpty()) {
                silent.add(each.getKey().uid());
                continue;
            }
            sums.addAll(answer.get().stores());
            if (each.getKey().uid().startsWith(HOME)) {
                objects.addAll(answer.get().objects());
                matched += answer.get().matched();
            }
        }
        return new ObjectsPage(objects, matched, sums, silent);
    }

    /** Empty where there is none. */
    private static Optional<ObjectsPage> answer(CompletableFuture<ClusterMessage.QueryResult> asked)
            throws InterruptedException {
        try {
            ClusterMessage.QueryResult result = asked.get();
            return result.status() == OK
                    ? Optional.of(Json.readLenient(
                            new String(result.body().inline(), StandardCharsets.UTF_8), ObjectsPage.class))
                    : Optional.empty();
        } catch (ExecutionException | Json.MalformedException unanswered) {
            return Optional.empty();
        }
    }
}
