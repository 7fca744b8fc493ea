package dev.mosaic.unit.shell;

import dev.mosaic.Arg;
import dev.mosaic.CaptureException;
import dev.mosaic.invoke.codec.Encoder;
import dev.mosaic.unit.calls.Dependency;
import java.util.ArrayList;
import java.util.List;

/** The arguments of a call that are tasks. <b>Threading:</b> one thread. */
final class PromisedArguments {
    private final Engine engine;
    private final List<CallTask<?>> tasks = new ArrayList<>(2);

    PromisedArguments(Engine engine) {
        this.engine = engine;
    }

    void clear() {
        tasks.clear();
    }

    /** Writes a value, or the place that a task's value will take. */
    void write(Arg<?> argument, Encoder encoder) {
        if (argument instanceof Arg.Value<?>(var value)) {
            encoder.object(value);
            return;
        }
        CallTask<?> task = argument instanceof PartTask<?> part ? Batches.item(part) : PartTask.call(argument);
        if (task.engine() != engine) {
            throw new CaptureException("task=" + task.uid() + " belongs to another Mosaic", "pass its result()");
        }
        int known = tasks.indexOf(task);
        encoder.need(known < 0 ? tasks.size() : known);
        if (known < 0) {
            tasks.add(task);
        }
    }

    List<CallTask<?>> tasks() {
        return tasks.isEmpty() ? List.of() : List.copyOf(tasks);
    }

    static List<Dependency> dependencies(List<CallTask<?>> tasks) {
        List<Dependency> dependencies = new ArrayList<>(tasks.size());
        for (CallTask<?> task : tasks) {
            dependencies.add(new Dependency(task.id(), true));
        }
        return dependencies;
    }
}
