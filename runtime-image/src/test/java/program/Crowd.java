package program;

import dev.mosaic.Tessera;

/** Many of its calls run at once. */
@Tessera(concurrency = 1_000)
public class Crowd {
    public Crowd() {}

    public int rest(int millis) {
        Sleeper.rest(millis);
        return millis;
    }
}
