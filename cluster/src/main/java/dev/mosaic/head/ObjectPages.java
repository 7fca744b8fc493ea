package dev.mosaic.head;

import dev.mosaic.headapi.ObjectsPage;
import dev.mosaic.http.Request;
import dev.mosaic.http.Response;
import dev.mosaic.inspect.ObjectFilter;
import dev.mosaic.message.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Asks the warehouse for objects and the stores of nodes for sums, and makes one page of their answers. The warehouse knows every object,
 * so each is there once.
 *
 * <p><b>Threading:</b> the request's own, which waits. <b>Cost:</b> a message to each and back; nothing is kept. <b>Failure:</b> who
 * does not answer is named in the page.
 */
final class ObjectPages {
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
        return UnitAnswers.ask(
                        monitor,
                        unit -> unit.kind() == Member.Kind.WAREHOUSE,
                        unit -> (isHome(unit) ? filter : filter.sums()).path(),
                        ObjectsPage.class)
                .map(answers -> Response.json(page(answers)))
                .orElseGet(ClusterPages::stuck);
    }

    private static ObjectsPage page(UnitAnswers<ObjectsPage> answers) {
        List<ObjectsPage.ObjectState> objects = new ArrayList<>();
        List<ObjectsPage.StoreState> sums = new ArrayList<>();
        long matched = 0;
        for (Map.Entry<Member, ObjectsPage> each : answers.answers().entrySet()) {
            sums.addAll(each.getValue().stores());
            if (isHome(each.getKey())) {
                objects.addAll(each.getValue().objects());
                matched += each.getValue().matched();
            }
        }
        sums.sort(Comparator.comparing(ObjectsPage.StoreState::unit));
        return new ObjectsPage(objects, matched, sums, answers.silent());
    }

    private static boolean isHome(Member store) {
        return store.uid().startsWith(HOME);
    }
}
