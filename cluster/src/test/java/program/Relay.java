package program;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.SharedValue;
import dev.mosaic.Tessera;

/** Calls others and does not wait for them. */
@Tessera
public class Relay {
    public Relay() {}

    /** Adds to the sum, by way of the other one, which has its tasks add. */
    public void pass(Remote<Relay> other, SharedValue<Long> sum, int times) {
        for (int i = 0; i < times; i++) {
            other.call(Relay::add, sum);
        }
    }

    public void add(SharedValue<Long> sum) {
        Sleeper.rest(2);
        Mosaic.current().submit(() -> {
            sum.accumulate(1L);
        });
    }

    /** Waits for all that is under way, and gives the sum. */
    public long settle(SharedValue<Long> sum) {
        Mosaic.current().barrier();
        return sum.read().result();
    }

    /** Has the other one wait for all that is under way. */
    public long settleThere(Remote<Relay> other, SharedValue<Long> sum) {
        return other.call(Relay::settle, sum).result();
    }
}
