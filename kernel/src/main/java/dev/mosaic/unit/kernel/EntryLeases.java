package dev.mosaic.unit.kernel;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.unit.calls.CallMachine;
import dev.mosaic.unit.objects.ObjectMachine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Entries that are read here. The refs and proxies inside of them are held, and so is the lease until those who count them know
 * that: the entry may be dropped by then, and nobody else may hold what is inside.
 *
 * <p><b>Threading:</b> the loop.
 */
final class EntryLeases {
    private final CallMachine calls;
    private final ObjectMachine objects;

    /** By lease: the refs and proxies inside of what it has. */
    private final Map<Id, List<Carried>> insides = new LinkedHashMap<>();

    /** Leases that nobody needs, but for those inside that are not known to be held here yet. */
    private final Set<Id> ending = new LinkedHashSet<>();

    EntryLeases(CallMachine calls, ObjectMachine objects) {
        this.calls = calls;
        this.objects = objects;
    }

    int open() {
        return insides.size() + ending.size();
    }

    void acquire(ObjectMessage.Acquire question, Consumer<ObjectMessage> answer) {
        objects.acquire(question, said -> {
            if (said instanceof ObjectMessage.Acquired acquired) {
                keep(question.lease(), acquired.values());
            }
            answer.accept(said);
        });
    }

    private void keep(Id lease, List<Outcome> values) {
        List<Carried> inside = new ArrayList<>(0);
        for (Outcome value : values) {
            if (value instanceof Outcome.Returned(Payload payload)) {
                inside.addAll(payload.carried());
            }
        }
        if (!inside.isEmpty()) {
            calls.pin(inside);
            insides.put(lease, inside);
        }
    }

    /** Nobody needs it any more. */
    void end(Id lease) {
        List<Carried> inside = insides.get(lease);
        if (inside == null) {
            objects.discharge(lease);
        } else if (calls.areRegistered(inside)) {
            objects.discharge(lease);
            insides.remove(lease);
            calls.unpin(inside);
        } else {
            ending.add(lease);
        }
    }

    /** More may be registered than before. */
    void tick() {
        if (!ending.isEmpty()) {
            List<Id> open = List.copyOf(ending);
            ending.clear();
            open.forEach(this::end);
        }
    }
}
