package dev.mosaic.head;

import dev.mosaic.headapi.EventsPage;
import dev.mosaic.http.Request;
import dev.mosaic.http.Response;
import dev.mosaic.message.Member;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;

/**
 * The last {@value #MOST} units that joined a cluster, left it or were lost. A monitor that takes the place of another begins anew.
 *
 * <p><b>Threading:</b> any thread.
 */
final class UnitEvents {
    static final int MOST = 10_000;

    private final ArrayDeque<EventsPage.Event> last = new ArrayDeque<>();
    private long count;

    synchronized void joined(Member unit) {
        add("JOINED", unit, "");
    }

    synchronized void gone(Member unit, String reason, boolean orderly) {
        add(orderly ? "LEFT" : "LOST", unit, reason);
    }

    private void add(String kind, Member unit, String reason) {
        last.add(new EventsPage.Event(++count, Instant.now().toString(), kind, unit.uid(), unit.node(), reason));
        if (last.size() > MOST) {
            last.remove();
        }
    }

    synchronized EventsPage after(long number) {
        List<EventsPage.Event> events =
                last.stream().filter(event -> event.number() > number).toList();
        return new EventsPage(events, Math.max(0, count - last.size() - number));
    }

    Response page(Request request) {
        String after = request.query("after").orElse("0");
        return after.matches("\\d{1,18}")
                ? Response.json(after(Long.parseLong(after)))
                : Response.problem(400, "after=" + after + " is no number of an event");
    }
}
