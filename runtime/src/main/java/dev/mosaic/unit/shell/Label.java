package dev.mosaic.unit.shell;

import dev.mosaic.invoke.MethodTable;
import dev.mosaic.invoke.TypeLimit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a task calls, for its uid. Put into words only where somebody reads them.
 *
 * @param table of the tessera; null for stateless tasks
 * @param body class of what a stateless task runs; of a tessera, its own
 * @param method index; {@link #DROP} or {@link #KILL} for the end of a tessera
 */
record Label(@Nullable MethodTable table, Class<?> body, int method) {
    static final int DROP = -1;
    static final int KILL = -2;

    static Label of(MethodTable table, int method) {
        return new Label(table, table.type(), method);
    }

    static Label of(Object body) {
        return new Label(null, body.getClass(), 0);
    }

    /** Which classes of the program may be in what it gives; null where that is not known. */
    @Nullable TypeLimit limit() {
        return table == null ? null : table.limit(method);
    }

    /** {@code <class>-<method>}. */
    String words() {
        if (table != null) {
            return table.label() + "-" + member(table);
        }
        String name = body.getSimpleName();
        int lambda = name.indexOf("$$");
        return (lambda < 0 ? name : name.substring(0, lambda)).toLowerCase(Locale.ROOT) + "-run";
    }

    /** {@code Solver.solve}; of a stateless task the class of its function. */
    String name() {
        if (table != null) {
            return table.type().getSimpleName() + "." + member(table);
        }
        return function(body.getName());
    }

    /** The simple name of a function's class; of a lambda that of the class around it. */
    static String function(String className) {
        int lambda = className.indexOf("$$");
        String name = lambda < 0 ? className : className.substring(0, lambda);
        return name.isEmpty() ? "task" : CodeLabels.simple(name);
    }

    private String member(MethodTable known) {
        if (method < 0) {
            return method == KILL ? "kill" : "drop";
        }
        return method < known.members().size() ? known.members().get(method).name() : "call";
    }
}
