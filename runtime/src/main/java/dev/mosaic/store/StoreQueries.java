package dev.mosaic.store;

import dev.mosaic.inspect.JsonText;
import dev.mosaic.inspect.ObjectAnswer;
import dev.mosaic.inspect.ObjectEntry;
import dev.mosaic.inspect.ObjectFilter;
import dev.mosaic.inspect.StoreSums;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.Payload;
import dev.mosaic.service.ServiceUnit;
import dev.mosaic.unit.objects.ObjectCensus;
import dev.mosaic.unit.objects.ObjectView;
import dev.mosaic.unit.objects.StoreMachine;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Answers those who ask a store what it keeps.
 *
 * <p><b>Threading:</b> the loop, which looks at {@value #ENTRIES_A_TURN} entries and then lets other events in; the answer is written by a
 * virtual thread. <b>Cost:</b> nothing for what nobody asks.
 */
final class StoreQueries {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.store");
    private static final int OK = 200;
    private static final int MALFORMED = 400;
    private static final int ENTRIES_A_TURN = 4_096;

    private final String uid;
    private final ServiceUnit unit;
    private final StoreMachine machine;

    StoreQueries(String uid, ServiceUnit unit, StoreMachine machine) {
        this.uid = uid;
        this.unit = unit;
        this.machine = machine;
    }

    void asked(long from, ClusterMessage.Query query) {
        ObjectFilter filter;
        try {
            filter = ObjectFilter.parse(query.path());
        } catch (IllegalArgumentException wrong) {
            LOG.log(System.Logger.Level.DEBUG, "path={0} cannot be answered: {1}", query.path(), wrong);
            byte[] words = String.valueOf(wrong.getMessage()).getBytes(StandardCharsets.UTF_8);
            unit.send(from, new ClusterMessage.QueryResult(query.request(), MALFORMED, Payload.of(words)));
            return;
        }
        Id id = filter.id();
        if (id != null) {
            List<ObjectView> found = ObjectCensus.view(machine, id).stream().toList();
            answer(from, query, found, found.size(), new StoreSums(uid, 0, 0, 0, 0));
        } else {
            step(from, query, new ObjectCensus(machine, filter.tier(), filter.limit()));
        }
    }

    private void step(long from, ClusterMessage.Query query, ObjectCensus census) {
        if (!census.step(ENTRIES_A_TURN)) {
            unit.execute(() -> step(from, query, census));
            return;
        }
        StoreSums sums = new StoreSums(
                uid,
                census.objects(),
                census.bytes(ObjectView.Tier.MEMORY),
                census.bytes(ObjectView.Tier.DISK),
                census.bytes(ObjectView.Tier.BUCKET));
        answer(from, query, census.largest(), census.matched(), sums);
    }

    private void answer(long from, ClusterMessage.Query query, List<ObjectView> found, long matched, StoreSums sums) {
        Thread.ofVirtual().name("mosaic-query").start(() -> {
            List<ObjectEntry> objects =
                    found.stream().map(view -> ObjectEntry.of(uid, view)).toList();
            Payload body = Payload.of(JsonText.bytes(new ObjectAnswer(objects, matched, List.of(sums))));
            unit.execute(() -> unit.send(from, new ClusterMessage.QueryResult(query.request(), OK, body)));
        });
    }
}
