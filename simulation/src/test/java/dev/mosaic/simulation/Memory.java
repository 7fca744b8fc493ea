package dev.mosaic.simulation;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.unit.mailbox.Run;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the objects of a worker remember: which calls have run on them. It is what snapshots of theirs say. */
final class Memory {
    private final UnitProcess unit;
    private final Map<Id, Set<Id>> effects = new HashMap<>();

    Memory(UnitProcess unit) {
        this.unit = unit;
    }

    /** A call has run. */
    void add(Run run) {
        if (run.item() instanceof StreamMessage.Call && run.tessera().hasLives()) {
            effects.computeIfAbsent(run.tessera(), any -> new LinkedHashSet<>()).add(run.task());
        }
    }

    /** What nobody called. */
    void begin(Run run) {
        Schedule dice = unit.world.schedule;
        if (run.chore() == Run.Chore.SNAPSHOT) {
            Payload state = state(run.tessera());
            unit.later(dice.between(0, 5 * Schedule.MILLI), () -> end(run, new Outcome.Returned(state)));
        } else {
            unit.later(dice.between(0, 20 * Schedule.MILLI), () -> raise(run));
        }
    }

    private void end(Run run, Outcome outcome) {
        unit.kernel.finished(unit.now(), run, outcome);
    }

    private Payload state(Id tessera) {
        Set<Id> done = effects.getOrDefault(tessera, Set.of());
        ByteBuffer bytes = ByteBuffer.allocate(16 * done.size());
        done.forEach(task -> bytes.putLong(task.origin()).putLong(task.number()));
        return new Payload(bytes.array(), List.of(), new ArrayList<>(unit.fields(tessera)));
    }

    private void raise(Run run) {
        if (unit.world.schedule.chance(10)) {
            end(run, Outcome.failed(Failure.Kind.THROWN, "the dice said so"));
            return;
        }
        Set<Id> done = new LinkedHashSet<>();
        List<Carried> inside = List.of();
        if (run.hasState()) {
            Payload state = run.value(run.item().needs().size() - 1);
            ByteBuffer bytes = ByteBuffer.wrap(state.inline());
            while (bytes.hasRemaining()) {
                done.add(new Id(bytes.getLong(), bytes.getLong()));
            }
            inside = unit.decode(state);
        }
        unit.world.ledger.raised(unit, run, done);
        effects.put(run.tessera(), done);
        end(run, Outcome.NOTHING);
        for (Carried each : inside) {
            if (!unit.keep(run.tessera(), each)) {
                unit.lost(each.tessera());
            }
        }
    }
}
