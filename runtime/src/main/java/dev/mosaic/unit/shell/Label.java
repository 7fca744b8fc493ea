package dev.mosaic.unit.shell;

import dev.mosaic.function.TaskName;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.invoke.TypeLimit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a task calls, for its uid. Put into words only where somebody reads them.
 *
 * @param table of the tessera; null for stateless tasks
 * @param function name of what a stateless task runs; empty of a tessera's
 * @param method index; {@link #DROP} or {@link #KILL} for the end of a tessera
 */
record Label(@Nullable MethodTable table, String function, int method) {
    static final int DROP = -1;
    static final int KILL = -2;

    static Label of(MethodTable table, int method) {
        return new Label(table, "", method);
    }

    static Label of(Object body) {
        return new Label(null, TaskName.of(body), 0);
    }

    /** Which classes of the program may be in what it gives; null where that is not known. */
    @Nullable TypeLimit limit() {
        return table == null ? null : table.limit(method);
    }

    /** {@code <class>-<method>}. */
    String words() {
        return table != null
                ? table.label() + "-" + member(table)
                : function.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }

    /** {@code Solver.solve}. */
    String name() {
        return table != null ? table.type().getSimpleName() + "." + member(table) : function;
    }

    private String member(MethodTable known) {
        if (method < 0) {
            return method == KILL ? "kill" : "drop";
        }
        return method < known.members().size() ? known.members().get(method).name() : "call";
    }
}
