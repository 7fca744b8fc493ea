package program;

import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.Tessera;
import java.util.ArrayList;
import java.util.List;

/** Calls a ledger from a worker of its own: another caller. */
@Tessera
public class Scribe {
    final Remote<Ledger> ledger;

    public Scribe(Remote<Ledger> ledger) {
        this.ledger = ledger;
    }

    /** Notes that many numbers from the first one on, and waits for all. */
    public int write(int first, int count) {
        List<Task<Integer>> notes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            notes.add(ledger.call(Ledger::note, first + i));
        }
        notes.forEach(Task::await);
        return count;
    }
}
