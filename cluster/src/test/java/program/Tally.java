package program;

import dev.mosaic.Snapshot;
import dev.mosaic.Tessera;

/** Counts, and takes its count along to its next life. */
@Tessera
public class Tally implements Snapshot<Integer> {
    private final int first;
    private int count;

    public Tally(int first) {
        this.first = first;
    }

    public int add() {
        return first + ++count;
    }

    /** Takes its time. */
    public int addSlowly(long millis) {
        new Sleeper().sleep(millis);
        return add();
    }

    public int total() {
        return first + count;
    }

    public long pid() {
        return ProcessHandle.current().pid();
    }

    @Override
    public Integer snapshot() {
        return count;
    }

    @Override
    public void restore(Integer state) {
        count = state;
    }
}
