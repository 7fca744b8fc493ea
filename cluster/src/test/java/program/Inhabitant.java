package program;

import dev.mosaic.Remote;
import dev.mosaic.Tessera;
import dev.mosaic.Worker;

/** Tells of the worker it lives in. */
@Tessera
public class Inhabitant {
    private Remote<Tally> kept;

    public Inhabitant() {}

    /** Keeps the proxy, and adds to it. */
    public int keeps(Remote<Tally> tally) {
        kept = tally;
        return addsToKept();
    }

    public int addsToKept() {
        return kept.withCallOptions(options -> options.maxRetries(1))
                .call(Tally::add)
                .result();
    }

    public long pid() {
        return ProcessHandle.current().pid();
    }

    public String worker() {
        return Worker.current().uid();
    }

    /** A property of its JVM; empty where there is none. */
    public String property(String name) {
        return System.getProperty(name, "");
    }

    /** Prints, as user code does. */
    public void says(String line) {
        System.out.println(line);
    }

    /** Prints to standard error, a line in two parts. */
    public void complains(String start, String end) {
        System.err.print(start);
        System.err.println(end);
    }

    /** Ends the process of the worker. */
    public void exits(int code) {
        System.exit(code);
    }
}
