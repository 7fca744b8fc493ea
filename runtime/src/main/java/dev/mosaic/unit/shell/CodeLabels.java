package dev.mosaic.unit.shell;

import dev.mosaic.invoke.MethodTable;
import dev.mosaic.invoke.OtherCalls;
import dev.mosaic.unit.mailbox.Labels;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Calls in words, by the method tables of the classes that live here. Loads none: it is asked in the loop. <b>Threading:</b> any thread. */
final class CodeLabels implements Labels {
    private final Map<String, MethodTable> tables = new ConcurrentHashMap<>();

    /** A tessera of that class is made here. */
    void add(MethodTable table) {
        tables.put(table.type().getName(), table);
    }

    /** Of a binary name. */
    static String simple(String className) {
        return className.substring(Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1);
    }

    @Override
    public String of(String className, int method) {
        if (className.isEmpty()) {
            return "task";
        }
        String simple = simple(className);
        if (method < 0) {
            return simple + ".new";
        }
        MethodTable table = tables.get(className);
        if (method == OtherCalls.FUNCTION) {
            return table == null ? className : simple + ".call"; // a function's own name, which is known when it begins
        }
        return table == null || method >= table.members().size()
                ? simple + "#" + method
                : simple + "." + table.members().get(method).name();
    }
}
