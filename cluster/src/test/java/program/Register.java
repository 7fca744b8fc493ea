package program;

import dev.mosaic.Snapshot;
import io.smallrye.mutiny.Multi;

/** Counts; what a declared tessera is made of in tests. */
public class Register implements Snapshot<Integer> {
    /** How often something was added. */
    int count;

    public Register() {}

    public Register(int first) {
        count = first;
    }

    public int add() {
        return ++count;
    }

    public int value() {
        return count;
    }

    /** As {@link #add}, some time later. */
    public int addLater(long millis, int more) {
        long end = System.nanoTime() + millis * 1_000_000;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            java.util.concurrent.locks.LockSupport.parkNanos(left);
        }
        return count += more;
    }

    public long pid() {
        return ProcessHandle.current().pid();
    }

    public Multi<Integer> upTo(int end) {
        return Multi.createFrom().range(0, end);
    }

    public void refuse(String why) {
        throw new IllegalArgumentException(why);
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
