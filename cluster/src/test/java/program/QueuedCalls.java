package program;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;

/** A program: queues as many calls as its argument says behind one that sleeps, and prints what came of them. */
public final class QueuedCalls {
    private QueuedCalls() {}

    public static void main(String[] arguments) {
        int calls = Integer.parseInt(arguments[0]);
        try (Mosaic mosaic = Mosaic.start(1)) {
            Remote<Sleeper> sleeper = mosaic.remote(Sleeper::new);
            Remote<Ledger> ledger = mosaic.remote(Ledger::new);
            Task<long[]> first = sleeper.call(Sleeper::sleep, 1_000L);
            for (int i = 0; i < calls; i++) {
                ledger.after(first).call(Ledger::note, i);
            }
            System.out.println("noted " + ledger.call(Ledger::count).result());
        }
    }
}
