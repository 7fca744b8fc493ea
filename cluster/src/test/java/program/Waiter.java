package program;

import dev.mosaic.Remote;
import dev.mosaic.Tessera;

/** Waits for others, and for itself. */
@Tessera
public class Waiter {
    public Waiter() {}

    public int answer() {
        return 42;
    }

    /** Waits for an answer of the other one. */
    public int ask(Remote<Waiter> other) {
        return other.call(Waiter::answer).result();
    }

    /** Waits for the other one, which waits for a third one. */
    public int askToAsk(Remote<Waiter> other, Remote<Waiter> third) {
        return other.call(Waiter::ask, third).result();
    }
}
