package dev.mosaic.unit.shell;

import dev.mosaic.invoke.MethodTable;
import dev.mosaic.unit.mailbox.Labels;

/** Calls in words, by the method tables of their classes. <b>Threading:</b> any thread. */
final class CodeLabels implements Labels {
    private final ClassLoader code;

    CodeLabels(ClassLoader code) {
        this.code = code;
    }

    @Override
    public String of(String className, int method) {
        if (className.isEmpty()) {
            return "task";
        }
        String simple = className.substring(className.lastIndexOf('.') + 1);
        if (method < 0) {
            return simple + ".new";
        }
        try {
            MethodTable table = MethodTable.of(Class.forName(className, false, code));
            return simple + "." + table.members().get(method).name();
        } catch (ClassNotFoundException | LinkageError | IndexOutOfBoundsException unknown) {
            return simple + "#" + method;
        }
    }
}
