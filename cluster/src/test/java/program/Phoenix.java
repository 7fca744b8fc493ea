package program;

import dev.mosaic.Tessera;

/** Begins anew from its arguments when its worker dies. */
@Tessera
public class Phoenix {
    private final float[] data;
    private int calls;

    public Phoenix(float[] data) {
        this.data = data;
    }

    /** One that cannot be made in more than so many processes. */
    public Phoenix(float[] data, long onlyPid) {
        this(data);
        if (onlyPid != 0 && onlyPid != ProcessHandle.current().pid()) {
            throw new IllegalStateException("not in this process");
        }
    }

    public double sum() {
        double sum = 0;
        for (float each : data) {
            sum += each;
        }
        return sum;
    }

    public int calls() {
        return ++calls;
    }

    public int callsSlowly(long millis) {
        new Sleeper().sleep(millis);
        return ++calls;
    }

    public long pid() {
        return ProcessHandle.current().pid();
    }
}
