package dev.mosaic.unit.shell;

import dev.mosaic.Arg;
import dev.mosaic.Ref;
import dev.mosaic.SerializationException;
import dev.mosaic.invoke.codec.Encoder;
import dev.mosaic.invoke.codec.RefForm;
import dev.mosaic.message.Carried;
import dev.mosaic.unit.calls.Dependency;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The arguments of a call that are tasks or refs. <b>Threading:</b> one thread. */
final class PromisedArguments {
    private static final int FEW = 16;

    private final Engine engine;

    /** Tasks, and forms of refs. */
    private final List<Object> promised = new ArrayList<>(2);

    /** Of each of those, where they are many. */
    private final Map<Object, Integer> indexes = new HashMap<>(0);

    PromisedArguments(Engine engine) {
        this.engine = engine;
    }

    void clear() {
        promised.clear();
        indexes.clear();
    }

    /** Writes a value, or the place that a task's value will take. */
    void write(Arg<?> argument, Encoder encoder) {
        if (argument instanceof Arg.Value<?>(var value)) {
            encoder.object(value);
            return;
        }
        if (argument instanceof Ref<?> ref) {
            write(ref, encoder);
            return;
        }
        if (argument instanceof Arg.ListArg<?>(var items)) {
            encoder.list(items.size());
            items.forEach(item -> write(item, encoder));
            return;
        }
        if (argument instanceof Arg.MapArg<?, ?>(var items)) {
            encoder.map(items.size());
            items.forEach((key, item) -> {
                encoder.object(key);
                write(item, encoder);
            });
            return;
        }
        CallTask<?> task = PartTask.alone(Awaitable.of(argument));
        if (task.engine() != engine) {
            throw new SerializationException("task=" + task.uid() + " belongs to another Mosaic", "pass its result()");
        }
        need(task, encoder);
    }

    /** An entry's value: the payload carries the ref, so that the entry lives until the call has it. */
    private void write(Ref<?> ref, Encoder encoder) {
        RefForm form = engine.refs.form(ref);
        need(form, encoder);
        encoder.carry(new Carried(form.id(), form.home()));
    }

    private void need(Object needed, Encoder encoder) {
        int next = promised.size();
        int known = next < FEW ? promised.indexOf(needed) : indexOf(needed);
        encoder.need(known < 0 ? next : known);
        if (known < 0) {
            promised.add(needed);
            if (next >= FEW) {
                indexes.put(needed, next);
            }
        }
    }

    private int indexOf(Object needed) {
        if (indexes.isEmpty()) {
            for (int i = 0; i < promised.size(); i++) {
                indexes.put(promised.get(i), i);
            }
        }
        return indexes.getOrDefault(needed, -1);
    }

    /** Tasks that end when those among these have ended, those in lists and maps too, and fail where one of them does. */
    static List<CallTask<?>> tasks(Collection<? extends Arg<?>> arguments) {
        List<CallTask<?>> tasks = new ArrayList<>(arguments.size());
        Map<CallTask<?>, List<PartTask<?>>> batches = new LinkedHashMap<>();
        add(arguments, tasks, batches);
        batches.values().forEach(parts -> tasks.add(Batches.items(parts)));
        return tasks;
    }

    private static void add(
            Collection<? extends Arg<?>> arguments,
            List<CallTask<?>> tasks,
            Map<CallTask<?>, List<PartTask<?>>> batches) {
        for (Arg<?> argument : arguments) {
            switch (argument) {
                case Arg.Value<?> _, Ref<?> _ -> {}
                case Arg.ListArg<?>(var items) -> add(items, tasks, batches);
                case Arg.MapArg<?, ?>(var items) -> add(items.values(), tasks, batches);
                case PartTask<?> part ->
                    batches.computeIfAbsent(part.batch(), any -> new ArrayList<>())
                            .add(part);
                default -> tasks.add(PartTask.alone(Awaitable.of(argument)));
            }
        }
    }

    /** To be kept reachable until the call is begun. */
    List<Object> promised() {
        return promised.isEmpty() ? List.of() : List.copyOf(promised);
    }

    /**
     * What a call waits for.
     *
     * @param earlier those whose values it does not need
     */
    static List<Dependency> dependencies(List<Object> promised, List<CallTask<?>> earlier) {
        if (promised.isEmpty() && earlier.isEmpty()) {
            return List.of();
        }
        List<Dependency> dependencies = new ArrayList<>(promised.size() + earlier.size());
        for (Object each : promised) {
            dependencies.add(
                    each instanceof CallTask<?> task
                            ? new Dependency(task.id(), true)
                            : Dependency.entry(((RefForm) each).id()));
        }
        for (CallTask<?> task : earlier) {
            dependencies.add(new Dependency(task.id(), false));
        }
        return dependencies;
    }
}
