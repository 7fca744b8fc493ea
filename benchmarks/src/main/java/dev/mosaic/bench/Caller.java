package dev.mosaic.bench;

import dev.mosaic.Task;
import dev.mosaic.Tessera;
import java.util.ArrayList;
import java.util.List;

/** Calls others. */
@Tessera
public class Caller {
    public Caller() {}

    /** Makes that many calls, to the targets in turn, then waits for all. */
    public void fire(List<TargetProxy> targets, int count) {
        List<Task<Void>> calls = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            calls.add(targets.get(i % targets.size()).noop());
        }
        calls.forEach(Task::result);
    }
}
